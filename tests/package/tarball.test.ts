import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = resolve(".");
const project = mkdtempSync(join(tmpdir(), "toolgap-consumer-"));
const execute = promisify(execFile);
let packed: string[] = [];

interface Lock {
  packages: Record<string, { dev?: boolean }>;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(repository, path), "utf8")) as T;
}

async function run(command: string, args: string[], cwd = project): Promise<string> {
  try {
    return (await execute(command, args, { cwd, maxBuffer: 50_000_000 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  }
}

/** The packed tarball in a project of its own, its dependencies in the versions that were tested here. */
beforeAll(async () => {
  const [pack] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", project], repository)) as [
    { filename: string; files: { path: string }[] },
  ];
  packed = pack.files.map((file) => file.path);
  const { version, dependencies } = readJson<{ version: string; dependencies: Record<string, string> }>("package.json");
  const own = { "@langchain/core": "", "@langchain/langgraph": "", zod: "" };
  for (const name of Object.keys(own) as (keyof typeof own)[]) own[name] = dependencies[name]!;
  const consumer = { name: "consumer", version: "1.0.0", type: "module", private: true };
  const tarball = `file:${pack.filename}`;
  const manifest = { ...consumer, dependencies: { ...own, toolgap: tarball } };
  const { packages } = readJson<Lock>("package-lock.json");
  const needed = Object.entries(packages).filter(([path, entry]) => path !== "" && !entry.dev);
  const lock = {
    ...consumer,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": manifest,
      ...Object.fromEntries(needed),
      "node_modules/toolgap": { version, resolved: tarball, dependencies, bin: { toolgap: "dist/cli/main.js" } },
    },
  };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "package-lock.json"), JSON.stringify(lock));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]);
}, 150_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the packed package", () => {
  it("holds the built code, its types and what the code reads, and no sources", () => {
    expect(packed).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "dist/cli/main.js", "dist/graphs/index.d.ts"]),
    );
    expect(packed).toContain("dist/catalog/sources/mcp/guard.mjs");
    expect(packed.filter((path) => /(?<!\.d)\.ts$|tsbuildinfo|^tests/.test(path))).toEqual([]);
  });

  it("type-checks in another project and runs as a part of a bigger graph", { timeout: 60_000 }, async () => {
    copyFileSync(join(repository, "tests/fixtures/consumer/main.ts"), join(project, "main.ts"));
    const compilerOptions = { module: "NodeNext", target: "ES2023", strict: true, types: [], skipLibCheck: true };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["main.ts", "console.d.ts"] }),
    );
    writeFileSync(join(project, "console.d.ts"), "declare const console: { log(text: string): void };\n");
    await run(process.execPath, [join(repository, "node_modules/typescript/bin/tsc"), "-p", "."]);
    expect(JSON.parse(await run(process.execPath, ["main.js"]))).toEqual({
      greeting: "Good morning",
      bound: [{ server: "library", name: "find_book" }],
      answers: [
        expect.stringContaining("Walden stands on shelf 42"),
        expect.stringContaining("Emma stands on shelf 42"),
      ],
      requests: 1,
      turn: 2,
      task: 'Find the book "Emma"',
      alone: "answered",
      tokens: 2,
    });
  });

  it("runs as the program toolgap", { timeout: 30_000 }, async () => {
    const { version } = readJson<{ version: string }>("package.json");
    expect(await run("npx", ["--no-install", "toolgap", "--version"])).toBe(`${version}\n`);
    const program = join(project, "node_modules/.bin/toolgap");
    const report = JSON.parse(
      await run(program, ["run", "Delete the file notes.txt", "--provider", "offline", "--json"]),
    );
    expect(report.toolsCalled).toMatchObject([{ name: "fs_delete_file", ok: true, simulated: true }]);
  });
});
