/**
 * What the clauses of a request say for each tool. Which clause is a tool's best is worked out for those tools only that
 * may be among the first, since a request of many clauses touches most of a catalog many times.
 */
import { defaults } from "../../defaults.js";
import { Accumulator } from "./accumulator.js";
import { inverse, reserved } from "./buffers.js";
import type { CatalogIndex } from "./catalog-index.js";
import { fitScale } from "./fit.js";
import type { NameCoverage } from "./name-coverage.js";
import type { QueryPart } from "./query.js";

/** What the words of a clause make at most, and what sums of fractions may be off by. */
const highestByWords = 1 + 1e-9;

/** One clause that was summed. */
interface Clause {
  readonly sums: Accumulator;
  /** What the server's own text adds, by number of server. */
  servers: Float64Array<ArrayBuffer>;
  byBest: number;
  byScale: number;
}

export class ClauseScores {
  readonly #index: CatalogIndex;
  readonly #coverage: NameCoverage;
  /** Used again for each request, as many as the longest one needed. */
  readonly #clauses: Clause[] = [];
  #count = 0;
  #covered = new Float64Array(0);
  #coveredMost = 0;
  #serverMost = new Float64Array(0);
  #anyServerMost = 0;

  constructor(index: CatalogIndex, coverage: NameCoverage) {
    this.#index = index;
    this.#coverage = coverage;
  }

  get count(): number {
    return this.#count;
  }

  /** By document: its score for the best of the clauses that say something of its name, else 0. */
  get covered(): Float64Array {
    return this.#covered;
  }

  /** The most that `best` can be for a tool, by what is known without a look at each clause. */
  mostOf(document: number, server: number): number {
    return Math.max(this.#covered[document]!, highestByWords + this.#serverMost[server]!);
  }

  /** The same for all tools. */
  get most(): number {
    return Math.max(this.#coveredMost, highestByWords + this.#anyServerMost);
  }

  /** @param clauses how many will come. */
  begin(clauses: number): void {
    this.#count = 0;
    this.#coveredMost = 0;
    this.#anyServerMost = 0;
    if (clauses === 0) return;
    const { tools, servers } = this.#index;
    this.#covered = reserved(this.#covered, tools.capacity).fill(0, 0, tools.capacity);
    this.#serverMost = reserved(this.#serverMost, servers.capacity).fill(0, 0, servers.capacity);
  }

  /** Buffers for the next clause. */
  next(): { sums: Accumulator; servers: Float64Array } {
    let clause = this.#clauses[this.#count];
    if (clause === undefined) {
      const sums = new Accumulator(this.#index.tools);
      clause = { sums, servers: new Float64Array(0), byBest: 0, byScale: 0 };
      this.#clauses.push(clause);
    }
    const { capacity } = this.#index.servers;
    clause.servers = reserved(clause.servers, capacity).fill(0, 0, capacity);
    this.#count += 1;
    return clause;
  }

  /** Takes in the clause whose buffers `next` gave last. */
  add(part: QueryPart, best: number, withNames: boolean): void {
    const clause = this.#clauses[this.#count - 1]!;
    clause.byBest = inverse(best);
    clause.byScale = inverse(fitScale(part, this.#index.tools));
    const { servers } = clause;
    const most = this.#serverMost;
    const { capacity } = this.#index.servers;
    let anyMost = this.#anyServerMost;
    for (let server = 0; server < capacity; server++) {
      const score = servers[server]!;
      if (score > most[server]!) most[server] = score;
      if (score > anyMost) anyMost = score;
    }
    this.#anyServerMost = anyMost;
    if (withNames) this.#addNames(part, clause);
  }

  #addNames(part: QueryPart, { sums: { scores }, servers, byBest }: Clause): void {
    const { serverNumbers } = this.#index;
    const coverage = this.#coverage;
    const covered = this.#covered;
    coverage.fill(part);
    for (let i = 0; i < coverage.count; i++) {
      const document = coverage.documents[i]!;
      const found = scores[document]!;
      if (found === 0) continue;
      const own = found * byBest + defaults.hybrid.nameCoverageWeight * coverage.fullness(document);
      const score = own + servers[serverNumbers[document]!]!;
      if (score > covered[document]!) covered[document] = score;
      if (score > this.#coveredMost) this.#coveredMost = score;
    }
  }

  /** The score of a tool for its best clause; 0 where no clause says anything of it. */
  best(document: number): number {
    const server = this.#index.serverOf(document);
    let best = this.#covered[document]!;
    for (let i = 0; i < this.#count; i++) {
      const { sums, servers, byBest } = this.#clauses[i]!;
      const found = sums.scores[document]!;
      if (found === 0) continue;
      const score = found * byBest + servers[server]!;
      if (score > best) best = score;
    }
    return best;
  }

  /** What `fitOf` reads of the best clause. */
  relevance(document: number): number {
    let best = 0;
    for (let i = 0; i < this.#count; i++) {
      const { sums, byScale } = this.#clauses[i]!;
      best = Math.max(best, sums.scores[document]! * byScale);
    }
    return best;
  }
}
