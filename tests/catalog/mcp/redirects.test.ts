/** Where the headers of an HTTP server go: two real servers, of which one leads to the other. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { type LoadedMcpServers, loadMcpServers } from "../../../catalog/sources/mcp/index.js";
import { temporaryFolder, writeConfig } from "./support.js";

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const servers: Server[] = [];
let loaded: LoadedMcpServers | undefined;

afterEach(async () => {
  await loaded?.close();
  loaded = undefined;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server; what `lead` answers itself is not answered by MCP, which is at any path. */
async function startServer(lead: (request: Seen, response: ServerResponse) => boolean = () => false) {
  const seen: Seen[] = [];
  const http = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method, url, headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
    seen.push(request);
    if (lead(request, response)) return;
    const server = new McpServer({ name: "bench", version: "1" });
    server.registerTool("ping", {}, () => ({ content: [{ type: "text", text: "pong" }] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await server.connect(transport);
    await transport.handleRequest(incoming, response, request.body === "" ? undefined : JSON.parse(request.body));
  });
  servers.push(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, seen };
}

async function load(origin: string, rest: object = {}) {
  const folder = temporaryFolder();
  const headers = { Authorization: "Bearer s3cret-token", "X-Api-Key": "s3cret-key" };
  const config = writeConfig(folder, { remote: { url: `${origin}/mcp`, headers, ...rest } });
  loaded = await loadMcpServers(config, { manifestDirectory: folder });
  return { ...loaded, call: () => loaded!.servers[0]!.tools[0]!.execute!({}, {}) };
}

const redirect = (response: ServerResponse, status: number, location: string): true => {
  response.writeHead(status, { location }).end();
  return true;
};

describe("an HTTP server that redirects", () => {
  it.each([301, 302, 303, 307, 308])("to another origin with %i is refused: nothing reaches it", async (status) => {
    const other = await startServer();
    const first = await startServer((_request, response) => redirect(response, status, `${other.origin}/mcp?a=b`));
    const { failures } = await load(first.origin);
    expect(failures).toEqual([
      {
        server: "remote",
        reason:
          `it could not be started: it redirects to ${other.origin}/mcp, another server: ` +
          "where that one is meant, put it into the url",
      },
    ]);
    expect(first.seen.length).toBeGreaterThan(0);
    expect(other.seen).toEqual([]);
  });

  it("to another origin in the middle of a session is refused too", async () => {
    const other = await startServer();
    let moved = false;
    const first = await startServer((_request, response) => moved && redirect(response, 307, `${other.origin}/mcp`));
    const { call } = await load(first.origin);
    await expect(call()).resolves.toMatchObject({ content: [{ text: "pong" }] });
    moved = true;
    await expect(call()).rejects.toThrow(`it redirects to ${other.origin}/mcp, another server`);
    expect(other.seen).toEqual([]);
  });

  it("within its origin is followed, with its headers", async () => {
    const first = await startServer(
      ({ url }, response) => url === "/mcp" && redirect(response, 307, `${first.origin}/v2/mcp`),
    );
    const { call } = await load(first.origin);
    await expect(call()).resolves.toMatchObject({ content: [{ text: "pong" }] });
    const followed = first.seen.filter(({ url }) => url === "/v2/mcp");
    expect(followed.length).toBeGreaterThan(1);
    for (const { headers } of followed)
      expect(headers).toMatchObject({ authorization: "Bearer s3cret-token", "x-api-key": "s3cret-key" });
  });
});

describe("an authorization server elsewhere", () => {
  it("is asked without the headers of the server", async () => {
    const login = await startServer(({ url }, response) => {
      const { origin } = login;
      const answer = url?.startsWith("/token")
        ? { access_token: "acc3ss-token", token_type: "Bearer", expires_in: 3_600 }
        : {
            ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
            ...{ response_types_supported: ["code"], token_endpoint_auth_methods_supported: ["client_secret_basic"] },
            grant_types_supported: ["client_credentials"],
          };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return true;
    });
    const guarded = await startServer(({ url, headers }, response) => {
      const metadata = `${guarded.origin}/.well-known/oauth-protected-resource`;
      if (url?.startsWith("/.well-known/")) {
        const answer = { resource: `${guarded.origin}/mcp`, authorization_servers: [login.origin] };
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      } else if (headers.authorization === "Bearer acc3ss-token") return false;
      else response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
      return true;
    });
    const oauth = { clientId: "toolgap-test", clientSecret: "cl1ent-secret", issuer: login.origin };
    const { failures, call } = await load(guarded.origin, { headers: { "X-Api-Key": "s3cret-key" }, oauth });
    expect(failures).toEqual([]);
    await expect(call()).resolves.toMatchObject({ content: [{ text: "pong" }] });
    expect(login.seen.length).toBeGreaterThan(1);
    for (const { headers } of login.seen) expect(headers).not.toHaveProperty("x-api-key");
    for (const { headers } of guarded.seen) expect(headers).toHaveProperty("x-api-key", "s3cret-key");
  });
});
