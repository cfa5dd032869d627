import { type ChildProcess, spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
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

/** Starts a parent in a process group of its own and waits until its server is at work. */
async function startParent(entry: object, tag: string, ending: string, tool = "wait"): Promise<ChildProcess> {
  const folder = temporaryFolder();
  const config = writeConfig(folder, { [tag]: entry });
  const parent = spawn(process.execPath, ["--import", "tsx", parentScript, config, folder, ending, tool], {
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

function hasEnded(parent: ChildProcess): boolean {
  return parent.exitCode !== null || parent.signalCode !== null;
}

async function expectNothingLeft(parent: ChildProcess, tag: string): Promise<void> {
  await waitUntil(() => hasEnded(parent), 20_000);
  await waitUntil(() => processesOf(tag).length === 0, 8_000);
}

function guardOf(tag: string): number {
  const guard = processesOf(tag).find((pid) => processesOf("guard.mjs").includes(pid));
  if (guard === undefined) throw new Error("there is no guard");
  return guard;
}

const everything = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

const posix = process.platform !== "win32";

describe.runIf(posix)("nothing of a server is left", { concurrent: true, timeout: 60_000 }, () => {
  it.each([
    ["waits in mid-call", [], "wait", 2],
    ["keeps a timer", ["--timer"], "wait", 2],
    ["is too busy to read anything", [], "spin", 2],
    ["ignores SIGTERM and keeps a timer", ["--timer", "--ignore-term"], "wait", 2],
    ["has a child of its own", ["--child"], "wait", 3],
  ])("after kill -9 of the parent when the server %s", async (_name, flags, tool, processes) => {
    const tag = makeTag();
    const parent = await startParent(testEntry(tag, ...flags), tag, "hang", tool);
    expect(processesOf(tag)).toHaveLength(processes);
    parent.kill("SIGKILL");
    await expectNothingLeft(parent, tag);
  });

  it("after kill -9 of the parent when the server runs behind a shell", async () => {
    const tag = makeTag();
    const script = `"${process.execPath}" "${testServer}" ${tag} --timer; true`;
    const parent = await startParent({ command: "sh", args: ["-c", script] }, tag, "hang");
    expect(processesOf(tag)).toHaveLength(3);
    parent.kill("SIGKILL");
    await expectNothingLeft(parent, tag);
  });

  it("after kill -9 of the parent when a published server is in mid-call", async () => {
    const tag = makeTag();
    const entry = { command: process.execPath, args: [everything, "stdio", tag] };
    const parent = await startParent(entry, tag, "hang", "trigger-long-running-operation");
    expect(processesOf(tag)).toHaveLength(2);
    parent.kill("SIGKILL");
    await expectNothingLeft(parent, tag);
  });

  it("after kill -9 of the parent's whole process group", async () => {
    const tag = makeTag();
    const parent = await startParent(testEntry(tag, "--timer", "--child"), tag, "hang");
    process.kill(-(parent.pid ?? 0), "SIGKILL");
    await expectNothingLeft(parent, tag);
  });

  it.each([["SIGTERM"], ["SIGINT"]] as const)(
    "after %s to the parent's process group, as a terminal sends it",
    async (signal) => {
      const tag = makeTag();
      const parent = await startParent(testEntry(tag, "--timer"), tag, "hang");
      process.kill(-(parent.pid ?? 0), signal);
      await expectNothingLeft(parent, tag);
    },
  );

  it.each([["exception"], ["exit"], ["close"], ["forget"]])("after the parent's end by %s", async (ending) => {
    const tag = makeTag();
    const parent = await startParent(testEntry(tag, "--timer", "--child"), tag, ending);
    await expectNothingLeft(parent, tag);
    expect(parent.exitCode).toBe(ending === "exception" ? 1 : 0);
  });

  it("after the guard itself was killed, as long as the parent lives", async () => {
    const tag = makeTag();
    const parent = await startParent(testEntry(tag, "--timer", "--child"), tag, "hang");
    const guard = guardOf(tag);
    process.kill(guard, "SIGKILL");
    await waitUntil(() => processesOf(tag).length === 0, 8_000);
    expect(hasEnded(parent)).toBe(false);
    parent.kill("SIGKILL");
  });

  it.each([["SIGTERM"], ["SIGHUP"]] as const)("after %s to the guard", async (signal) => {
    const tag = makeTag();
    const parent = await startParent(testEntry(tag, "--timer", "--child"), tag, "hang");
    const guard = guardOf(tag);
    process.kill(guard, signal);
    await waitUntil(() => processesOf(tag).length === 0, 8_000);
    parent.kill("SIGKILL");
  });
});

describe.runIf(posix)("what the server is given", { timeout: 30_000 }, () => {
  it("does not show the environment in the arguments of any process", async () => {
    const tag = makeTag();
    const secret = makeTag();
    const parent = await startParent({ ...testEntry(tag), env: { TEST_TOKEN: secret } }, tag, "hang");
    expect(processesOf(tag)).toHaveLength(2);
    expect(processesOf(secret)).toHaveLength(0);
    parent.kill("SIGKILL");
    await expectNothingLeft(parent, tag);
  });
});
