import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgapHere } from "../cli/toolgap.js";

let server: Server | undefined;
beforeEach(() => {
  vi.stubEnv("TOOLGAP_CACHE_DIR", temporaryFolder());
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** An embedding model that knows one thing: letters and a pigeonhole belong together. */
async function serveEmbeddings({ status = 200 } = {}): Promise<void> {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[] };
    const data = [input].flat().map((text, index) => {
      const embedding = /letter|pigeonhole/i.test(text) ? [1, 0.1] : [0.1, 1];
      return { index, embedding };
    });
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
    response.end(JSON.stringify(status === 200 ? { data } : {}));
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
}

const folder = temporaryFolder();
mkdirSync(join(folder, "set"));
const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: "object" } });
const servers = [
  { name: "files", description: "Files.", tools: [tool("read", "Reads a file."), tool("copy", "Copies a file.")] },
  { name: "mail", description: "Letters.", tools: [tool("list", "Lists the letters.")] },
];
const task = { id: "a", query: "my pigeonhole", gold: [["mail", "list"]] };
writeFileSync(join(folder, "catalog.json"), JSON.stringify({ servers }));
writeFileSync(join(folder, "tasks.jsonl"), JSON.stringify(task));
const retrieval = (...args: string[]) =>
  toolgapHere([
    ...["eval", "retrieval", "--catalog", join(folder, "catalog.json"), "--tasks", join(folder, "tasks.jsonl")],
    ...args,
  ]);

describe("an embedding model", () => {
  it("is measured alone, and beside the words of hybrid", async () => {
    await serveEmbeddings();
    const { stdout, code } = await retrieval("--router", "hybrid,embeddings", "--embeddings", "openai:small", "--json");
    expect(code).toBe(0);
    const { runs, differences } = JSON.parse(stdout);
    const recalls = runs.map((run: { label: string; metrics: Record<string, number> }) => [
      run.label,
      run.metrics["recall@1"],
    ]);
    expect(recalls).toEqual([
      ["hybrid", 0],
      ["hybrid with embeddings", 1],
      ["embeddings", 1],
    ]);
    expect(differences.map(({ base, label }: { base: string; label: string }) => `${label} < ${base}`)).toEqual([
      "hybrid with embeddings < hybrid",
      "embeddings < hybrid",
    ]);
  });

  it("that fails is an error: nothing is measured without it in its name", async () => {
    await serveEmbeddings({ status: 500 });
    const { stdout, code } = await retrieval("--router", "embeddings", "--embeddings", "openai:small");
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
  });

  it("is needed by the router embeddings", async () => {
    const { code, stderr } = await retrieval("--router", "embeddings");
    expect(code).toBe(2);
    expect(stderr).toMatch(/needs a model: add --embeddings, for example openai:text-embedding-3-small/);
  });
});
