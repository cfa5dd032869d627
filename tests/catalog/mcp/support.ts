/** Configurations of the test server, temporary folders, and a look at which processes are alive. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";

export const testServer = resolve("tests/fixtures/mcp/server.mjs");
export const parentScript = resolve("tests/fixtures/mcp/parent.ts");

/** A word that no other process has in its arguments. */
export function makeTag(): string {
  return `tag-${randomUUID()}`;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolgap-mcp-"));
  folders.push(folder);
  return folder;
}

/** Writes an `mcp.json` and gives its path. */
export function writeConfig(folder: string, mcpServers: Record<string, unknown>): string {
  const path = join(folder, "mcp.json");
  writeFileSync(path, JSON.stringify({ mcpServers }));
  return path;
}

/** The entry of a test server in an `mcp.json`. */
export function testEntry(tag: string, ...flags: string[]) {
  return { command: process.execPath, args: [testServer, tag, ...flags] };
}

/** Process ids whose arguments hold the tag; those that only wait to be reaped do not count. */
export function processesOf(tag: string): number[] {
  if (existsSync("/proc/self/cmdline")) {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && readArguments(name).includes(tag))
      .map(Number);
  }
  return execFileSync("ps", ["-Aww", "-o", "pid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(tag) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

function readArguments(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Waits until a condition holds; gives the milliseconds it took. */
export async function waitUntil(holds: () => boolean, limit = 10_000): Promise<number> {
  const start = performance.now();
  while (!holds()) {
    if (performance.now() - start > limit) throw new Error(`not so within ${limit} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return performance.now() - start;
}
