/**
 * What a tool is ranked by, worked out for those tools only that may be among the first: a request shares a word with about
 * half of a catalog, and a handful is asked for. All others are ruled out by what their words alone say.
 */
import { defaults } from "../../defaults.js";
import type { Accumulator } from "./accumulator.js";
import { inverse } from "./buffers.js";
import type { CatalogIndex } from "./catalog-index.js";
import type { ClauseScores } from "./clause-scores.js";
import type { NameCoverage } from "./name-coverage.js";

/** What was found for the whole request. */
export interface FoundWhole {
  /** The highest BM25F. */
  readonly best: number;
  /** What a request of a single clause counts: as the whole, and as its own best clause. */
  readonly factor: number;
  /** What the match of its server's text adds, by number of server, and the most of it. */
  readonly serverScores: Float64Array;
  readonly serverMost: number;
  readonly isStructured: boolean;
}

/** Takes a tool with its total; returns the least total that counts from then on. */
export type Offer = (document: number, total: number) => number;

const { clauseWeight, nameCoverageWeight } = defaults.hybrid;

/** What sums of fractions may be off by. */
const rounding = 1e-9;

export class Totals {
  readonly #index: CatalogIndex;
  readonly #sums: Accumulator;
  readonly #byClause: ClauseScores;
  readonly #coverage: NameCoverage;
  /** What examples and names add to a tool, in this order. */
  readonly #added = new Map<number, number[]>();
  #whole: FoundWhole = nothing;
  #serverNumbers: Int32Array = new Int32Array(0);
  #byBest = 0;

  /** @param sums and `coverage` are those of the whole request; of names nothing where they do not count. */
  constructor(index: CatalogIndex, sums: Accumulator, byClause: ClauseScores, coverage: NameCoverage) {
    this.#index = index;
    this.#sums = sums;
    this.#byClause = byClause;
    this.#coverage = coverage;
  }

  begin(whole: FoundWhole): void {
    this.#added.clear();
    this.#whole = whole;
    this.#serverNumbers = this.#index.serverNumbers;
    this.#byBest = inverse(whole.best);
  }

  /** Adds to a tool, which may have been found by other means than its words. */
  add(document: number, score: number): void {
    const added = this.#added.get(document);
    if (added === undefined) this.#added.set(document, [score]);
    else added.push(score);
  }

  /** The score of a tool; 0 when it shares nothing with the request. What is below `least` may be too low. */
  total(document: number, least = 0): number {
    const { factor, serverScores } = this.#whole;
    const found = this.#sums.scores[document]!;
    const serverScore = serverScores[this.#serverNumbers[document]!]!;
    const covered = this.#byClause.count === 0 ? 0 : this.#byClause.covered[document]!;
    let total = 0;
    if (found !== 0) {
      total = factor * (found * this.#byBest + serverScore) + clauseWeight * covered;
      total += factor * nameCoverageWeight * this.#coverage.fullness(document);
    } else if (this.#isInClause(document)) total = serverScore + clauseWeight * covered;
    if (this.#added.size > 0) {
      // What was found by other means only has what its server says, too.
      for (const score of this.#added.get(document) ?? none) total = (total === 0 ? serverScore : total) + score;
    }
    return total === 0 || this.#byClause.count === 0 ? total : this.#withBestClause(document, total, covered, least);
  }

  /** Which clause is the best is asked only where the answer may lift the tool to `least`. */
  #withBestClause(document: number, total: number, covered: number, least: number): number {
    const possible = this.#byClause.mostOf(document, this.#serverNumbers[document]!) - covered;
    if (possible <= 0 || total + clauseWeight * possible < least) return total;
    const best = this.#byClause.best(document);
    return best === covered ? total : total - clauseWeight * covered + clauseWeight * best;
  }

  /** A phrase that begins in the server part is another one in the tool part: the whole may not find it. */
  #isInClause(document: number): boolean {
    return this.#whole.isStructured && this.#byClause.count > 0 && this.#byClause.best(document) !== 0;
  }

  /**
   * Offers every tool whose total is the least that counts or more, and some others; some are offered twice.
   *
   * @param k how many are kept of what is offered: those with the most words in common come first, and rule out most others.
   */
  offerBest(k: number, offer: Offer): void {
    let least = Number.MIN_VALUE;
    for (const document of this.#added.keys()) least = offer(document, this.total(document, least));
    for (const document of this.#sums.bestOf(k)) least = offer(document, this.total(document, least));
    least = this.#offerNamed(least, offer);
    let leastFound = this.#leastFound(least, 0);
    const { capacity } = this.#index.tools;
    for (let document = -1; ; ) {
      document = this.#sums.nextWith(leastFound, document + 1);
      if (document >= capacity) return;
      if (this.#most(document, 0) < least) continue;
      const next = offer(document, this.total(document, least));
      if (next === least) continue;
      least = next;
      leastFound = this.#leastFound(least, 0);
    }
  }

  /** Offers the tools whose names the request says: many of the best are among them. */
  #offerNamed(from: number, offer: Offer): number {
    const sums = this.#sums.scores;
    const { documents, count } = this.#coverage;
    const most = this.#whole.factor * nameCoverageWeight;
    let least = from;
    let leastFound = this.#leastFound(least, most);
    for (let i = 0; i < count; i++) {
      const document = documents[i]!;
      if (sums[document]! < leastFound || this.#most(document, most) < least) continue;
      const next = offer(document, this.total(document, least));
      if (next === least) continue;
      least = next;
      leastFound = this.#leastFound(least, most);
    }
    return least;
  }

  /** The most that the total of a tool can be when names, examples and the like add `others` at most. */
  #most(document: number, others: number): number {
    const { factor, serverScores } = this.#whole;
    const server = this.#serverNumbers[document]!;
    const most = factor * (this.#sums.scores[document]! * this.#byBest + serverScores[server]!) + others + rounding;
    return this.#byClause.count === 0 ? most : most + clauseWeight * this.#byClause.mostOf(document, server);
  }

  /** The BM25F without which no tool can have a total of `least` when names, examples and the like add `others` at most. */
  #leastFound(least: number, others: number): number {
    const { factor, serverMost, best, isStructured } = this.#whole;
    const fromClauses = this.#byClause.count === 0 ? 0 : clauseWeight * this.#byClause.most;
    const needed = (least - others - fromClauses) / factor - serverMost - rounding;
    if (needed > 0) return Math.max(needed * best, Number.MIN_VALUE);
    return isStructured && this.#byClause.count > 0 ? 0 : Number.MIN_VALUE;
  }

  /** How many tools share something with the request. */
  count(): number {
    const sums = this.#sums.scores;
    let count = this.#sums.count();
    if (this.#whole.isStructured && this.#byClause.count > 0) {
      for (let document = 0; document < this.#index.tools.capacity; document++) {
        if (sums[document] === 0 && this.#byClause.best(document) !== 0) count++;
      }
    }
    for (const document of this.#added.keys()) {
      if (sums[document] === 0 && !this.#isInClause(document)) count++;
    }
    return count;
  }
}

const none: readonly number[] = [];

const nothing: FoundWhole = {
  best: 0,
  factor: 1,
  serverScores: new Float64Array(0),
  serverMost: 0,
  isStructured: false,
};
