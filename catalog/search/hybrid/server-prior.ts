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
  /** By number of server: whether it has a tool that may be used, once that was asked. */
  #usable = new Uint8Array(0);
  /** The version of the index for which that holds; -1 where it held for the tools that one caller may use. */
  #version = -1;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#words = new WordTable(index.servers, reader);
    this.#sums = new Accumulator(index.servers);
  }

  /** To be called before the first text of each request. */
  begin(allows: ((id: ToolId) => boolean) | undefined): void {
    this.#allows = allows;
    const { capacity, version } = this.#index.servers;
    if (allows === undefined && this.#version === version) return;
    this.#version = allows === undefined ? version : -1;
    if (this.#usable.length < capacity) this.#usable = new Uint8Array(capacity);
    else this.#usable.fill(unknown);
  }

  /** Replaces `scores`, by number of server, by 0..`weight`. */
  score(reading: Reading, weight: number, scores: Float64Array): ScoredPart {
    const sums = this.#sums;
    const part = lookUp(reading, this.#words);
    sums.fill(part);
    const found = sums.scores;
    const { capacity } = this.#index.servers;
    scores.fill(0, 0, capacity);
    let best = 0;
    for (let server = 0; server < capacity; server++) {
      if (found[server]! > best && this.#isUsable(server)) best = found[server]!;
    }
    const factor = weight / best;
    for (let server = 0; server < capacity; server++) {
      if (found[server]! > 0 && this.#isUsable(server)) scores[server] = factor * found[server]!;
    }
    return { part, best, weight };
  }

  #isUsable(server: number): boolean {
    const known = this.#usable[server]!;
    if (known !== unknown) return known === usable;
    const allows = this.#allows;
    const { tools } = this.#index.ownerOfServer(server).server;
    const isUsable = allows === undefined ? tools.length > 0 : tools.some((tool) => allows(tool.id));
    this.#usable[server] = isUsable ? usable : unusable;
    return isUsable;
  }
}
