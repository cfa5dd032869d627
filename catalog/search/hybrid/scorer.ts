/** The score of every tool for one request. */
import { defaults } from "../../defaults.js";
import type { ToolId } from "../../types.js";
import type { RouteRequest } from "../types.js";
import { Accumulator } from "./accumulator.js";
import { inverse, reserved } from "./buffers.js";
import type { CatalogIndex } from "./catalog-index.js";
import { ClauseScores } from "./clause-scores.js";
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
  /**
   * What a tool is ranked by: its own score and what its server adds; 0 for those that share nothing. In a request of
   * several clauses never too high, and exact only where `refine` or `settle` has made it so.
   */
  readonly totals: Float64Array;
  /** Makes every total exact that may be `least` or more, or that of one tool. */
  readonly refine: (least: number) => void;
  readonly settle: (document: number) => void;
  /** What the match of its server's text adds, by number of server. */
  readonly serverScores: Float64Array;
  /** BM25F for the whole request, and what it is measured against. */
  readonly sums: Float64Array;
  readonly sumScale: number;
  readonly byClause: ClauseScores;
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
export function relevanceOf(document: number, { sums, sumScale, byClause, raised }: Scored): number {
  const words = Math.max(sums[document]! * sumScale, byClause.relevance(document));
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
  readonly #byClause: ClauseScores;
  readonly #coverage: NameCoverage;
  readonly #servers: ServerPrior;
  readonly #examples: ExampleMatcher;
  #permissions = new Uint8Array(0);
  #totals = new Float64Array(0);
  #serverScores = new Float64Array(0);
  #raised = new Map<number, number>();
  #count = 0;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    this.#words = new WordTable(index.tools, reader);
    this.#sums = new Accumulator(index.tools);
    this.#coverage = new NameCoverage(index);
    this.#byClause = new ClauseScores(index, this.#coverage);
    this.#servers = new ServerPrior(index, reader);
    this.#examples = new ExampleMatcher(index, reader);
  }

  score(request: RouteRequest, allows: Permission): Scored {
    const reading = readRequest(request, this.#reader);
    this.#reset(reading.clauses.length, allows);
    const whole = this.#scoreWhole(request, reading.whole, allows);
    const clauses = reading.clauses.map((clause) => this.#scoreClause(clause, request, allows));
    if (clauses.length > 0) this.#sumWithClauses(whole, isStructured(request));
    // In a request of a single clause the best clause is the whole.
    else this.#sumWhole(whole, !isStructured(request) && this.#reader.has("clauses"));
    const examples = this.#addExamples(reading, allows);
    const named = this.#addNamed(request, allows);
    return {
      size: this.#index.tools.capacity,
      count: this.#count,
      totals: this.#totals,
      refine: this.#refine,
      settle: this.#settle,
      serverScores: this.#serverScores,
      sums: this.#sums.scores,
      sumScale: inverse(fitScale(whole.part, this.#index.tools)),
      byClause: this.#byClause,
      raised: this.#raised,
      whole,
      clauses,
      named,
      examples,
      exampleWeight: this.#examples.weight,
    };
  }

  #reset(clauses: number, allows: Permission): void {
    const { tools, servers } = this.#index;
    this.#totals = reserved(this.#totals, tools.capacity);
    this.#byClause.begin(clauses);
    if (allows !== undefined) {
      if (this.#permissions.length < tools.capacity) this.#permissions = new Uint8Array(tools.capacity);
      else this.#permissions.fill(unknown);
    }
    this.#serverScores = reserved(this.#serverScores, servers.capacity);
    this.#serverScores.fill(0);
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
    const { sums, servers: serverScores } = this.#byClause.next();
    sums.fill(part);
    this.#admit(sums.scores, allows);
    const { clauseWeight, serverPriorWeights } = defaults.hybrid;
    const servers =
      !isStructured(request) && this.#reader.has("server prior")
        ? this.#servers.score(reading, serverPriorWeights.wholeRequest, serverScores)
        : undefined;
    const best = sums.highest();
    this.#byClause.add(part, best, this.#reader.has("name coverage"));
    return { part, best, weight: clauseWeight, servers };
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

  /** Adds up the scores of the whole, of the server and of the best clause that is known already. */
  #sumWithClauses({ part, best }: ScoredPart, isStructured: boolean): void {
    const { clauseWeight } = defaults.hybrid;
    const sums = this.#sums.scores;
    const byClause = this.#byClause;
    const { covered } = byClause;
    const totals = this.#totals;
    const serverScores = this.#serverScores;
    const { serverNumbers, tools } = this.#index;
    const byBest = inverse(best);
    const { capacity } = tools;
    let count = 0;
    for (let document = 0; document < capacity; document++) {
      const found = sums[document]!;
      let total = 0;
      // A phrase that begins in the server part is another one in the tool part: the whole may not find it.
      if (found !== 0 || (isStructured && byClause.best(document) !== 0)) {
        count++;
        total = found * byBest + serverScores[serverNumbers[document]!]! + clauseWeight * covered[document]!;
      }
      totals[document] = total;
    }
    this.#count = count;
    this.#addCoverage(part, 1);
  }

  readonly #settle = (document: number): void => {
    if (this.#byClause.count === 0) return;
    const { covered } = this.#byClause;
    const known = covered[document]!;
    const best = this.#byClause.best(document);
    if (best === known) return;
    const { clauseWeight } = defaults.hybrid;
    this.#totals[document] = this.#totals[document]! - clauseWeight * known + clauseWeight * best;
    covered[document] = best;
  };

  readonly #refine = (least: number): void => {
    if (this.#byClause.count === 0) return;
    const { clauseWeight } = defaults.hybrid;
    const totals = this.#totals;
    const { covered, serverMost } = this.#byClause;
    const { serverNumbers, tools } = this.#index;
    const { capacity } = tools;
    for (let document = 0; document < capacity; document++) {
      const total = totals[document]!;
      if (total === 0) continue;
      const possible = highestByWords + serverMost[serverNumbers[document]!]! - covered[document]!;
      if (possible > 0 && total + clauseWeight * possible >= least) this.#settle(document);
    }
  };

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

/** What the words of a clause make at most, and what sums of fractions may be off by. */
const highestByWords = 1 + 1e-9;
