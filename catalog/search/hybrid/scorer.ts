/** The score of every tool for one request. */
import { defaults } from "../../defaults.js";
import type { ToolId } from "../../types.js";
import type { RouteRequest } from "../types.js";
import { Accumulator } from "./accumulator.js";
import type { CatalogIndex } from "./catalog-index.js";
import { findNamed, type NamedTool } from "./exact-names.js";
import { type ExampleMatch, ExampleMatcher } from "./example-matcher.js";
import { fitScale } from "./fit.js";
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

/** The share of a name that is said, to the power of 1.5: half a name said is less than half as good as the whole. */
export function fullness(share: number): number {
  return share * Math.sqrt(share);
}

/** Scores by number of document; valid until the next request. */
export interface Scored {
  /** The tools that share something with the request and may be used: the first `count` entries. */
  readonly documents: Int32Array;
  readonly count: number;
  /** What a tool is ranked by: its own score and what its server adds. */
  readonly totals: Float64Array;
  /** What the tool's own match makes. */
  readonly toolScores: Float64Array;
  /** What the match of its server's text adds, by number of server. */
  readonly serverScores: Float64Array;
  /** What `fitOf` reads, by tool. */
  readonly relevances: Float64Array;
  readonly whole: ScoredText;
  readonly clauses: readonly ScoredText[];
  /** Tools that are called by their names. */
  readonly named: readonly NamedTool[];
  /** Tools with examples like the request, by number. */
  readonly examples: ReadonlyMap<number, ExampleMatch>;
  /** What the evidence of examples is worth. */
  readonly exampleWeight: number;
}

type Permission = ((id: ToolId) => boolean) | undefined;

const unknown = 0;
const allowed = 1;
const forbidden = 2;

export class Scorer {
  readonly #index: CatalogIndex;
  readonly #reader: QueryReader;
  readonly #sums: Accumulator;
  readonly #servers: ServerPrior;
  readonly #examples: ExampleMatcher;
  #documents = new Int32Array(0);
  #permissions = new Uint8Array(0);
  #totals = new Float64Array(0);
  #toolScores = new Float64Array(0);
  #clauseScores = new Float64Array(0);
  #relevances = new Float64Array(0);
  #serverScores = new Float64Array(0);
  #clauseServers = new Float64Array(0);
  #nameMasses = new Float64Array(0);
  #nameMassVersion = -1;
  #count = 0;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    this.#sums = new Accumulator(index.tools);
    this.#servers = new ServerPrior(index, reader);
    this.#examples = new ExampleMatcher(index, reader);
  }

  score(request: RouteRequest, allows: Permission): Scored {
    this.#reset();
    this.#servers.begin(allows);
    const reading = readRequest(request, this.#reader);
    const { clauseWeight } = defaults.hybrid;
    const whole = this.#scoreWhole(request, reading.whole, allows);
    const clauses = reading.clauses.map((clause) => this.#scoreClause(clause, request, allows));
    // In a request of a single clause the best clause is the whole.
    const isRepeated = clauses.length === 0 && !isStructured(request) && this.#reader.has("clauses");
    this.#sum(isRepeated, clauseWeight);
    const examples = this.#addExamples(reading, allows);
    const named = this.#addNamed(request, allows);
    return {
      documents: this.#documents,
      count: this.#count,
      totals: this.#totals,
      toolScores: this.#toolScores,
      serverScores: this.#serverScores,
      relevances: this.#relevances,
      whole,
      clauses,
      named,
      examples,
      exampleWeight: this.#examples.weight,
    };
  }

  #scoreWhole(request: RouteRequest, reading: Reading, allows: Permission): ScoredText {
    const part = lookUp(reading, this.#index.tools, this.#reader);
    this.#sums.fill(part);
    this.#admit(allows);
    const best = this.#sums.highest();
    const byBest = inverse(best);
    scale(this.#sums.scores, byBest, this.#toolScores);
    scale(this.#sums.scores, inverse(fitScale(part, this.#index.tools)), this.#relevances);
    this.#addCoverage(part, byBest, this.#toolScores, undefined);
    const weights = defaults.hybrid.serverPriorWeights;
    const asked = isStructured(request) ? readText(request.server ?? "", this.#reader) : reading;
    const weight = isStructured(request) ? weights.server : weights.wholeRequest;
    this.#serverScores.fill(0);
    const servers = this.#reader.has("server prior")
      ? this.#servers.score(asked, weight, this.#serverScores)
      : undefined;
    return { part, best, weight: 1, servers };
  }

  /** A structured request says what its server is; only where it does not, each clause may be about another one. */
  #scoreClause(reading: Reading, request: RouteRequest, allows: Permission): ScoredText {
    const part = lookUp(reading, this.#index.tools, this.#reader);
    this.#sums.fill(part);
    this.#admit(allows);
    const { clauseWeight, serverPriorWeights } = defaults.hybrid;
    const servers =
      !isStructured(request) && this.#reader.has("server prior")
        ? this.#servers.score(reading, serverPriorWeights.wholeRequest, this.#clauseServers)
        : undefined;
    const best = this.#sums.highest();
    const byBest = inverse(best);
    this.#addClause(part, byBest, servers && this.#clauseServers);
    this.#addCoverage(part, byBest, this.#clauseScores, servers && this.#clauseServers);
    return { part, best, weight: clauseWeight, servers };
  }

  #reset(): void {
    this.#clauseScores.fill(0);
    this.#permissions.fill(unknown);
    this.#count = 0;
    if (this.#serverScores.length < this.#index.servers.capacity) {
      this.#serverScores = new Float64Array(this.#index.servers.capacity);
      this.#clauseServers = new Float64Array(this.#index.servers.capacity);
    }
    const { capacity } = this.#index.tools;
    if (this.#documents.length < capacity) {
      this.#documents = new Int32Array(capacity);
      this.#permissions = new Uint8Array(capacity);
      this.#totals = new Float64Array(capacity);
      this.#toolScores = new Float64Array(capacity);
      this.#clauseScores = new Float64Array(capacity);
      this.#relevances = new Float64Array(capacity);
      this.#nameMasses = new Float64Array(capacity);
      this.#nameMassVersion = -1;
    }
    if (this.#nameMassVersion !== this.#index.tools.version) {
      this.#nameMasses.fill(-1);
      this.#nameMassVersion = this.#index.tools.version;
    }
  }

  /** Takes the tools that may not be used out of the sums. */
  #admit(allows: Permission): void {
    if (allows === undefined) return;
    const { scores } = this.#sums;
    for (let document = 0; document < scores.length; document++) {
      if (scores[document]! > 0 && !this.#isAllowed(document, allows)) scores[document] = 0;
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
    if (this.#index.examples.size === 0 || !this.#reader.has("examples")) return new Map();
    const matches = this.#examples.match(readings);
    const { weight } = this.#examples;
    for (const [document, { evidence, similarity }] of matches) {
      if (!this.#isAllowed(document, allows)) continue;
      this.#addTo(document, weight * evidence);
      const relevance = defaults.hybrid.fit.sameExample * similarity ** 2;
      if (relevance > this.#relevances[document]!) this.#relevances[document] = relevance;
    }
    return matches;
  }

  /** Tools that the request names come before all others, and fit by that alone. */
  #addNamed(request: RouteRequest, allows: Permission): NamedTool[] {
    if (!this.#reader.has("exact names")) return [];
    return findNamed(request, this.#index.names, this.#index).filter(({ document, kind }) => {
      if (!this.#isAllowed(document, allows)) return false;
      this.#addTo(document, defaults.hybrid.namedScores[kind]);
      this.#relevances[document] = Number.POSITIVE_INFINITY;
      return true;
    });
  }

  /** Relative BM25F plus what the server adds, where it is more than what another clause gave. */
  #addClause(part: QueryPart, byBest: number, servers: Float64Array | undefined): void {
    const { scores } = this.#sums;
    const byScale = inverse(fitScale(part, this.#index.tools));
    const clauseScores = this.#clauseScores;
    const relevances = this.#relevances;
    const { serverNumbers } = this.#index;
    for (let document = 0; document < scores.length; document++) {
      const found = scores[document]!;
      if (found === 0) continue;
      let score = found * byBest;
      if (servers !== undefined) score += servers[serverNumbers[document]!]!;
      if (score > clauseScores[document]!) clauseScores[document] = score;
      const relevance = found * byScale;
      if (relevance > relevances[document]!) relevances[document] = relevance;
    }
  }

  /** The same for the tools of whose names the part says something, with what that adds. */
  #addCoverage(part: QueryPart, byBest: number, into: Float64Array, servers: Float64Array | undefined): void {
    if (!this.#reader.has("name coverage")) return;
    const { scores, named } = this.#sums;
    for (const { scores: term } of part.covering) {
      for (let i = 0; i < term.named.length; i++) {
        const document = term.named[i]!;
        const found = scores[document]!;
        const covered = named[document]!;
        if (found === 0 || covered === 0) continue;
        // A tool may be named by several words: the first one counts all of them.
        named[document] = 0;
        const share = fullness(covered / this.#nameMass(document));
        let score = found * byBest + defaults.hybrid.nameCoverageWeight * share;
        if (servers !== undefined) score += servers[this.#index.serverOf(document)]!;
        if (score > into[document]!) into[document] = score;
      }
    }
  }

  /** Notes the tools that were found and adds up their scores, the best clause included. */
  #sum(isRepeated: boolean, clauseWeight: number): void {
    const documents = this.#documents;
    const toolScores = this.#toolScores;
    const clauseScores = this.#clauseScores;
    const serverScores = this.#serverScores;
    const totals = this.#totals;
    const relevances = this.#relevances;
    const { serverNumbers } = this.#index;
    let count = 0;
    for (let document = 0; document < relevances.length; document++) {
      if (relevances[document] === 0) {
        totals[document] = 0;
        continue;
      }
      documents[count++] = document;
      const prior = serverScores[serverNumbers[document]!]!;
      const whole = toolScores[document]!;
      const score = whole + clauseWeight * (isRepeated ? whole + prior : clauseScores[document]!);
      toolScores[document] = score;
      totals[document] = score + prior;
    }
    this.#count = count;
  }

  /** Adds to the sum of a tool, which may have been found by other means than its words. */
  #addTo(document: number, score: number): void {
    if (this.#relevances[document] === 0) this.#documents[this.#count++] = document;
    this.#toolScores[document]! += score;
    this.#totals[document] = this.#toolScores[document]! + this.#serverScores[this.#index.serverOf(document)]!;
  }

  #nameMass(document: number): number {
    const masses = this.#nameMasses;
    if (masses[document] === -1) {
      const { tools } = this.#index.ownerOfTool(document);
      masses[document] = this.#index.tools.nameMass(tools, document - tools.base);
    }
    return masses[document]!;
  }
}

/** 0 for 0: where nothing was found there is nothing to relate to. */
function inverse(value: number): number {
  return value === 0 ? 0 : 1 / value;
}

function scale(values: Float64Array, factor: number, into: Float64Array): void {
  const { length } = values;
  for (let i = 0; i < length; i++) into[i] = values[i]! * factor;
}
