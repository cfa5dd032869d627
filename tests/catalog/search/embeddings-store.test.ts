import { Document, type DocumentInterface } from "@langchain/core/documents";
import { FakeEmbeddings } from "@langchain/core/utils/testing";
import { VectorStore } from "@langchain/core/vectorstores";
import { describe, expect, it } from "vitest";
import { createTfidfRouter, ToolCatalog } from "../../../catalog/index.js";
import {
  createEmbeddingIndex,
  createEmbeddingRouter,
  type EmbeddingOptions,
  withEmbeddings,
} from "../../../catalog/search/embeddings/index.js";
import { distractorServers } from "../../../catalog/sources/distractors.js";
import { FakeEmbedder } from "../../support/fake-embedder.js";

/** LangChain's own class, with the least that a store needs. */
class MemoryStore extends VectorStore {
  readonly rows = new Map<string, { vector: number[]; document: DocumentInterface }>();
  asked: number[] = [];

  constructor() {
    super(new FakeEmbeddings(), {});
  }

  override _vectorstoreType(): string {
    return "memory";
  }

  override async addVectors(vectors: number[][], documents: DocumentInterface[], options?: { ids?: string[] }) {
    vectors.forEach((vector, index) => {
      this.rows.set(options!.ids![index]!, { vector, document: new Document(documents[index]!) });
    });
    return options!.ids!;
  }

  override async addDocuments(): Promise<void> {
    throw new Error("vectors are made elsewhere");
  }

  override async delete({ ids }: { ids: string[] }): Promise<void> {
    for (const id of ids) this.rows.delete(id);
  }

  override async similaritySearchVectorWithScore(query: number[], k: number): Promise<[DocumentInterface, number][]> {
    this.asked.push(k);
    return [...this.rows.values()]
      .map(({ vector, document }): [DocumentInterface, number] => [document, dot(query, vector)])
      .sort(([, a], [, b]) => b - a)
      .slice(0, k);
  }
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

const mail = {
  name: "post",
  description: "",
  tools: [{ name: "fetch_emails", description: "Fetches emails.", inputSchema: true }],
};

function setUp(options: Partial<EmbeddingOptions> = {}) {
  const catalog = new ToolCatalog([...distractorServers(300), mail]);
  const store = new MemoryStore();
  const embedder = new FakeEmbedder();
  const index = createEmbeddingIndex(catalog, {
    embedder,
    model: "fake",
    cacheDirectory: false,
    vectorStore: store,
    ...options,
  });
  return { catalog, store, embedder, index, both: withEmbeddings(createTfidfRouter(catalog), index) };
}

describe("a vector store", () => {
  it("is filled with every tool and finds the one that is meant", async () => {
    const { both, store } = setUp({ maxExactTools: 10 });
    const { tools, notices } = await both.route({ tool: "my inbox" });
    expect(notices).toBeUndefined();
    expect(tools[0]!.id).toEqual({ server: "post", name: "fetch_emails" });
    expect(store.rows.size).toBe(301);
  });

  it("ranks the nearest tools as exact comparison does", async () => {
    const { index, catalog } = setUp();
    const exact = createEmbeddingIndex(catalog, { embedder: new FakeEmbedder(), model: "m", cacheDirectory: false });
    const nearest = async (from: typeof index) =>
      (await createEmbeddingRouter(from).retrieve({ tool: "rotate the salinity band" }, 5)).map(({ score }) => score);
    const [ofStore, ofExact] = [await nearest(index), await nearest(exact)];
    expect(ofStore).toHaveLength(5);
    ofStore.forEach((score, place) => {
      expect(score).toBeCloseTo(ofExact[place]!, 5);
    });
  });

  it("loses removed and changed tools", async () => {
    const { both, catalog, store, embedder } = setUp();
    await both.route({ tool: "my inbox" });
    catalog.removeServer("internal_service_1");
    catalog.replaceServer({
      ...mail,
      tools: [{ name: "fetch_emails", description: "Fetches letters.", inputSchema: true }],
    });
    await both.route({ tool: "my inbox" });
    expect(embedder.embedded).toBe(302);
    expect(store.rows.size).toBe(291);
    expect([...store.rows.values()].map(({ document }) => document.pageContent)).not.toContain(
      "post: fetch emails\nFetches emails.",
    );
  });

  it("is asked for more until enough of what it gives may be used", async () => {
    const { store, index } = setUp();
    const allows = ({ server }: { server: string }) => server === "internal_service_7";
    const hits = await createEmbeddingRouter(index).retrieve({ tool: "emails" }, 3, { allows });
    expect(hits).toHaveLength(3);
    expect(hits.every(({ id }) => id.server === "internal_service_7")).toBe(true);
    expect(store.asked[0]).toBe(3);
    expect(store.asked.at(-1)).toBeGreaterThan(3);
  });

  it("that others fill is searched and left as it is; what the catalog lacks is passed over", async () => {
    const first = setUp();
    await first.index.prepare();
    const embedder = new FakeEmbedder();
    const catalog = new ToolCatalog([mail]);
    const index = createEmbeddingIndex(catalog, {
      embedder,
      model: "fake",
      vectorStore: first.store,
      storeIsFilled: true,
      cacheDirectory: false,
    });
    const hits = await createEmbeddingRouter(index).retrieve({ tool: "rotate the salinity band" }, 5);
    expect(hits.map(({ id }) => id.name)).toEqual(["fetch_emails"]);
    expect(embedder.embedded).toBe(0);
    expect(first.store.rows.size).toBe(301);
  });

  it("that gives distances is read the other way round", async () => {
    const { index, store } = setUp({ storeScore: "distance" });
    const nearest = store.similaritySearchVectorWithScore.bind(store);
    store.similaritySearchVectorWithScore = async (query, k) =>
      (await nearest(query, k)).map(([document, score]) => [document, 1 - score]);
    const [best] = await createEmbeddingRouter(index).retrieve({ tool: "inbox" }, 1);
    expect(best!.id.name).toBe("fetch_emails");
  });

  it("that fails leaves the answer of the words", async () => {
    const { both, store } = setUp();
    store.similaritySearchVectorWithScore = () => Promise.reject(new Error("connection lost"));
    const { notices, tools } = await both.route({ tool: "post: fetches emails" });
    expect(tools[0]!.id.name).toBe("fetch_emails");
    expect(notices).toEqual([expect.stringContaining("connection lost")]);
  });
});
