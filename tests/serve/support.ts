/** Clients of what is served: beside it in memory, over HTTP, and over the stdio of a real process. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach } from "vitest";
import type { ToolCatalog } from "../../catalog/index.js";
import { createRouter } from "../../catalog/search/index.js";
import { createProxyHost, type HttpOptions, type ProxyHostOptions, serveHttp } from "../../graphs/mcp-server/index.js";
import type { RequestAnswer } from "../../models/protocol.js";
import { repository } from "../cli/toolgap.js";

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Ends something after the test. */
export function closing(close: () => Promise<unknown>): void {
  open.push(close);
}

export type Person = (question: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>;

/** A client; with a person it declares that it can ask one. */
export function makeClient(person?: Person): Client {
  const client = new Client({ name: "test", version: "1" }, { capabilities: person ? { elicitation: {} } : {} });
  if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params));
  return client;
}

export type HostOptions = Partial<Omit<ProxyHostOptions, "backend">>;

/** A host over a catalog that is there already. */
export function hostOver(catalog: ToolCatalog, { settings = {}, ...options }: HostOptions = {}) {
  const backend = Promise.resolve({ catalog, router: createRouter("tfidf", catalog), states: () => [] });
  const host = createProxyHost({ ...options, backend, settings: { approval: "destructive", ...settings } });
  closing(() => host.close());
  return host;
}

/** Connects a client to a host, in memory. */
export async function connectTo(host: ReturnType<typeof hostOver>, client = makeClient()) {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const { session } = await host.connect(() => far);
  await client.connect(near);
  // From then on the client checks structured answers against the schemas that were listed.
  await client.listTools();
  closing(() => client.close());
  return { client, session: await session };
}

/** A client of a catalog, in memory. */
export function connect(catalog: ToolCatalog, options: HostOptions & { person?: Person } = {}) {
  return connectTo(hostOver(catalog, options), makeClient(options.person));
}

export const token = "a-token-of-the-tests-only";

/** Serves a catalog over real HTTP. */
export async function listen(catalog: ToolCatalog, options: HostOptions & Partial<HttpOptions> = {}) {
  const server = await serveHttp(hostOver(catalog, options), { port: 0, token, ...options });
  closing(() => server.close());
  return server;
}

/** Connects a client over HTTP. */
export async function connectHttp(url: string, client = makeClient(), bearer = token) {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${bearer}` } },
  });
  await client.connect(transport as Transport);
  closing(() => client.close());
  return { client, transport };
}

/** `toolgap serve` as a process of its own, and a client at its stdio; `stderr` collects what it says beside. */
export async function connectProcess(args: readonly string[], client = makeClient(), env: Record<string, string> = {}) {
  const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", loader, join(repository, "cli/main.ts"), "serve", ...args],
    cwd: repository,
    env: { PATH, HOME, TMPDIR, TOOLGAP_CACHE_DIR: join(TMPDIR, "toolgap-no-cache"), ...env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  await client.connect(transport);
  closing(() => client.close());
  return { client, transport, stderr: () => stderr };
}

/** Calls one of the three functions. */
export async function use(client: Client, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

/** Asks for one tool. */
export async function request(client: Client, server: string, tool: string): Promise<RequestAnswer> {
  const { structuredContent } = await use(client, "request_tools", { requests: [{ server, tool }] });
  return (structuredContent as { results: RequestAnswer[] }).results[0]!;
}

/** Calls a tool behind. */
export function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
  return use(client, "call_tool", { name, arguments: args });
}

/** The texts of a result, one for each piece. */
export function textsOf({ content }: CallToolResult): string[] {
  return content.map((piece) => (piece.type === "text" ? piece.text : `(${piece.type})`));
}
