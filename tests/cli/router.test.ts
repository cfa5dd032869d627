import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { vectorOf } from "../support/fake-embedder.js";
import { toolgapHere } from "./toolgap.js";

let server: Server | undefined;
let cache = "";
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "cache-"));
  vi.stubEnv("TOOLGAP_CACHE_DIR", cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** An embedding model behind OpenAI's protocol, which the environment names; or one that always fails. */
async function serveEmbeddings({ status = 200, isSilent = false } = {}): Promise<void> {
  server = createServer(async (request, response) => {
    if (isSilent) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[] };
    const data = [input].flat().map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
    response.end(JSON.stringify(status === 200 ? { data } : {}));
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
}

const route = async (...flags: string[]) => {
  const { stdout, stderr, code } = await toolgapHere(["route", "look into my inbox", "--json", ...flags]);
  return { code, stderr, trace: code === 0 ? JSON.parse(stdout) : undefined };
};

describe("toolgap route --embeddings", () => {
  it("finds a tool by meaning, and keeps the vectors for the next run", async () => {
    await serveEmbeddings();
    const flags = ["--router", "tfidf", "--embeddings", "openai:small"];
    const { trace } = await route(...flags);
    expect(trace.tools[0].name).toBe("comm_read_email");
    expect(readdirSync(join(cache, "embeddings"))).toHaveLength(1);
    expect((await route(...flags)).trace).toEqual(trace);
  });

  it("answers by words when the model fails, and says so", async () => {
    await serveEmbeddings({ status: 500 });
    const { code, stderr, trace } = await route("--embeddings", "openai:small");
    expect(code).toBe(0);
    expect(stderr).toMatch(/embeddings: the model openai:small .*failed: 500/);
    expect(trace.notices).toContainEqual(expect.stringContaining("openai:small"));
  });

  it("answers by words after two seconds when the model says nothing", async () => {
    await serveEmbeddings({ isSilent: true });
    const started = performance.now();
    const { code, trace } = await route("--embeddings", "openai:small");
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(defaults.embeddings.batchTimeout / 2);
    expect(trace.notices).toContainEqual(expect.stringContaining("did not answer within 2 s"));
    expect(trace.comparisons).toBeGreaterThan(0);
  });

  it("an unknown router is told all that there are", async () => {
    const { code, stderr } = await route("--router", "magic");
    expect(code).toBe(2);
    expect(stderr).toContain('There is no router "magic": choose one of hybrid, tfidf, embeddings.');
  });

  it.each([
    ["--router", "embeddings"],
    ["--embedding-weight", "1"],
  ])("%s %s needs a model", async (...flags) => {
    const { code, stderr } = await route(...flags);
    expect(code).toBe(2);
    expect(stderr).toContain("needs a model: add --embeddings, for example openai:text-embedding-3-small");
  });
});

describe("an index on disk", () => {
  it("is kept for a big catalog only", async () => {
    await route("--router", "hybrid");
    expect(readdirSync(cache)).toEqual([]);
    const { trace } = await route("--router", "hybrid", "--num-tools", "1200");
    expect(readdirSync(join(cache, "indexes"))).toHaveLength(1);
    expect((await route("--router", "hybrid", "--num-tools", "1200")).trace).toEqual(trace);
  });
});
