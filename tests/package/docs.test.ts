import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { expectedReadme } from "./readme.js";
import { program, settingRows } from "./settings-table.js";

const read = (path: string): string => readFileSync(path, "utf8");
const readme = read("README.md");
const architecture = read("docs/ARCHITECTURE.md");
const manifest = JSON.parse(read("package.json"));

/** The rows of the table under a heading, its head left out. */
function tableRows(text: string, heading: string): string[] {
  const [, section = ""] = text.split(`\n${heading}\n`);
  const end = section.search(/^#/m);
  const rows = section.slice(0, end === -1 ? undefined : end).match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2);
}

/** What a person would type: lines of fenced blocks, and code in a line, that call the program or npm. */
function commandLines(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, body = ""]) => body.trim().split("\n"));
  const spans = [...text.matchAll(/`((?:toolgap|npm|npx) [^`]+)`/g)].map(([, code = ""]) => code);
  return [...blocks, ...spans].flatMap((line) => line.split(" && "));
}

/** The words after the program's name, where the line calls it. */
function argumentsOf(line: string): string[] | undefined {
  const match = /^(?:npx )?toolgap\b(.*)$|^npm start(?: --silent)? --\s(.*)$/.exec(line);
  const words = (match?.[1] ?? match?.[2])?.match(/"[^"]*"|\S+/g) ?? undefined;
  return words ? [...words] : match ? [] : undefined;
}

function findProblem(words: readonly string[]): string | undefined {
  let command: Command = program;
  for (const [index, word] of words.entries()) {
    if (word.startsWith("--")) {
      const known = command.options.some((option) => option.long === word) || ["--version", "--help"].includes(word);
      if (!known) return `${command.name()} has no option ${word}`;
      continue;
    }
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next) command = next;
    else if (index === 0 && !word.startsWith("<")) return `there is no command ${word}`;
  }
  return undefined;
}

/** The variables in the table of README.md, sorted. */
function namedVariables(): string[] {
  const names =
    tableRows(readme, "## Environment")
      .join()
      .match(/[A-Z]+(?:_[A-Z]+)+|DEBUG/g) ?? [];
  return [...new Set(names)].sort();
}

/** The variables that the sources read, sorted: `env.NAME`, `{ NAME } = process.env`, and names kept in strings. */
function readVariables(): string[] {
  const sources = ["catalog", "models", "nodes", "graphs", "cli", "evals"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.m?[jt]s$/.test(path))
      .map((path) => read(`${room}/${path}`)),
  );
  const names = sources.flatMap((source) => [
    ...[...source.matchAll(/\benv(?:ironment)?\.([A-Z][A-Z_]*)\b/g)].map(([, name]) => name!),
    ...[...source.matchAll(/\{([^{}]*)\} = process\.env\b/g)].flatMap(
      ([, list]) => list!.match(/\b[A-Z][A-Z_]+\b/g) ?? [],
    ),
    ...[...source.matchAll(/"([A-Z]+(?:_[A-Z]+)+)"/g)].map(([, name]) => name!),
  ]);
  // A code of Node's module loader, and the last parts of names that begin with a server's own.
  const noVariables = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "API_KEY", "BASE_URL"];
  return [...new Set(names)].filter((name) => !noVariables.includes(name)).sort();
}

describe("README.md", () => {
  it("names only commands and options that exist", () => {
    const calls = commandLines(readme).flatMap((line) => argumentsOf(line) ?? []);
    expect(calls.length).toBeGreaterThan(10);
    for (const line of commandLines(readme)) expect(findProblem(argumentsOf(line) ?? [])).toBeUndefined();
  });

  it("names only flags that exist somewhere", () => {
    const flags = [...readme.matchAll(/`(--[a-z-]+)/g)].map(([, flag]) => flag!);
    const all = [program, ...program.commands, ...program.commands.flatMap((command) => command.commands)];
    const known = new Set(all.flatMap((command) => command.options.map((option) => option.long)));
    // npm's own.
    known.add("--silent");
    expect(flags.length).toBeGreaterThan(20);
    expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
  });

  it("names only scripts that exist", () => {
    const scripts = [...`${readme}\n${architecture}`.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
    expect(scripts).toContain("dev");
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it("shows what the program prints, and the settings as they are (npm run readme writes both)", async () => {
    expect(tableRows(readme, "## Settings")).toEqual(settingRows());
    expect(readme).toBe(await expectedReadme());
  });

  it("names every variable that the code reads, and no other", () => {
    expect(namedVariables()).toEqual(readVariables());
    expect(namedVariables().length).toBeGreaterThan(10);
  });
});

describe(".env.example", () => {
  it("has every variable of README.md that is read from a .env file", () => {
    const example = read(".env.example").match(/^# [A-Z_]+(?==)/gm) ?? [];
    // Terminals set the one; the other belongs to a script of the repository, which reads no such file.
    const elsewhere = ["NO_COLOR", "TOOLGAP_DATA"];
    expect(example.map((line) => line.slice(2)).sort()).toEqual(
      namedVariables().filter((name) => !elsewhere.includes(name)),
    );
  });
});

describe("docs/ARCHITECTURE.md", () => {
  it("says why each dependency is there, and names no other", () => {
    const named = tableRows(architecture, "## Dependencies").map((row) => row.split("`")[1]);
    const { dependencies, peerDependencies, devDependencies } = manifest;
    const installed = new Set([dependencies, peerDependencies, devDependencies].flatMap(Object.keys));
    expect(named).toEqual([...installed]);
  });

  it("names only rooms that exist", () => {
    const rooms = tableRows(architecture, "## Rooms").map((row) => row.split("`")[1]!);
    expect(rooms.filter((room) => !existsSync(room))).toEqual([]);
  });
});
