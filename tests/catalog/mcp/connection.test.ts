import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readMcpConfig } from "../../../catalog/sources/mcp/config.js";
import { type ConnectionOptions, ServerConnection } from "../../../catalog/sources/mcp/connection.js";
import { makeTag, processesOf, temporaryFolder, testEntry, waitUntil, writeConfig } from "./support.js";

const open: ServerConnection[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});

async function connectTo(entry: object, options: ConnectionOptions = {}): Promise<ServerConnection> {
  const { servers } = await readMcpConfig(writeConfig(temporaryFolder(), { bench: entry }));
  const connection = new ServerConnection(servers[0]!, options);
  open.push(connection);
  return connection;
}

const text = (words: string) => ({ content: [{ type: "text", text: words }], isError: false });

describe("a connection", () => {
  it("starts no process before it is used, and one for calls that come together", async () => {
    const starts = join(temporaryFolder(), "starts");
    const tag = makeTag();
    const connection = await connectTo(testEntry(tag, `--starts=${starts}`));
    expect(processesOf(tag)).toEqual([]);
    const outcomes = await Promise.all([1, 2, 3].map((number) => connection.call("echo", { text: number })));
    expect(outcomes).toEqual([1, 2, 3].map((number) => text(`echo: ${number}`)));
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(1);
  });

  it("leaves no process after close, and refuses to start another", async () => {
    const tag = makeTag();
    const connection = await connectTo(testEntry(tag, "--timer", "--child"));
    await connection.call("echo", { text: "a" });
    await connection.close();
    expect(processesOf(tag)).toEqual([]);
    await expect(connection.call("echo", {})).rejects.toThrow("the connection was closed");
  });

  it("ends a server that is still starting when it is closed", async () => {
    const tag = makeTag();
    const connection = await connectTo(testEntry(tag, "--mute"));
    const call = connection.call("echo", {}).catch((error: Error) => error.message);
    await waitUntil(() => processesOf(tag).length === 1);
    await connection.close();
    expect(await call).toContain("the connection was closed");
    expect(processesOf(tag)).toEqual([]);
  });

  it("says why a server died in mid-call, and starts it again for the next call", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    await expect(connection.call("die", {})).rejects.toThrow(
      'server "bench": the call of "die" failed: it ended with exit code 4',
    );
    await expect(connection.call("echo", { text: "again" })).resolves.toEqual(text("echo: again"));
  });

  it("starts a server again that died between two calls", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    const first = (await connection.call("pid", {})).content[0] as { text: string };
    process.kill(Number(first.text), "SIGKILL");
    await waitUntil(() => !connection.open);
    await expect(connection.call("pid", {})).resolves.not.toEqual(text(first.text));
  });

  it("starts a server again whose death shows only when it is spoken to", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    const first = (await connection.call("pid", {})).content[0] as { text: string };
    process.kill(Number(first.text), "SIGKILL");
    // Blocks, so that no event can tell of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect(connection.open).toBe(true);
    await expect(connection.call("pid", {})).resolves.not.toEqual(text(first.text));
  });

  it("fails the calls under way when it is closed", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    await connection.call("echo", {});
    const call = connection.call("wait", { milliseconds: 60_000 });
    const expectation = expect(call).rejects.toThrow('the call of "wait" failed: the connection was closed');
    await connection.close();
    await expectation;
  });

  it("gives up a call after the timeout, tells the server, and goes on with it", async () => {
    const cancelled = join(temporaryFolder(), "cancelled");
    const connection = await connectTo(testEntry(makeTag(), `--cancelled=${cancelled}`), { callTimeout: 1_000 });
    await expect(connection.call("wait", { milliseconds: 60_000 })).rejects.toThrow("no answer within 1 s");
    await expect(connection.call("echo", { text: "on" })).resolves.toEqual(text("echo: on"));
    await waitUntil(() => existsSync(cancelled));
  });

  it("gives up a call whose signal is aborted, with the signal's reason", async () => {
    const cancelled = join(temporaryFolder(), "cancelled");
    const connection = await connectTo(testEntry(makeTag(), `--cancelled=${cancelled}`));
    await connection.call("echo", {});
    const controller = new AbortController();
    const call = connection.call("wait", { milliseconds: 60_000 }, { signal: controller.signal });
    const expectation = expect(call).rejects.toThrow(/^not needed any more$/);
    // The server reads in order: with this answer it has the call before it.
    await connection.call("echo", {});
    controller.abort(new Error("not needed any more"));
    await expectation;
    await waitUntil(() => existsSync(cancelled));
  });

  it("starts nothing for a signal that was aborted before", async () => {
    const tag = makeTag();
    const connection = await connectTo(testEntry(tag));
    await expect(connection.call("echo", {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(processesOf(tag)).toEqual([]);
  });

  it("lets one caller go away during the start without taking the others with it", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    const controller = new AbortController();
    const leaving = connection.call("echo", {}, { signal: controller.signal });
    const staying = connection.call("echo", { text: "here" });
    controller.abort(new Error("leaving"));
    await expect(leaving).rejects.toThrow("leaving");
    await expect(staying).resolves.toEqual(text("echo: here"));
  });

  it("leaves no listener on the caller's signal", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    await connection.call("echo", {}, { signal });
    expect(listeners).toBe(0);
  });

  it("passes more to a server than a pipe holds, and takes as much back", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    const long = "x".repeat(3_000_000);
    await expect(connection.call("echo", { text: long })).resolves.toEqual(text(`echo: ${long}`));
  });

  it("is not disturbed by lines that are no messages", async () => {
    const connection = await connectTo(testEntry(makeTag(), "--noise"));
    await expect(connection.call("echo", { text: "a" })).resolves.toEqual(text("echo: a"));
  });
});

describe("a server that cannot be used", () => {
  it.each([
    [{ command: "no-such-command-anywhere" }, 'its command "no-such-command-anywhere" was not found'],
    [{ command: "./package.json" }, `its command "${resolve("package.json")}" may not be executed`],
    [{ command: "node", cwd: "no/such/folder" }, `its folder "${resolve("no/such/folder")}" does not exist`],
    [testEntry(makeTag(), "--exit"), "it ended with exit code 3"],
    [testEntry(makeTag(), "--mute"), "no answer within 1 s"],
    [{ url: "http://127.0.0.1:49151/mcp" }, "it cannot be reached"],
  ])("says so in one line: %j", async (entry, reason) => {
    const connection = await connectTo(entry, { startTimeout: 1_000 });
    const error = await connection.list().catch((caught: Error) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining(reason) });
    expect((error as Error).message).toMatch(/^server "bench": it could not be started: .*$/);
  });

  it("is quoted with its last words, without the secret in them", async () => {
    const env = { TEST_TOKEN: "s3cr3t-value" };
    const connection = await connectTo({ ...testEntry(makeTag(), "--complain", "--exit"), env });
    await expect(connection.list()).rejects.toThrow(
      "it ended with exit code 3; it last said: cannot go on: token [secret] is refused",
    );
  });

  it("is quoted with its error, which stands above the stack trace", async () => {
    const connection = await connectTo({ command: "node", args: ["no/such/script.js"] });
    await expect(connection.list()).rejects.toThrow(
      `it ended with exit code 1; it last said: Error: Cannot find module '${resolve("no/such/script.js")}'`,
    );
  });

  it("is stopped when one message is larger than can be taken, and starts again", async () => {
    const connection = await connectTo(testEntry(makeTag()));
    await expect(connection.call("flood", {})).rejects.toThrow(
      "it was stopped: it sent more than 10 MB in one message",
    );
    await expect(connection.call("echo", { text: "a" })).resolves.toEqual(text("echo: a"));
  });

  it("is started again by the next attempt", async () => {
    const starts = join(temporaryFolder(), "starts");
    const connection = await connectTo(testEntry(makeTag(), "--exit", `--starts=${starts}`));
    await expect(connection.list()).rejects.toThrow();
    // Left alone for a second first, however often it is wanted.
    await expect(connection.list()).rejects.toThrow(/its command|ended with exit code 3.*; it is tried again in 1 s$/);
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await expect(connection.list()).rejects.toThrow();
    expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(2);
  });

  it("masks credentials in results, and leaves folders and modes there", async () => {
    const env = { TEST_TOKEN: "s3cr3t-value", WORK_FOLDER: "/srv/projects", SHORT_KEY: "word" };
    const connection = await connectTo({ ...testEntry(makeTag()), env });
    const text = "s3cr3t-value, /srv/projects, word";
    await expect(connection.call("echo", { text })).resolves.toMatchObject({
      content: [{ text: "echo: [secret], /srv/projects, word" }],
    });
  });

  it("keeps the secret out of an error of the protocol", async () => {
    const connection = await connectTo({ ...testEntry(makeTag()), env: { TEST_TOKEN: "s3cr3t-value" } });
    await expect(connection.call("refuse", {})).rejects.toThrow('the call of "refuse" failed: refused with [secret]');
  });
});

describe("the list of tools", () => {
  it("is read over all pages", async () => {
    const connection = await connectTo(testEntry(makeTag(), "--pages"));
    const { tools } = await connection.list();
    expect(tools.map((tool) => tool.name)).toEqual(["echo", "wait", "spin", "die", "pid"]);
  });

  it.each([
    ["--endless", 100],
    ["--circle", 2],
  ])("ends with %s cursors, and what was not read is named", async (flag, pages) => {
    const { tools, setAside } = await (await connectTo(testEntry(makeTag(), flag))).list();
    expect(tools).toHaveLength(5);
    expect(setAside).toMatchObject([{ server: "bench", reason: expect.stringContaining(`${pages} pages were read`) }]);
  });

  it("is empty for a server without tools", async () => {
    const { tools, setAside } = await (await connectTo(testEntry(makeTag(), "--no-tools"))).list();
    expect({ tools, setAside }).toEqual({ tools: [], setAside: [] });
  });

  it("keeps every usable tool of a server with broken ones, and each can be called", async () => {
    const connection = await connectTo(testEntry(makeTag(), "--odd"));
    const { tools, setAside } = await connection.list();
    const names = tools.map((tool) => tool.name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...["no_type", "array_type", "top_any_of", "boolean_property", "null_required", "null_description"],
        ...["no_description", "boolean_schema", "no_schema", "bad_output", "output_no_schema"],
        ...["structured_missing", "structured_wrong", "odd_annotations", "grow"],
      ]),
    );
    expect(setAside.map((tool) => tool.name)).toEqual([
      "#21",
      "text_schema",
      "array_schema",
      "#24",
      "#25",
      "echo",
      "task_only",
    ]);
    expect(tools.find((tool) => tool.name === "null_description")?.description).toBe("");
    for (const name of names.filter((candidate) => !["wait", "spin", "die", "pid", "no_schema"].includes(candidate))) {
      const outcome = await connection.call(name, { text: "x" });
      expect(outcome.isError).toBe(false);
      expect(outcome.content).toHaveLength(1);
    }
    await expect(connection.call("structured_wrong", {})).resolves.toMatchObject({ structured: { text: "no number" } });
    await expect(connection.call("no_schema", {})).resolves.toEqual({
      content: [
        { type: "text", text: '{"type":"hologram","depth":3}' },
        { type: "text", text: "bare" },
      ],
      isError: true,
    });
  });
});
