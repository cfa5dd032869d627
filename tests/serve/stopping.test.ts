import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { serveHttp, serveStdio } from "../../graphs/mcp-server/index.js";
import { RunningCalls, ServerStopping } from "../../nodes/proxy/running-calls.js";
import { goldenCatalog } from "../golden/catalog.js";
import { call, connectHttp, connectTo, hostOver, makeClient, request, textsOf, token } from "./support.js";

/** The first call of all loads what the sessions are made of. */
const soon = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000 });

/** A catalog with one tool that answers when it is told to, and heeds no signal. */
function slowCatalog() {
  let finish = () => {};
  let isRunning = false;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const execute = async () => {
    isRunning = true;
    await done;
    return { content: [{ type: "text" as const, text: "done" }], isError: false };
  };
  const annotations = { readOnlyHint: true };
  const slow = { name: "slow", description: "Takes its time", inputSchema: { type: "object" }, annotations, execute };
  const catalog = new ToolCatalog([{ name: "slow", description: "Slow things", tools: [slow] }]);
  return { catalog, finish: () => finish(), running: () => soon(() => expect(isRunning).toBe(true)) };
}

const refused = "toolgap is being stopped and runs no more calls. This one was not run.";

describe("a host that is stopped", () => {
  it("answers a call under way with its result where it ends within the grace, and refuses new ones", async () => {
    const { catalog, finish, running } = slowCatalog();
    const host = hostOver(catalog);
    const { client } = await connectTo(host);
    const answer = call(client, "slow");
    await running();
    expect(host.calls()).toBe(1);
    const stopped = host.stop(20_000);
    const late = await call(client, "slow");
    expect([late.isError, textsOf(late)]).toEqual([true, [refused]]);
    finish();
    expect(textsOf(await answer)).toEqual(["done"]);
    await stopped;
    expect([host.calls(), host.isStopping()]).toEqual([0, true]);
  });

  it("says of a call that is cut off that it may have taken effect", async () => {
    const { catalog, running } = slowCatalog();
    const host = hostOver(catalog);
    const { client } = await connectTo(host);
    const answer = call(client, "slow");
    await running();
    await host.close();
    const { isError, content } = await answer;
    expect([isError, content]).toEqual([true, [{ type: "text", text: expect.stringContaining("may or may not") }]]);
  });

  it("says of a call that waits for a person that it was not run, and takes the question back", async () => {
    const effects: { name: string; args: Record<string, unknown> }[] = [];
    const host = hostOver(goldenCatalog(effects));
    let isAsked = false;
    const person = () => {
      isAsked = true;
      return new Promise<never>(() => {});
    };
    const { client } = await connectTo(host, makeClient(person));
    const answer = call(client, "erase_file", { path: "a.txt" });
    await soon(() => expect(isAsked).toBe(true));
    await host.stop(50);
    expect(textsOf(await answer)).toEqual([refused]);
    expect(effects).toEqual([]);
  });

  it("answers requests that wait for the catalog", async () => {
    const { createProxyHost } = await import("../../graphs/mcp-server/index.js");
    const host = createProxyHost({ backend: new Promise(() => {}), settings: {} });
    const { client } = await connectTo(host);
    const asked = client.callTool({ name: "request_tools", arguments: { requests: [{ server: "", tool: "x" }] } });
    await soon(() => expect(host.calls()).toBe(1));
    await host.close();
    expect(await asked).toMatchObject({ isError: true, content: [{ text: refused }] });
  });
});

describe("a server over HTTP that is closed", () => {
  it("sends the answers of all its clients before it ends their sessions", async () => {
    const { catalog, running } = slowCatalog();
    const host = hostOver(catalog);
    const server = await serveHttp(host, { port: 0, token });
    const clients = await Promise.all([1, 2, 3].map(() => connectHttp(server.url)));
    const answers = clients.map(({ client }) => call(client, "slow"));
    await running();
    await soon(() => expect(host.calls()).toBe(3));
    const closed = server.close(200);
    await expect(connectHttp(server.url)).rejects.toThrow("The server is stopping.");
    for (const answer of answers) expect((await answer).isError).toBe(true);
    await closed;
    expect(server.sessions()).toBe(0);
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it("waits for nobody where nothing is under way", async () => {
    const server = await serveHttp(hostOver(goldenCatalog()), { port: 0, token });
    const { client } = await connectHttp(server.url);
    expect((await request(client, "files", "read the text of a file")).status).toBe("loaded");
    await server.close(60_000);
    expect(server.sessions()).toBe(0);
  });
});

describe("a server over streams that is told to stop", () => {
  it("answers the call under way, then ends", async () => {
    const { catalog, running } = slowCatalog();
    const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
    const ended = serveStdio(hostOver(catalog), { input, output, signal: stop.signal, grace: 50 });
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    const params = { name: "call_tool", arguments: { name: "slow", arguments: {} } };
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params })}\n`);
    await running();
    stop.abort();
    await ended;
    expect(JSON.parse(text)).toMatchObject({ id: 7, result: { isError: true } });
  });
});

describe("running calls", () => {
  it("are aborted with their client's signal, and forgotten", async () => {
    const calls = new RunningCalls();
    const client = new AbortController();
    const call = calls.run(client.signal, () => new Promise<never>(() => {}));
    expect(calls.size).toBe(1);
    client.abort(new Error("gone"));
    await expect(call).rejects.toThrow("gone");
    expect(calls.size).toBe(0);
  });

  it("whose client has gone away already are not begun", async () => {
    const calls = new RunningCalls();
    const begin = vi.fn();
    await expect(calls.run(AbortSignal.abort(new Error("gone")), begin)).rejects.toThrow("gone");
    expect(begin).not.toHaveBeenCalled();
    expect(calls.size).toBe(0);
  });

  it("that are new once it ends are not begun", async () => {
    const calls = new RunningCalls();
    await calls.end(0);
    const begin = vi.fn();
    await expect(calls.run(new AbortController().signal, begin)).rejects.toThrow(ServerStopping);
    expect(begin).not.toHaveBeenCalled();
  });
});
