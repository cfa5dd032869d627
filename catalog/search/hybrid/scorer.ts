/** What one request says of the tools: for the whole and clause by clause, by words, names, servers and examples. */
import { defaults } from "../../defaults.js";
import type { ToolId } from "../../types.js";
import type { RouteRequest } from "../types.js";
import { Accumulator } from "./accumulator.js";
import { Answers } from "./answers.js";
import { inverse, reserved } from "./buffers.js";
import type { CatalogIndex } from "./catalog-index.js";
import { ClauseScores } from "./clause-scores.js";
import { findNamed, type NamedTool } from "./exact-names.js";
import { type ExampleMatch, ExampleMatcher } from "./example-matcher.js";
import { fitScale, saidInFull, saidRelevance } from "./fit.js";
import { WordTable } from "./known-words.js";
import { NameCoverage } from "./name-coverage.js";
import { isStructured, lookUp, type QueryReader, type Reading, type Readings, readRequest, readText } from "./query.js";
import { SaidNames } from "./said-names.js";
import { type ScoredPart, ServerPrior } from "./server-prior.js";
import { Totals } from "./totals.js";

/** A part of the request with what its servers were asked for, where that is a part of its score. */
export interface ScoredText extends ScoredPart {
  readonly servers: ScoredPart | undefined;
}

/** What was found for a request; valid until the next one. */
export interface Scored {
  /** What a tool is ranked by: its own score and what its server adds. */
  readonly totals: Totals;
  /** What the match of its server's text adds, by number of server. */
  readonly serverScores: Float64Array;
  /** BM25F for the whole request, and what it is measured against. */
  readonly sums: Float64Array;
  readonly sumScale: number;
  /** The BM25F of a tool that says nearly all of the request. */
  readonly inFull: number;
  readonly byClause: ClauseScores;
  readonly saidNames: SaidNames;
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

/** What `fitOf` reads: the most that the whole, a clause, the name or an example says for a tool. */
export function relevanceOf(document: number, scored: Scored): number {
  const { sums, sumScale, inFull, byClause, saidNames, raised } = scored;
  const sum = sums[document]!;
  const words = Math.max(
    sum * sumScale,
    saidRelevance(sum, inFull),
    byClause.relevance(document),
    saidNames.relevance(document),
  );
  return raised.size === 0 ? words : Math.max(words, raised.get(document) ?? 0);
}

type Permission = ((id: ToolId) => boolean) | undefined;

export class Scorer {
  readonly #index: CatalogIndex;
  readonly #reader: QueryReader;
  readonly #words: WordTable;
  readonly #sums: Accumulator;
  readonly #byClause: ClauseScores;
  readonly #coverage: NameCoverage;
  readonly #saidNames: SaidNames;
  readonly #servers: ServerPrior;
  readonly #examples: ExampleMatcher;
  /** By document, where not everything is allowed. */
  readonly #permissions = new Answers();
  readonly #totals: Totals;
  #serverScores = new Float64Array(0);
  #raised = new Map<number, number>();

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    this.#words = new WordTable(index.tools, reader);
    this.#sums = new Accumulator(index.tools);
    this.#coverage = new NameCoverage(index);
    this.#byClause = new ClauseScores(index, this.#coverage);
    this.#totals = new Totals(index, this.#sums, this.#byClause, this.#coverage);
    this.#saidNames = new SaidNames(index, this.#coverage);
    this.#servers = new ServerPrior(index, reader);
    this.#examples = new ExampleMatcher(index, reader);
  }

  score(request: RouteRequest, allows: Permission): Scored {
    const reading = readRequest(request, this.#reader);
    this.#reset(reading.clauses.length, allows);
    const whole = this.#scoreWhole(request, reading.whole, allows);
    const clauses = reading.clauses.map((clause) => this.#scoreClause(clause, request, allows));
    this.#beginTotals(request, whole, clauses.length);
    const examples = this.#addExamples(reading, allows);
    const named = this.#addNamed(request, allows);
    return {
      totals: this.#totals,
      serverScores: this.#serverScores,
      sums: this.#sums.scores,
      sumScale: inverse(fitScale(whole.part, this.#index.tools)),
      inFull: saidInFull(whole.part),
      byClause: this.#byClause,
      saidNames: this.#saidNames,
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
    this.#byClause.begin(clauses);
    if (allows !== undefined) this.#permissions.begin(tools.capacity);
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
    return allows === undefined || this.#permissions.of(document, () => allows(this.#index.tool(document).id));
  }

  /** What usage examples like the request add; a tool fits as far as one of them does. */
  #addExamples(readings: Readings, allows: Permission): ReadonlyMap<number, ExampleMatch> {
    if (this.#index.examples.size === 0 || !this.#reader.has("examples")) return none;
    const matches = this.#examples.match(readings);
    const { weight } = this.#examples;
    for (const [document, { evidence, similarity }] of matches) {
      if (!this.#isAllowed(document, allows)) continue;
      this.#totals.add(document, weight * evidence);
      this.#raised.set(document, defaults.hybrid.fit.sameExample * similarity ** 2);
    }
    return matches;
  }

  /** Tools that the request names come before all others, and fit by that alone. */
  #addNamed(request: RouteRequest, allows: Permission): NamedTool[] {
    if (!this.#reader.has("exact names")) return [];
    return findNamed(request, this.#index.names, this.#index).filter(({ document, kind }) => {
      if (!this.#isAllowed(document, allows)) return false;
      this.#totals.add(document, defaults.hybrid.namedScores[kind]);
      this.#raised.set(document, Number.POSITIVE_INFINITY);
      return true;
    });
  }

  #beginTotals(request: RouteRequest, { part, best, servers }: ScoredText, clauses: number): void {
    const { has } = this.#reader;
    const structured = isStructured(request);
    // In a request of a single clause the best clause is the whole.
    const isOwnClause = clauses === 0 && !structured && has("clauses");
    if (has("name coverage")) this.#coverage.fill(part);
    this.#saidNames.begin(part);
    this.#totals.begin({
      best,
      factor: isOwnClause ? 1 + defaults.hybrid.clauseWeight : 1,
      serverScores: this.#serverScores,
      serverMost: servers === undefined ? 0 : servers.weight,
      isStructured: structured,
    });
  }
}

const none: ReadonlyMap<number, ExampleMatch> = new Map();
