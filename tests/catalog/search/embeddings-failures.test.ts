import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createTfidfRouter, ToolCatalog } from "../../../catalog/index.js";
import {
  createEmbeddingIndex,
  type EmbeddingOptions,
  withEmbeddings,
} from "../../../catalog/search/embeddings/index.js";
import { resolveEmbedder } from "../../../models/embeddings.js";
import { FakeEmbedder, vectorOf } from "../../support/fake-embedder.js";

const tools = (...names: string[]) =>
  names.map((name) => ({ name, description: name.replace("_", " "), inputSchema: { type: "object" } }));
const catalogOf = () =>
  new ToolCatalog([
    { name: "post", description: "", tools: tools("fetch_emails", "send_letter") },
    { name: "sky", description: "", tools: tools("weather", "star_chart", "moon_phase") },
  ]);
const request = { tool: "star chart for my inbox" };

function setUp(options: Partial<EmbeddingOptions> = {}, embedder = new FakeEmbedder()) {
  const catalog = catalogOf();
  const words = createTfidfRouter(catalog);
  const notices: string[] = [];
  const index = createEmbeddingIndex(catalog, {
    embedder,
    model: "fake",
    cacheDirectory: false,
    requestTimeout: 100,
    pauseAfterFailure: 0,
    ...options,
  });
  return {
    catalog,
    words,
    index,
    embedder,
    notices,
    both: withEmbeddings(words, index, { onNotice: (line) => notices.push(line) }),
  };
}

type SetUp = ReturnType<typeof setUp>;

/** The answer is that of the words, with one notice. */
async function expectWordsAlone({ both, words }: SetUp, notice: string): Promise<void> {
  const { notices, ...trace } = await both.route(request);
  expect(trace).toEqual(await words.route(request));
  expect(trace.tools[0]!.id.name).toBe("star_chart");
  expect(notices).toEqual([expect.stringContaining(notice)]);
}

describe("an embedding model that fails", () => {
  it.each<[string, Partial<FakeEmbedder>, string]>([
    ["to embed the request", { request: () => Promise.reject(new Error("no such model")) }, "no such model"],
    ["to embed the tools", { documents: () => Promise.reject(new Error("too long")) }, "too long"],
    [
      "by throwing at once",
      {
        request: () => {
          throw new Error("not a promise");
        },
      },
      "not a promise",
    ],
    ["by too few vectors", { documents: async () => [[1, 2]] }, "it gave 1 vectors for 5 texts"],
    ["by no vectors", { request: async () => [] as number[] }, "something that is no vector"],
    ["by nothing", { request: async () => null as unknown as number[] }, "something that is no vector"],
    ["by no numbers", { request: async () => [1, Number.NaN] }, "something that is no number"],
    [
      "by uneven vectors",
      { documents: async (texts) => texts.map((_, i) => [1, 2, 3].slice(i && 1)) },
      "vectors of 3 and of 2",
    ],
    ["by a request of another length", { request: async () => [1, 2] }, "2 numbers, those of the tools have 96"],
  ])("%s leaves the answer of the words, and the trace says so", async (_case, spoiled, notice) => {
    const ports = setUp();
    Object.assign(ports.embedder, spoiled);
    await expectWordsAlone(ports, notice);
    expect((await ports.both.retrieve(request, 3)).map(({ id }) => id.name)).toContain("star_chart");
  });

  it("is not asked again before the pause is over, and takes part again after it", async () => {
    const ports = setUp({ pauseAfterFailure: 80 });
    const { embedder, both } = ports;
    const answer = embedder.request;
    embedder.request = () => Promise.reject(new Error("busy"));
    await expectWordsAlone(ports, "failed: busy; the next attempt");
    await expectWordsAlone(ports, "failed: busy; the next attempt is in");
    expect(embedder.requests).toHaveLength(1);
    embedder.request = answer;
    await sleep(90);
    const trace = await both.route(request);
    expect(trace.notices).toBeUndefined();
    expect(trace.tools[0]!.semantic).toBeDefined();
  });

  it("is told once, however many requests it leaves alone", async () => {
    const { both, notices, embedder } = setUp();
    embedder.request = () => Promise.reject(new Error("busy"));
    for (let turn = 0; turn < 3; turn++) await both.retrieve(request, 2);
    expect(notices).toEqual([expect.stringMatching(/failed: busy.*; requests are answered by their words alone$/)]);
  });

  it("changes the revision, so that no cache keeps the answer of the words", async () => {
    const { both, embedder } = setUp();
    await both.route(request);
    const before = both.revision;
    embedder.request = () => Promise.reject(new Error("busy"));
    await both.route(request);
    expect(both.revision).not.toBe(before);
  });
});

describe("an embedding model that is slow", () => {
  it("does not hold up a request", async () => {
    const ports = setUp();
    ports.embedder.request = () => new Promise(() => {});
    const started = performance.now();
    await expectWordsAlone(ports, "it did not answer within 0.1 s");
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("embeds the tools in the background; they take part when they are ready", async () => {
    const ports = setUp({ batchSize: 1 });
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    ports.embedder.documents = async (texts) => {
      if (ports.embedder.batches.length > 2) await gate;
      return texts.map((text) => vectorOf(text));
    };
    await expectWordsAlone(ports, "2 of 5 tools are embedded so far");
    release();
    await ports.index.prepare();
    expect((await ports.both.route(request)).notices).toBeUndefined();
    expect(ports.embedder.embedded).toBe(5);
  });

  it("has a limit for each batch too", async () => {
    const ports = setUp({ batchTimeout: 20 });
    ports.embedder.documents = () => new Promise(() => {});
    await expectWordsAlone(ports, "it did not answer within 0 s");
    await expect(ports.index.prepare()).rejects.toThrow("it did not answer");
  });
});

describe("work that is aborted", () => {
  it("stops after the batch it is at; requests are answered by words", async () => {
    const controller = new AbortController();
    const ports = setUp({ signal: controller.signal, batchSize: 2 });
    ports.embedder.documents = async (texts) => {
      controller.abort(new Error("stopped by hand"));
      return texts.map((text) => vectorOf(text));
    };
    await expect(ports.index.prepare()).rejects.toThrow("stopped by hand");
    expect(ports.embedder.embedded).toBe(2);
    await expectWordsAlone(ports, "embeddings: stopped");
  });
});

describe("a catalog too big to compare one by one", () => {
  it("is searched by words until a vector store is given", async () => {
    const ports = setUp({ maxExactTools: 4 });
    await expectWordsAlone(ports, "5 tools are more than the 4 that are compared without a vector store");
    await expect(ports.index.prepare()).rejects.toThrow("without a vector store");
  });
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A server that speaks the embeddings part of OpenAI's protocol. */
async function serve(answer: (texts: string[], response: ServerResponse) => void): Promise<NodeJS.ProcessEnv> {
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[] };
    response.setHeader("content-type", "application/json");
    answer([input].flat(), response);
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const good = (texts: string[], response: ServerResponse) => {
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  response.end(JSON.stringify({ object: "list", data, model: "m", usage: { prompt_tokens: 1, total_tokens: 1 } }));
};

async function setUpHttp(answer: Parameters<typeof serve>[0], options: Partial<EmbeddingOptions> = {}) {
  const resolved = await resolveEmbedder("openai:small", { env: await serve(answer) });
  return setUp({ ...resolved, requestTimeout: 2_000, ...options });
}

describe("an embedding model behind HTTP", () => {
  it("takes part in the ranking", async () => {
    const { both } = await setUpHttp(good);
    const { tools, notices } = await both.route({ tool: "read my inbox" });
    expect(notices).toBeUndefined();
    expect(tools[0]!.id.name).toBe("fetch_emails");
  });

  it("leaves the answer of the words when it answers with HTTP 500", async () => {
    const ports = await setUpHttp((_, response) => void response.writeHead(500, { "retry-after": "0" }).end("{}"));
    await expectWordsAlone(ports, "failed: 500");
  });

  it("leaves the answer of the words when it never answers", async () => {
    const ports = await setUpHttp(() => {}, { requestTimeout: 50 });
    await expectWordsAlone(ports, "it did not answer within 0.1 s");
  });
});
