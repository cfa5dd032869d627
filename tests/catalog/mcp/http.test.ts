import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type LoadedMcpServers, loadMcpServers } from "../../../catalog/sources/mcp/index.js";
import { temporaryFolder, waitUntil, writeConfig } from "./support.js";

const token = "t0ken-of-the-test";

let http: Server;
let url: string;
let requests: { method: string | undefined; headers: IncomingHttpHeaders }[];
let sessions: Map<string, StreamableHTTPServerTransport>;
let sleeping: boolean;
let cancelled: boolean;
let loaded: LoadedMcpServers | undefined;

function createBench(): McpServer {
  const server = new McpServer({ name: "bench", version: "1" }, { instructions: "Adds numbers." });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: "text", text: `${a + b}` }],
  }));
  server.registerTool("sleep", {}, async ({ signal }) => {
    sleeping = true;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    cancelled = true;
    return { content: [] };
  });
  return server;
}

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await createBench().connect(transport);
  return transport;
}

beforeEach(async () => {
  requests = [];
  sessions = new Map();
  sleeping = false;
  cancelled = false;
  http = createServer(async (request, response) => {
    requests.push({ method: request.method, headers: request.headers });
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end(`refused: ${request.headers.authorization}`);
      return;
    }
    const id = request.headers["mcp-session-id"] as string | undefined;
    const transport = id === undefined ? await openSession() : sessions.get(id);
    if (transport) await transport.handleRequest(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  vi.stubEnv("TEST_BEARER", token);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await loaded?.close();
  loaded = undefined;
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

async function load(headers: object, options = {}): Promise<LoadedMcpServers> {
  const folder = temporaryFolder();
  const config = writeConfig(folder, { remote: { type: "http", url, headers } });
  loaded = await loadMcpServers(config, { manifestDirectory: folder, ...options });
  return loaded;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how variables are written in the file
const bearer = { Authorization: "Bearer ${TEST_BEARER}", "X-Team": "blue" };
const executorOf = (name: string) => loaded!.servers[0]!.tools.find((tool) => tool.name === name)!.execute!;

describe("a streamable HTTP server", () => {
  it("is listed and called, with its headers on every request", async () => {
    const { servers, failures } = await load(bearer);
    expect(failures).toEqual([]);
    expect(servers).toMatchObject([
      { name: "remote", description: "Adds numbers.", tools: [{ name: "add" }, { name: "sleep" }] },
    ]);
    await expect(executorOf("add")({ a: 2, b: 3 }, {})).resolves.toEqual({
      content: [{ type: "text", text: "5" }],
      isError: false,
    });
    expect(requests.length).toBeGreaterThan(3);
    for (const { headers } of requests) {
      expect(headers).toMatchObject({ authorization: `Bearer ${token}`, "x-team": "blue" });
    }
  });

  it("that refuses access is a failure that shows no secret, though the server repeats it", async () => {
    const { servers, failures } = await load({ Authorization: "Bearer wr0ng-token" });
    expect(servers).toEqual([]);
    expect(failures).toEqual([
      { server: "remote", reason: "it could not be started: it refused access (HTTP 401): check its headers" },
    ]);
  });

  it("that has forgotten the session is asked again in a new one", async () => {
    await load(bearer);
    sessions.clear();
    await expect(executorOf("add")({ a: 1, b: 1 }, {})).resolves.toMatchObject({ content: [{ text: "2" }] });
    expect(sessions.size).toBe(1);
  });

  it("is told that a call was given up", async () => {
    await load(bearer);
    const controller = new AbortController();
    const call = executorOf("sleep")({}, { signal: controller.signal });
    const expectation = expect(call).rejects.toThrow("enough");
    await waitUntil(() => sleeping);
    controller.abort(new Error("enough"));
    await expectation;
    await waitUntil(() => cancelled);
  });

  it("gives up after the timeout", async () => {
    await load(bearer, { callTimeout: 200 });
    await expect(executorOf("sleep")({}, {})).rejects.toThrow('the call of "sleep" failed: no answer within 0.2 s');
  });

  it("hears that its session is over", async () => {
    await load(bearer);
    expect(sessions.size).toBe(1);
    await loaded?.close();
    expect(sessions.size).toBe(0);
    expect(requests.at(-1)?.method).toBe("DELETE");
  });

  it("that went away is an error, and is found again when it is back", async () => {
    await load(bearer);
    const { port } = http.address() as AddressInfo;
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    await expect(executorOf("add")({ a: 1, b: 1 }, {})).rejects.toThrow(
      'server "remote": the call of "add" failed: it cannot be reached',
    );
    sessions.clear();
    await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
    await expect(executorOf("add")({ a: 1, b: 1 }, {})).resolves.toMatchObject({ content: [{ text: "2" }] });
  });

  it("that dies in mid-call fails the call long before the timeout", async () => {
    await load(bearer);
    const call = executorOf("sleep")({}, {});
    const expectation = expect(call).rejects.toThrow('the call of "sleep" failed: the connection was closed');
    await waitUntil(() => requests.filter(({ method }) => method === "POST").length === 4);
    http.close();
    http.closeAllConnections();
    await expectation;
  });
});
