/** The soft prior of servers: how well a server's own text matches, relative to the best server with a tool that may be used. */
import type { ToolId } from "../../types.js";
import { Accumulator } from "./accumulator.js";
import type { CatalogIndex } from "./catalog-index.js";
import { WordTable } from "./known-words.js";
import { lookUp, type QueryPart, type QueryReader, type Reading } from "./query.js";

/** A text that was looked up, with the best BM25F that it gave: scores are relative to it. */
export interface ScoredPart {
  readonly part: QueryPart;
  readonly best: number;
  /** What a score that equals the best counts. */
  readonly weight: number;
}

const unknown = 0;
const usable = 1;
const unusable = 2;

export class ServerPrior {
  readonly #index: CatalogIndex;
  readonly #words: WordTable;
  readonly #sums: Accumulator;
  #allows: ((id: ToolId) => boolean) | undefined;
  /** By number of server, where not everything is allowed: whether it has a tool that may be used, once that was asked. */
  #usable = new Uint8Array(0);
  /** Servers without tools, and the version of the index for which that holds. */
  #empty: number[] = [];
  #version = -1;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    // A server's name is one of its texts, no more.
    const has: QueryReader["has"] = (part) => part !== "name coverage" && reader.has(part);
    this.#words = new WordTable(index.servers, { ...reader, has });
    this.#sums = new Accumulator(index.servers);
  }

  /** To be called before the first text of each request. */
  begin(allows: ((id: ToolId) => boolean) | undefined): void {
    this.#allows = allows;
    const { capacity, version } = this.#index.servers;
    if (allows !== undefined) {
      if (this.#usable.length < capacity) this.#usable = new Uint8Array(capacity);
      else this.#usable.fill(unknown);
    } else if (this.#version !== version) {
      this.#empty = [];
      for (let server = 0; server < capacity; server++) if (!this.#isUsable(server)) this.#empty.push(server);
      this.#version = version;
    }
  }

  /** Replaces `scores`, by number of server, by 0..`weight`. */
  score(reading: Reading, weight: number, scores: Float64Array): ScoredPart {
    const sums = this.#sums;
    const part = lookUp(reading, this.#words);
    sums.fill(part);
    this.#admit(sums.scores);
    const best = sums.highest();
    multiply(sums.scores, best === 0 ? 0 : weight / best, scores, this.#index.servers.capacity);
    return { part, best, weight };
  }

  /** Takes the servers without a tool that may be used out of the sums. */
  #admit(sums: Float64Array): void {
    if (this.#allows === undefined) {
      for (const server of this.#empty) sums[server] = 0;
      return;
    }
    const { capacity } = this.#index.servers;
    for (let server = 0; server < capacity; server++) {
      if (sums[server] === 0) continue;
      if (this.#usable[server] === unknown) this.#usable[server] = this.#isUsable(server) ? usable : unusable;
      if (this.#usable[server] === unusable) sums[server] = 0;
    }
  }

  #isUsable(server: number): boolean {
    const allows = this.#allows;
    const { tools } = this.#index.ownerOfServer(server).server;
    return allows === undefined ? tools.length > 0 : tools.some((tool) => allows(tool.id));
  }
}

function multiply(values: Float64Array, factor: number, products: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) products[i] = factor * values[i]!;
}
