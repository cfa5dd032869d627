/** The soft prior of servers: how well a server's own text matches, relative to the best server with a tool that may be used. */
import type { ToolId } from "../../types.js";
import { Accumulator } from "./accumulator.js";
import { Answers } from "./answers.js";
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

export class ServerPrior {
  readonly #index: CatalogIndex;
  readonly #words: WordTable;
  readonly #sums: Accumulator;
  #allows: ((id: ToolId) => boolean) | undefined;
  /** By number of server, where not everything is allowed: whether it has a tool that may be used. */
  readonly #usable = new Answers();

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
    if (allows !== undefined) this.#usable.begin(this.#index.servers.capacity);
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
    const allows = this.#allows;
    if (allows === undefined) {
      for (const { own } of this.#index.emptyServers) sums[own.base] = 0;
      return;
    }
    const hasUsable = (server: number) =>
      this.#index.ownerOfServer(server).server.tools.some((tool) => allows(tool.id));
    const { capacity } = this.#index.servers;
    for (let server = 0; server < capacity; server++) {
      if (sums[server] !== 0 && !this.#usable.of(server, hasUsable)) sums[server] = 0;
    }
  }
}

function multiply(values: Float64Array, factor: number, products: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) products[i] = factor * values[i]!;
}
