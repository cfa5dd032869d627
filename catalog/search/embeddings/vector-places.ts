/** Where the vectors of the tools are and how they are compared: in this process, or in a vector store. */
import { toolKey } from "../../types.js";
import type { ToolText } from "./tool-texts.js";
import type { ToolDocument, ToolVectorStore } from "./types.js";
import { VectorTable } from "./vector-table.js";

/** A tool and how near it is; not in any order. */
export interface Compared {
  tool: ToolText;
  similarity: number;
}

export interface VectorPlace {
  has(tool: ToolText): boolean;
  /** Takes vectors of length 1. */
  put(vectors: readonly [ToolText, Float32Array][]): Promise<void>;
  /** Forgets all tools but these. */
  retain(tools: readonly ToolText[]): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  /** Numbers in a vector; 0 when not known yet. */
  readonly dimension: number;
  /** At least the `k` nearest of these tools, where so many are there. */
  compare(unit: Float32Array, tools: readonly ToolText[], k: number): Promise<Compared[]>;
}

/** Exact: one dot product for each tool. Tools of one text share a vector. */
export class ExactVectors implements VectorPlace {
  readonly #table = new VectorTable();

  get dimension(): number {
    return this.#table.dimension;
  }

  has(tool: ToolText): boolean {
    return this.#table.has(tool.key);
  }

  async put(vectors: readonly [ToolText, Float32Array][]): Promise<void> {
    for (const [{ key }, unit] of vectors) this.#table.set(key, unit);
  }

  async retain(tools: readonly ToolText[]): Promise<void> {
    const kept = new Set(tools.map((tool) => tool.key));
    for (const key of [...this.#table.keys()]) if (!kept.has(key)) this.#table.drop(key);
  }

  async clear(): Promise<void> {
    this.#table.clear();
  }

  async compare(unit: Float32Array, tools: readonly ToolText[]): Promise<Compared[]> {
    const held = tools.filter((tool) => this.#table.has(tool.key));
    const rows = held.map((tool) => this.#table.rowOf(tool.key));
    const cosines = this.#table.cosines(unit, rows);
    return held.map((tool, index) => ({ tool, similarity: cosines[index]! }));
  }
}

interface StoreOptions {
  score: "similarity" | "distance";
  /** True when others fill it. */
  isFilled: boolean;
}

/** A LangChain vector store. It may hold more than this catalog: what is not among the tools asked for is passed over. */
export class StoreVectors implements VectorPlace {
  readonly #store: ToolVectorStore;
  readonly #options: StoreOptions;
  /** What this process put there: document id by tool. */
  readonly #held = new Map<string, string>();
  #dimension = 0;

  constructor(store: ToolVectorStore, options: StoreOptions) {
    this.#store = store;
    this.#options = options;
  }

  get dimension(): number {
    return this.#dimension;
  }

  has(tool: ToolText): boolean {
    return this.#options.isFilled || this.#held.get(toolKey(tool.id)) === tool.key;
  }

  async put(vectors: readonly [ToolText, Float32Array][]): Promise<void> {
    const documents = vectors.map(([tool]) => toDocument(tool));
    const ids = documents.map(({ id }) => id);
    await this.#store.addVectors(
      vectors.map(([, unit]) => [...unit]),
      documents,
      { ids },
    );
    for (const [{ id, key }, unit] of vectors) {
      this.#held.set(toolKey(id), key);
      this.#dimension = unit.length;
    }
  }

  async retain(tools: readonly ToolText[]): Promise<void> {
    if (this.#options.isFilled) return;
    const kept = new Map(tools.map((tool) => [toolKey(tool.id), tool.key]));
    const gone = [...this.#held].filter(([tool, key]) => kept.get(tool) !== key);
    if (gone.length > 0) await this.#store.delete?.({ ids: gone.map(([tool, key]) => documentId(tool, key)) });
    for (const [tool] of gone) this.#held.delete(tool);
  }

  async clear(): Promise<void> {
    await this.retain([]);
    this.#dimension = 0;
  }

  async compare(unit: Float32Array, tools: readonly ToolText[], k: number): Promise<Compared[]> {
    const wanted = new Map(tools.map((tool) => [toolKey(tool.id), tool]));
    const needed = Math.min(k, wanted.size);
    // Permissions are not known to the store: more is asked for until enough of what it gives may be used.
    for (let asked = k; ; asked *= 4) {
      const answers = await this.#store.similaritySearchVectorWithScore([...unit], asked);
      const found = this.#read(answers, wanted);
      if (found.length >= needed || answers.length < asked) return found;
    }
  }

  #read(
    answers: Awaited<ReturnType<ToolVectorStore["similaritySearchVectorWithScore"]>>,
    wanted: ReadonlyMap<string, ToolText>,
  ): Compared[] {
    const found = new Map<string, Compared>();
    for (const [{ metadata }, score] of answers) {
      const { server, name, key } = metadata ?? {};
      const tool = wanted.get(toolKey({ server: String(server), name: String(name) }));
      const isStale = tool !== undefined && !this.#options.isFilled && key !== tool.key;
      if (!tool || isStale || found.has(toolKey(tool.id)) || !Number.isFinite(score)) continue;
      found.set(toolKey(tool.id), { tool, similarity: this.#options.score === "distance" ? -score : score });
    }
    return [...found.values()];
  }
}

function documentId(tool: string, key: string): string {
  return `${tool}#${key}`;
}

function toDocument({ id, text, key }: ToolText): ToolDocument {
  const { server, name } = id;
  return { id: documentId(toolKey(id), key), pageContent: text, metadata: { server, name, key } };
}
