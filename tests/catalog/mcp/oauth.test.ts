import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LoadedMcpServers, loadMcpServers } from "../../../catalog/sources/mcp/index.js";
import { temporaryFolder, writeConfig } from "./support.js";

const secret = "cl1ent-secret-of-the-test";
const token = "acc3ss-token-of-the-test";

let http: Server;
let origin: string;
let grants: { authorization: string | undefined; body: string }[];
let loaded: LoadedMcpServers | undefined;

/** An authorization server and an MCP server at one address. */
beforeEach(async () => {
  grants = [];
  http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const json = (value: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    } else if (request.url?.startsWith("/.well-known/oauth-authorization-server")) {
      json({
        ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
        ...{ response_types_supported: ["code"], grant_types_supported: ["client_credentials"] },
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
      });
    } else if (request.url === "/token") {
      grants.push({ authorization: request.headers.authorization, body });
      json({ access_token: token, token_type: "Bearer", expires_in: 3_600 });
    } else if (request.url !== "/mcp") response.writeHead(404).end();
    else if (request.headers.authorization !== `Bearer ${token}`) {
      const metadata = `${origin}/.well-known/oauth-protected-resource`;
      response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
    } else {
      const server = new McpServer({ name: "guarded", version: "1" });
      server.registerTool("whoami", {}, () => ({ content: [{ type: "text", text: "the client" }] }));
      server.registerTool("leak", {}, () => {
        throw new Error(`refused for ${request.headers.authorization}`);
      });
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await server.connect(transport);
      await transport.handleRequest(request, response, body === "" ? undefined : JSON.parse(body));
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  vi.stubEnv("TEST_CLIENT_SECRET", secret);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await loaded?.close();
  loaded = undefined;
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

async function load(issuer: string) {
  const folder = temporaryFolder();
  const clientSecret = "$" + "{TEST_CLIENT_SECRET}";
  const oauth = { clientId: "toolgap-test", clientSecret, issuer, scope: "tools" };
  const config = writeConfig(folder, { guarded: { url: `${origin}/mcp`, oauth } });
  const notices: string[] = [];
  const manifestDirectory = join(folder, "manifests");
  loaded = await loadMcpServers(config, { manifestDirectory, onNotice: (line) => notices.push(line) });
  return { ...loaded, notices, manifestDirectory };
}

describe("a server behind OAuth", () => {
  it("is used with a token got for the client's credentials, once for all its sessions", async () => {
    const { servers, failures } = await load(origin);
    expect(failures).toEqual([]);
    const whoami = servers[0]?.tools.find((tool) => tool.name === "whoami");
    await expect(whoami?.execute?.({}, {})).resolves.toMatchObject({ content: [{ text: "the client" }] });
    expect(grants).toHaveLength(1);
    expect(grants[0]?.authorization).toBe(`Basic ${Buffer.from(`toolgap-test:${secret}`).toString("base64")}`);
    expect(new URLSearchParams(grants[0]?.body).get("grant_type")).toBe("client_credentials");
    expect(new URLSearchParams(grants[0]?.body).get("scope")).toBe("tools");
  });

  it("does not get the credentials that are for another authorization server", async () => {
    const { failures } = await load("https://another.example");
    expect(failures).toHaveLength(1);
    expect(grants).toEqual([]);
  });

  it("shows neither secret nor token in notices, failures and manifests", async () => {
    const { servers, failures, notices, manifestDirectory } = await load(origin);
    const files = readdirSync(manifestDirectory).map((name) => readFileSync(join(manifestDirectory, name), "utf8"));
    expect(files).toHaveLength(1);
    expect(JSON.stringify([servers, failures, notices, files])).not.toMatch(new RegExp(`${secret}|${token}`));
  });
});
