/** A real HTTP server that says what it was asked, and small documents that point at it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { ToolCatalog } from "../../../catalog/index.js";
import { loadOpenApi, type OpenApiOptions } from "../../../catalog/sources/openapi/index.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-openapi-"));
const servers: Server[] = [];

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

export interface SeenRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

type Answer = (request: SeenRequest, response: ServerResponse) => void;

const echo: Answer = (request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(request));
};

/** Starts a server; `seen` holds what it was asked. */
export async function startServer(answer: Answer = echo): Promise<{ address: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method, url, headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
    seen.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

let count = 0;

/** Writes a document into a file and gives its path. */
export function writeDocument(document: unknown, ending = "json"): string {
  count += 1;
  const path = join(folder, `document-${count}.${ending}`);
  writeFileSync(path, typeof document === "string" ? document : JSON.stringify(document));
  return path;
}

/** A document of a few paths. */
export function smallDocument(address: string, paths: object, rest: object = {}) {
  return { openapi: "3.1.0", info: { title: "Small" }, servers: [{ url: address }], paths, ...rest };
}

/** Loads a document into a catalog of its own; `call` runs a tool of it. */
export async function loadDocument(document: unknown, options: OpenApiOptions = {}) {
  const definition = await loadOpenApi(writeDocument(document), { environment: {}, ...options });
  const catalog = new ToolCatalog([definition]);
  const call = (name: string, args: Record<string, unknown> = {}, signal?: AbortSignal) =>
    catalog.execute({ server: definition.name, name }, args, { signal });
  return { definition, catalog, call };
}

export function textOf({ content }: { content: { type: string; text?: string }[] }): string {
  return content.map((piece) => piece.text ?? "").join("\n");
}
