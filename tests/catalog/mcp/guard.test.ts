import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadMcpServers } from "../../../catalog/sources/mcp/index.js";
import {
  makeTag,
  parentScript,
  processesOf,
  temporaryFolder,
  testEntry,
  testServer,
  waitUntil,
  writeConfig,
} from "./support.js";

/** Starts a parent in a process group of its own and waits until its servers are at work. */
async function startParent(servers: Record<string, object>, ending: string): Promise<ChildProcess> {
  const folder = temporaryFolder();
  const config = writeConfig(folder, servers);
  const parent = spawn(process.execPath, ["--import", "tsx", parentScript, config, folder, ending], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  parent.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  await waitUntil(() => output !== "" || parent.exitCode !== null, 20_000);
  expect(output.trim()).toMatch(/^(busy|up)$/);
  return parent;
}

const hasEnded = (parent: ChildProcess) => parent.exitCode !== null || parent.signalCode !== null;
const nothingLeft = (tag: string) => waitUntil(() => processesOf(tag).length === 0, 20_000);

const everything = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
const shell = (tag: string) => ({
  command: "sh",
  args: ["-c", `"${process.execPath}" "${testServer}" ${tag} --timer; true`],
});

const posix = process.platform !== "win32";

describe.runIf(posix)("after kill -9 of the parent nothing is left of a server", { timeout: 60_000 }, () => {
  // The tag names the server too, so that its guard counts.
  const cases = [
    { name: "that is in mid-call", processes: 2, tool: "wait", entry: (tag: string) => testEntry(tag, "--hold") },
    { name: "that keeps a timer", processes: 2, tool: "wait", entry: (tag: string) => testEntry(tag, "--timer") },
    { name: "that is too busy to read anything", processes: 2, tool: "spin", entry: (tag: string) => testEntry(tag) },
    {
      name: "that ignores SIGTERM and keeps a timer",
      processes: 2,
      tool: "wait",
      entry: (tag: string) => testEntry(tag, "--timer", "--ignore-term"),
    },
    { name: "with a child of its own", processes: 3, tool: "wait", entry: (tag: string) => testEntry(tag, "--child") },
    { name: "that runs behind a shell", processes: 3, tool: "wait", entry: shell },
    {
      name: "that was published by others and is in mid-call",
      processes: 2,
      tool: "trigger-long-running-operation",
      entry: (tag: string) => ({ command: process.execPath, args: [everything, "stdio", tag] }),
    },
  ].map((each) => ({ ...each, tag: makeTag() }));
  const before = new Map<string, number>();

  beforeAll(async () => {
    const servers = cases.map(({ tag, tool, entry }) => [tag, { ...entry(tag), description: tool }]);
    const parent = await startParent(Object.fromEntries(servers), "hang");
    for (const { tag } of cases) before.set(tag, processesOf(tag).length);
    parent.kill("SIGKILL");
  }, 60_000);

  it.each(cases)("$name", async ({ tag, processes }) => {
    expect(before.get(tag)).toBe(processes);
    await nothingLeft(tag);
  });
});

describe.runIf(posix)("nothing is left of a server", { concurrent: true, timeout: 60_000 }, () => {
  const entryOf = (tag: string) => ({ ...testEntry(tag, "--timer", "--child"), description: "wait" });

  it("after kill -9 of the parent's whole process group", async () => {
    const tag = makeTag();
    const parent = await startParent({ [tag]: entryOf(tag) }, "hang");
    process.kill(-(parent.pid ?? 0), "SIGKILL");
    await nothingLeft(tag);
  });

  it.each([["SIGTERM"], ["SIGINT"]] as const)(
    "after %s to the parent's group, as a terminal sends it",
    async (signal) => {
      const tag = makeTag();
      const parent = await startParent({ [tag]: entryOf(tag) }, "hang");
      process.kill(-(parent.pid ?? 0), signal);
      await nothingLeft(tag);
      await waitUntil(() => hasEnded(parent));
      expect(parent.signalCode).toBe(signal);
    },
  );

  it.each([
    ["exception", 1],
    ["exit", 0],
    ["close", 0],
    ["forget", 0],
  ])("after the parent's end by %s", async (ending, code) => {
    const tag = makeTag();
    const parent = await startParent({ [tag]: entryOf(tag) }, ending);
    await nothingLeft(tag);
    await waitUntil(() => hasEnded(parent));
    expect(parent.exitCode).toBe(code);
  });
});

describe.runIf(posix)("the guard", { timeout: 30_000 }, () => {
  const closers: (() => Promise<void>)[] = [];

  afterAll(async () => {
    await Promise.all(closers.map((close) => close()));
  });

  async function startServer(tag: string, env = {}): Promise<number> {
    const folder = temporaryFolder();
    const config = writeConfig(folder, { [tag]: { ...testEntry(tag, "--timer", "--child"), env } });
    const loaded = await loadMcpServers(config, { manifestDirectory: folder });
    closers.push(loaded.close);
    const guards = processesOf("guard.mjs");
    const guard = processesOf(tag).find((pid) => guards.includes(pid));
    expect(processesOf(tag)).toHaveLength(3);
    return guard ?? 0;
  }

  it.each([["SIGTERM"], ["SIGINT"], ["SIGHUP"]] as const)(
    "takes everything with it when it is sent %s",
    async (signal) => {
      const tag = makeTag();
      process.kill(await startServer(tag), signal);
      await nothingLeft(tag);
    },
  );

  it("takes everything with it even when it is killed, as long as the parent lives", async () => {
    const tag = makeTag();
    process.kill(await startServer(tag), "SIGKILL");
    await nothingLeft(tag);
  });

  it("takes the child of a server that died alone", async () => {
    const tag = makeTag();
    const guard = await startServer(tag);
    const servers = processesOf("server.mjs");
    const server = processesOf(tag).find((pid) => servers.includes(pid) && pid !== guard);
    process.kill(server ?? 0, "SIGKILL");
    await nothingLeft(tag);
  });

  it("shows the server's environment in the arguments of no process", async () => {
    const secret = makeTag();
    await startServer(makeTag(), { TEST_TOKEN: secret });
    expect(processesOf(secret)).toEqual([]);
  });
});
