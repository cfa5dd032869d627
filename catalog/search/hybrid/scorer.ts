/** The score of every tool for one request. */
import { defaults } from "../../defaults.js";
import type { ToolId } from "../../types.js";
import type { RouteRequest } from "../types.js";
import { Accumulator } from "./accumulator.js";
import { reserved } from "./buffers.js";
import type { CatalogIndex } from "./catalog-index.js";
import { findNamed, type NamedTool } from "./exact-names.js";
import { type ExampleMatch, ExampleMatcher } from "./example-matcher.js";
import { fitScale } from "./fit.js";
import { WordTable } from "./known-words.js";
import { NameCoverage } from "./name-coverage.js";
import {
  isStructured,
  lookUp,
  type QueryPart,
  type QueryReader,
  type Reading,
  type Readings,
  readRequest,
  readText,
} from "./query.js";
import { type ScoredPart, ServerPrior } from "./server-prior.js";

/** A part of the request with what its servers were asked for, where that is a part of its score. */
export interface ScoredText extends ScoredPart {
  readonly servers: ScoredPart | undefined;
}

/** Scores by number of document; valid until the next request. */
export interface Scored {
  /** Every tool's number is below this. */
  readonly size: number;
  /** How many tools share something with the request and may be used. */
  readonly count: number;
  /** What a tool is ranked by: its own score and what its server adds; 0 for those that share nothing. */
  readonly totals: Float64Array;
  /** What the match of its server's text adds, by number of server. */
  readonly serverScores: Float64Array;
  /** BM25F for the whole request, and what it is measured against. */
  readonly sums: Float64Array;
  readonly sumScale: number;
  /** The same for the best clause, measured already; undefined in a request without clauses. */
  readonly clauseRelevances: Float64Array | undefined;
  /** Tools that fit for another reason than their words. */
  readonly raised: ReadonlyMap<number, number>;
  readonly whole: ScoredText;
  readonly clauses: readonly ScoredText[];
  /** Tools that are called by their names. */
  readonly named: readonly NamedTool[];
  /** Tools with examples like the request, by number. */
  readonly examples: ReadonlyMap<number, ExampleMatch>;
  /** What the evidence of examples is worth. */
  readonly exampleWeight: number;
}

/** What `fitOf` reads: the most that the whole, a clause, an example or a name says for a tool. */
export function relevanceOf(document: number, { sums, sumScale, clauseRelevances, raised }: Scored): number {
  const words = Math.max(sums[document]! * sumScale, clauseRelevances?.[document] ?? 0);
  return raised.size === 0 ? words : Math.max(words, raised.get(document) ?? 0);
}

type Permission = ((id: ToolId) => boolean) | undefined;

const unknown = 0;
const allowed = 1;
const forbidden = 2;

export class Scorer {
  readonly #index: CatalogIndex;
  readonly #reader: QueryReader;
  readonly #words: WordTable;
  readonly #sums: Accumulator;
  readonly #clauseSums: Accumulator;
  readonly #coverage: NameCoverage;
  readonly #servers: ServerPrior;
  readonly #examples: ExampleMatcher;
  #permissions = new Uint8Array(0);
  #totals = new Float64Array(0);
  #clauseScores = new Float64Array(0);
  #clauseRelevances = new Float64Array(0);
  #serverScores = new Float64Array(0);
  #clauseServers = new Float64Array(0);
  #raised = new Map<number, number>();
  #count = 0;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    this.#words = new WordTable(index.tools, reader);
    this.#sums = new Accumulator(index.tools);
    this.#clauseSums = new Accumulator(index.tools);
    this.#coverage = new NameCoverage(index);
    this.#servers = new ServerPrior(index, reader);
    this.#examples = new ExampleMatcher(index, reader);
  }

  score(request: RouteRequest, allows: Permission): Scored {
    const reading = readRequest(request, this.#reader);
    const hasClauses = reading.clauses.length > 0;
    this.#reset(hasClauses, allows);
    const whole = this.#scoreWhole(request, reading.whole, allows);
    const clauses = reading.clauses.map((clause) => this.#scoreClause(clause, request, allows));
    if (hasClauses) this.#sumWithClauses(whole);
    // In a request of a single clause the best clause is the whole.
    else this.#sumWhole(whole, !isStructured(request) && this.#reader.has("clauses"));
    const examples = this.#addExamples(reading, allows);
    const named = this.#addNamed(request, allows);
    return {
      size: this.#index.tools.capacity,
      count: this.#count,
      totals: this.#totals,
      serverScores: this.#serverScores,
      sums: this.#sums.scores,
      sumScale: inverse(fitScale(whole.part, this.#index.tools)),
      clauseRelevances: hasClauses ? this.#clauseRelevances : undefined,
      raised: this.#raised,
      whole,
      clauses,
      named,
      examples,
      exampleWeight: this.#examples.weight,
    };
  }

  #reset(hasClauses: boolean, allows: Permission): void {
    const { tools, servers } = this.#index;
    this.#totals = reserved(this.#totals, tools.capacity);
    if (hasClauses) {
      this.#clauseScores = reserved(this.#clauseScores, tools.capacity);
      this.#clauseRelevances = reserved(this.#clauseRelevances, tools.capacity);
      this.#clauseScores.fill(0, 0, tools.capacity);
      this.#clauseRelevances.fill(0, 0, tools.capacity);
    }
    if (allows !== undefined) {
      if (this.#permissions.length < tools.capacity) this.#permissions = new Uint8Array(tools.capacity);
      else this.#permissions.fill(unknown);
    }
    this.#serverScores = reserved(this.#serverScores, servers.capacity);
    this.#clauseServers = reserved(this.#clauseServers, servers.capacity);
    this.#serverScores.fill(0);
    this.#clauseServers.fill(0);
    this.#raised.clear();
    this.#servers.begin(allows);
  }

  #scoreWhole(request: RouteRequest, reading: Reading, allows: Permission): ScoredText {
    const part = lookUp(reading, this.#words);
    this.#sums.fill(part);
    this.#admit(this.#sums.scores, allows);
    const weights = defaults.hybrid.serverPriorWeights;
    const asked = isStructured(request) ? readText(request.server ?? "", this.#reader) : reading;
    const weight = isStructured(request) ? weights.server : weights.wholeRequest;
    const servers = this.#reader.has("server prior")
      ? this.#servers.score(asked, weight, this.#serverScores)
      : undefined;
    return { part, best: this.#sums.highest(), weight: 1, servers };
  }

  /** A structured request says what its server is; only where it does not, each clause may be about another one. */
  #scoreClause(reading: Reading, request: RouteRequest, allows: Permission): ScoredText {
    const part = lookUp(reading, this.#words);
    this.#clauseSums.fill(part);
    this.#admit(this.#clauseSums.scores, allows);
    const { clauseWeight, serverPriorWeights } = defaults.hybrid;
    const servers =
      !isStructured(request) && this.#reader.has("server prior")
        ? this.#servers.score(reading, serverPriorWeights.wholeRequest, this.#clauseServers)
        : undefined;
    const scored = { part, best: this.#clauseSums.highest(), weight: clauseWeight, servers };
    this.#addClause(scored);
    return scored;
  }

  /** Takes the tools that may not be used out of the sums. */
  #admit(sums: Float64Array, allows: Permission): void {
    if (allows === undefined) return;
    const { capacity } = this.#index.tools;
    for (let document = 0; document < capacity; document++) {
      if (sums[document]! > 0 && !this.#isAllowed(document, allows)) sums[document] = 0;
    }
  }

  #isAllowed(document: number, allows: Permission): boolean {
    if (allows === undefined) return true;
    const known = this.#permissions[document]!;
    if (known !== unknown) return known === allowed;
    const isAllowed = allows(this.#index.tool(document).id);
    this.#permissions[document] = isAllowed ? allowed : forbidden;
    return isAllowed;
  }

  /** What usage examples like the request add; a tool fits as far as one of them does. */
  #addExamples(readings: Readings, allows: Permission): ReadonlyMap<number, ExampleMatch> {
    if (this.#index.examples.size === 0 || !this.#reader.has("examples")) return none;
    const matches = this.#examples.match(readings);
    const { weight } = this.#examples;
    for (const [document, { evidence, similarity }] of matches) {
      if (!this.#isAllowed(document, allows)) continue;
      this.#addTo(document, weight * evidence);
      this.#raised.set(document, defaults.hybrid.fit.sameExample * similarity ** 2);
    }
    return matches;
  }

  /** Tools that the request names come before all others, and fit by that alone. */
  #addNamed(request: RouteRequest, allows: Permission): NamedTool[] {
    if (!this.#reader.has("exact names")) return [];
    return findNamed(request, this.#index.names, this.#index).filter(({ document, kind }) => {
      if (!this.#isAllowed(document, allows)) return false;
      this.#addTo(document, defaults.hybrid.namedScores[kind]);
      this.#raised.set(document, Number.POSITIVE_INFINITY);
      return true;
    });
  }

  /** Relative BM25F, what its server adds and what it says of the name, where it is more than what another clause gave. */
  #addClause({ part, best }: ScoredPart): void {
    const sums = this.#clauseSums.scores;
    const into = this.#clauseScores;
    const servers = this.#clauseServers;
    const { serverNumbers, tools } = this.#index;
    const byBest = inverse(best);
    const byScale = inverse(fitScale(part, tools));
    const { capacity } = tools;
    const relevances = this.#clauseRelevances;
    for (let document = 0; document < capacity; document++) {
      const found = sums[document]!;
      if (found === 0) continue;
      const score = found * byBest + servers[serverNumbers[document]!]!;
      if (score > into[document]!) into[document] = score;
      const relevance = found * byScale;
      if (relevance > relevances[document]!) relevances[document] = relevance;
    }
    if (!this.#reader.has("name coverage")) return;
    const coverage = this.#coverage;
    coverage.fill(part);
    for (let i = 0; i < coverage.count; i++) {
      const document = coverage.documents[i]!;
      const share = coverage.take(document);
      const found = sums[document]!;
      if (found === 0) continue;
      const covered = found * byBest + defaults.hybrid.nameCoverageWeight * share;
      const score = covered + servers[serverNumbers[document]!]!;
      if (score > into[document]!) into[document] = score;
    }
  }

  /** Adds up the scores of the whole; where it `counts` as its own best clause, that too. */
  #sumWhole({ part, best }: ScoredPart, counts: boolean): void {
    const factor = counts ? 1 + defaults.hybrid.clauseWeight : 1;
    const sums = this.#sums.scores;
    const totals = this.#totals;
    const serverScores = this.#serverScores;
    const { serverNumbers, tools } = this.#index;
    const byBest = inverse(best);
    const { capacity } = tools;
    let count = 0;
    for (let document = 0; document < capacity; document++) {
      const found = sums[document]!;
      let total = 0;
      if (found !== 0) {
        count++;
        total = factor * (found * byBest + serverScores[serverNumbers[document]!]!);
      }
      totals[document] = total;
    }
    this.#count = count;
    this.#addCoverage(part, factor);
  }

  /** Adds up the scores of the whole, of the best clause and of the server. */
  #sumWithClauses({ part, best }: ScoredPart): void {
    const { clauseWeight } = defaults.hybrid;
    const sums = this.#sums.scores;
    const clauseScores = this.#clauseScores;
    const totals = this.#totals;
    const serverScores = this.#serverScores;
    const { serverNumbers, tools } = this.#index;
    const byBest = inverse(best);
    const { capacity } = tools;
    let count = 0;
    for (let document = 0; document < capacity; document++) {
      const own = sums[document]! * byBest + clauseWeight * clauseScores[document]!;
      let total = 0;
      if (own !== 0) {
        count++;
        total = own + serverScores[serverNumbers[document]!]!;
      }
      totals[document] = total;
    }
    this.#count = count;
    this.#addCoverage(part, 1);
  }

  /** What the whole says of the names. */
  #addCoverage(part: QueryPart, factor: number): void {
    if (!this.#reader.has("name coverage")) return;
    const coverage = this.#coverage;
    const weight = factor * defaults.hybrid.nameCoverageWeight;
    coverage.fill(part);
    for (let i = 0; i < coverage.count; i++) {
      const document = coverage.documents[i]!;
      const share = coverage.take(document);
      if (this.#sums.scores[document] !== 0) this.#totals[document]! += weight * share;
    }
  }

  /** Adds to the sum of a tool, which may have been found by other means than its words. */
  #addTo(document: number, score: number): void {
    const found = this.#totals[document]!;
    if (found === 0) this.#count++;
    const before = found === 0 ? this.#serverScores[this.#index.serverOf(document)]! : found;
    this.#totals[document] = before + score;
  }
}

const none: ReadonlyMap<number, ExampleMatch> = new Map();

/** 0 for 0: where nothing was found there is nothing to relate to. */
function inverse(value: number): number {
  return value === 0 ? 0 : 1 / value;
}
