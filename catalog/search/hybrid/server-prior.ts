/** The soft prior of servers: how well a server's own text matches, relative to the best server with a tool that may be used. */
import type { ToolId } from "../../types.js";
import { Accumulator } from "./accumulator.js";
import type { CatalogIndex } from "./catalog-index.js";
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
  readonly #reader: QueryReader;
  readonly #sums: Accumulator;
  #allows: ((id: ToolId) => boolean) | undefined;
  readonly #usable = new Map<number, boolean>();

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    this.#sums = new Accumulator(index.servers);
  }

  /** To be called before the first text of each request. */
  begin(allows: ((id: ToolId) => boolean) | undefined): void {
    this.#allows = allows;
    this.#usable.clear();
  }

  /** Replaces `scores`, by number of server, by 0..`weight`. */
  score(reading: Reading, weight: number, scores: Float64Array): ScoredPart {
    const sums = this.#sums;
    const part = lookUp(reading, this.#index.servers, this.#reader);
    sums.fill(part);
    scores.fill(0);
    let best = 0;
    for (let i = 0; i < sums.count; i++) {
      const server = sums.documents[i]!;
      if (this.#isUsable(server)) best = Math.max(best, sums.scores[server]!);
    }
    for (let i = 0; i < sums.count; i++) {
      const server = sums.documents[i]!;
      if (this.#isUsable(server)) scores[server] = (weight * sums.scores[server]!) / best;
    }
    return { part, best, weight };
  }

  #isUsable(server: number): boolean {
    let isUsable = this.#usable.get(server);
    if (isUsable === undefined) {
      const allows = this.#allows;
      const { tools } = this.#index.ownerOfServer(server).server;
      isUsable = allows === undefined ? tools.length > 0 : tools.some((tool) => allows(tool.id));
      this.#usable.set(server, isUsable);
    }
    return isUsable;
  }
}
