import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createProxyHost, serveHttp } from "../../graphs/mcp-server/index.js";
import { goldenCatalog } from "../golden/catalog.js";
import { call, connectHttp, hostOver, listen, makeClient, request, textsOf, token, use } from "./support.js";

const json = "application/json";
const greeting = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

/** `fetch` sets Host and Origin itself, so this goes by the socket. */
function send(
  url: string,
  headers: Record<string, string> = {},
  body = greeting,
  method = "POST",
  bodyAt: Promise<unknown> = Promise.resolve(),
) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const all = {
      "Content-Type": json,
      Accept: `${json}, text/event-stream`,
      Authorization: `Bearer ${token}`,
      ...headers,
    };
    const outgoing = httpRequest(url, { method, headers: all }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    outgoing.on("error", reject);
    outgoing.flushHeaders();
    void bodyAt.then(() => outgoing.end(body));
  });
}

describe("serving over HTTP", () => {
  it("answers a client with the token: request, call", async () => {
    const effects: { name: string; args: Record<string, unknown> }[] = [];
    const server = await listen(goldenCatalog(effects));
    const { client } = await connectHttp(server.url);
    const answer = await request(client, "files on disk", "read the text of a file");
    expect(answer).toMatchObject({ status: "loaded", tools: [{ name: "read_file", server: "files" }] });
    expect(textsOf(await call(client, "read_file", { path: "a.txt" }))).toEqual(["text of a.txt"]);
    expect(effects).toEqual([{ name: "read_file", args: { path: "a.txt" } }]);
  });

  it("refuses a missing and a wrong token with 401, and leaves no session", async () => {
    const server = await listen(goldenCatalog());
    const missing = await send(server.url, { Authorization: "" });
    expect([missing.status, missing.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="toolgap"']);
    const wrong = await send(server.url, { Authorization: "Bearer another" });
    expect([wrong.status, wrong.headers["www-authenticate"]]).toEqual([
      401,
      'Bearer realm="toolgap", error="invalid_token"',
    ]);
    expect(wrong.text).not.toContain(token);
    expect(server.sessions()).toBe(0);
    await expect(connectHttp(server.url, makeClient(), "another")).rejects.toThrow();
  });

  it("refuses a foreign Host and a foreign Origin with 403, though the token is right", async () => {
    const server = await listen(goldenCatalog());
    expect((await send(server.url, { Host: "tools.example.org" })).status).toBe(403);
    expect((await send(server.url, { Origin: "https://example.org" })).status).toBe(403);
    expect((await send(server.url)).status).toBe(200);
  });

  it("refuses a body that is too big with 413, and goes on", async () => {
    const server = await listen(goldenCatalog(), { maxMessageBytes: 10_000 });
    const big = greeting.replace('"raw"', `"${"x".repeat(20_000)}"`);
    expect((await send(server.url, {}, big)).status).toBe(413);
    expect(server.sessions()).toBe(0);
    expect((await send(server.url)).status).toBe(200);
  });

  it("answers what is no greeting and names no session, or an unknown one, without making one", async () => {
    const server = await listen(goldenCatalog());
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await send(server.url, {}, list)).status).toBe(400);
    expect((await send(server.url, { "Mcp-Session-Id": "unknown" }, list)).status).toBe(404);
    expect((await send(server.url, {}, "{ no json")).status).toBe(400);
    expect((await send(server.url, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await send(server.url.replace("/mcp", "/"))).status).toBe(404);
    expect(server.sessions()).toBe(0);
  });

  it("keeps sessions apart: loaded tools, budgets and long results of one are nothing to the other", async () => {
    const catalog = goldenCatalog();
    catalog.addTool("files", {
      name: "read_long",
      description: "Read a long text",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
      execute: async () => ({ content: [{ type: "text", text: "secret words ".repeat(2_000) }], isError: false }),
    });
    const server = await listen(catalog, { settings: { maxToolRequests: 1, maxResultTokens: 200 } });
    const [{ client: one }, { client: other }] = [await connectHttp(server.url), await connectHttp(server.url)];
    expect(server.sessions()).toBe(2);
    expect((await request(one, "files", "read the text of a file")).status).toBe("loaded");
    expect((await request(one, "mail", "send a mail message")).status).toBe("budget_spent");
    expect((await request(other, "files", "read the text of a file")).status).toBe("loaded");
    const long = textsOf(await call(one, "read_long")).join("\n");
    const id = /"id":"(r[0-9a-f]{16})"/.exec(long)![1]!;
    expect(textsOf(await call(one, "read_result", { id, offset: 100 }))[0]).toContain("secret words");
    const stolen = await call(other, "read_result", { id });
    expect(stolen.isError).toBe(true);
    expect(textsOf(stolen)[0]).not.toContain("secret words");
  });

  it("runs many clients side by side without mixing their answers", async () => {
    const server = await listen(goldenCatalog());
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectHttp(server.url)));
    const answers = await Promise.all(
      clients.flatMap(({ client }, index) =>
        [0, 1, 2].map((part) => call(client, "read_file", { path: `${index}-${part}` })),
      ),
    );
    expect(answers.map((answer) => textsOf(answer)[0])).toEqual(
      clients.flatMap((_, index) => [0, 1, 2].map((part) => `text of ${index}-${part}`)),
    );
  });

  it("ends a session that its client ends, and one that is idle", async () => {
    const server = await listen(goldenCatalog(), { idleTimeout: 150 });
    const { transport } = await connectHttp(server.url);
    await transport.terminateSession();
    expect(server.sessions()).toBe(0);
    // A client that only posts holds no response open.
    await send(server.url);
    expect(server.sessions()).toBe(1);
    await sleep(400);
    expect(server.sessions()).toBe(0);
  });

  it("waits for nothing more of what opened no session, or ended its own", async () => {
    const idleTimeout = 54_321;
    const server = await listen(goldenCatalog(), { idleTimeout });
    const started = vi.spyOn(globalThis, "setTimeout");
    const stopped = vi.spyOn(globalThis, "clearTimeout");
    const waiting = () =>
      started.mock.results.filter(
        ({ value }, index) =>
          started.mock.calls[index]![1] === idleTimeout && !stopped.mock.calls.some(([timer]) => timer === value),
      );
    try {
      for (let i = 0; i < 5; i++) expect((await send(server.url, {}, "{ no json")).status).toBe(400);
      const id = String((await send(server.url)).headers["mcp-session-id"]);
      await vi.waitFor(() => expect(waiting()).toHaveLength(1));
      expect((await send(server.url, { "Mcp-Session-Id": id }, "", "DELETE")).status).toBe(200);
      await sleep(50);
      expect(waiting()).toEqual([]);
    } finally {
      started.mockRestore();
      stopped.mockRestore();
    }
  });

  it("never has more sessions than it may, however many clients come before the first is greeted", async () => {
    const server = await listen(goldenCatalog(), { maxSessions: 3 });
    const bodyAt = sleep(200);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(server.url, {}, greeting, "POST", bodyAt).catch(() => undefined)),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(3);
    expect(server.sessions()).toBe(3);
    // They are idle now: room is found again.
    expect((await send(server.url)).status).toBe(200);
    expect(server.sessions()).toBe(3);
  });

  it("makes room for a new client by ending the session that is idle longest, and refuses when all are busy", async () => {
    const server = await listen(goldenCatalog(), { maxSessions: 2 });
    await send(server.url);
    const { client } = await connectHttp(server.url);
    expect(server.sessions()).toBe(2);
    await connectHttp(server.url);
    expect(server.sessions()).toBe(2);
    expect((await use(client, "describe_tool", { name: "read_file" })).isError).toBe(false);
    // Both listen, so neither is idle.
    await sleep(50);
    expect((await send(server.url)).status).toBe(503);
  });

  it("says which port is taken", async () => {
    const host = hostOver(goldenCatalog());
    const server = await listen(goldenCatalog());
    const port = Number(new URL(server.url).port);
    await expect(serveHttp(host, { port, token })).rejects.toThrow(
      `port ${port} on 127.0.0.1 cannot be listened on (EADDRINUSE): give another one after --http, 0 for any`,
    );
  });

  it("greets clients before the catalog is loaded", async () => {
    const host = createProxyHost({ backend: new Promise(() => {}), settings: {} });
    const server = await serveHttp(host, { port: 0, token });
    try {
      const { client } = await connectHttp(server.url);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["request_tools", "describe_tool", "call_tool"]);
    } finally {
      await server.close();
      await host.close();
    }
  });
});
