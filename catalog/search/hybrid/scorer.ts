/** The score of every tool for one request. */
import { defaults } from "../../defaults.js";
import type { ToolId } from "../../types.js";
import { requestText } from "../route-options.js";
import type { RouteRequest } from "../types.js";
import { Accumulator } from "./accumulator.js";
import type { CatalogIndex } from "./catalog-index.js";
import { findNamed, type NamedTool } from "./exact-names.js";
import { type ExampleMatch, ExampleMatcher } from "./example-matcher.js";
import { fitScale } from "./fit.js";
import { GroupScorer } from "./group-scores.js";
import {
  lookUp,
  type QueryPart,
  type QueryReader,
  type Reading,
  type Readings,
  readRequest,
  readText,
} from "./query.js";

/** A text that was looked up, with the best BM25F that it gave: scores are relative to it. */
export interface ScoredPart {
  readonly part: QueryPart;
  readonly best: number;
  /** What a score that equals the best counts. */
  readonly weight: number;
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
  readonly whole: ScoredPart;
  readonly clauses: readonly ScoredPart[];
  /** What the servers' own texts were asked for; undefined where that plays no part. */
  readonly servers: ScoredPart | undefined;
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
  readonly #wholeSums: Accumulator;
  readonly #clauseSums: Accumulator;
  readonly #serverSums: Accumulator;
  readonly #examples: ExampleMatcher;
  #documents = new Int32Array(0);
  #permissions = new Uint8Array(0);
  #totals = new Float64Array(0);
  #toolScores = new Float64Array(0);
  #clauseScores = new Float64Array(0);
  #relevances = new Float64Array(0);
  #serverScores = new Float64Array(0);
  #nameMasses = new Float64Array(0);
  #nameMassVersion = -1;
  #count = 0;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    const groups = new GroupScorer(index.tools);
    this.#wholeSums = new Accumulator(index.tools, groups);
    this.#clauseSums = new Accumulator(index.tools, groups);
    this.#serverSums = new Accumulator(index.servers);
    this.#examples = new ExampleMatcher(index, reader);
  }

  score(request: RouteRequest, allows: Permission): Scored {
    const { tools } = this.#index;
    this.#reset();
    const text = requestText(request);
    const reading = readRequest(text, this.#reader);
    const addPart = (read: Reading, weight: number, sums: Accumulator, scores: Float64Array): ScoredPart => {
      const part = lookUp(read, tools, this.#reader);
      sums.fill(part);
      this.#admit(sums, allows);
      return { part, weight, best: this.#addPart(sums, part, scores) };
    };
    const { clauseWeight } = defaults.hybrid;
    const whole = addPart(reading.whole, 1, this.#wholeSums, this.#toolScores);
    const clauses = reading.clauses.map((clause) =>
      addPart(clause, clauseWeight, this.#clauseSums, this.#clauseScores),
    );
    if (clauses.length === 0) this.#repeatWhole();
    for (let i = 0; i < this.#count; i++) {
      const document = this.#documents[i]!;
      this.#toolScores[document]! += clauseWeight * this.#clauseScores[document]!;
    }
    const examples = this.#addExamples(reading, allows);
    const named = this.#addNamed(request, allows);
    const servers = this.#scoreServers(request, text, allows);
    for (let i = 0; i < this.#count; i++) {
      const document = this.#documents[i]!;
      this.#totals[document] = this.#toolScores[document]! + this.#serverScores[this.#index.serverOf(document)]!;
    }
    return {
      documents: this.#documents,
      count: this.#count,
      totals: this.#totals,
      toolScores: this.#toolScores,
      serverScores: this.#serverScores,
      relevances: this.#relevances,
      whole,
      clauses,
      servers,
      named,
      examples,
      exampleWeight: this.#examples.weight,
    };
  }

  #reset(): void {
    for (let i = 0; i < this.#count; i++) {
      const document = this.#documents[i]!;
      this.#totals[document] = 0;
      this.#toolScores[document] = 0;
      this.#clauseScores[document] = 0;
      this.#relevances[document] = 0;
    }
    this.#count = 0;
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
    this.#permissions.fill(unknown);
    if (this.#nameMassVersion !== this.#index.tools.version) {
      this.#nameMasses.fill(-1);
      this.#nameMassVersion = this.#index.tools.version;
    }
  }

  /** Notes the documents that may be used and drops the others from the sums. */
  #admit(sums: Accumulator, allows: Permission): void {
    const permissions = this.#permissions;
    let kept = 0;
    for (let i = 0; i < sums.count; i++) {
      const document = sums.documents[i]!;
      if (permissions[document] === unknown) this.#judge(document, allows);
      if (permissions[document] === allowed) sums.documents[kept++] = document;
      else sums.drop(document);
    }
    sums.count = kept;
  }

  #judge(document: number, allows: Permission): void {
    const isAllowed = allows === undefined || allows(this.#index.tool(document).id);
    this.#permissions[document] = isAllowed ? allowed : forbidden;
    if (isAllowed) this.#documents[this.#count++] = document;
  }

  /** What usage examples like the request add; a tool fits as far as one of them does. */
  #addExamples(readings: Readings, allows: Permission): ReadonlyMap<number, ExampleMatch> {
    if (this.#index.examples.size === 0 || !this.#reader.has("examples")) return new Map();
    const matches = this.#examples.match(readings);
    const { weight } = this.#examples;
    for (const [document, { evidence, similarity }] of matches) {
      if (this.#permissions[document] === unknown) this.#judge(document, allows);
      if (this.#permissions[document] !== allowed) continue;
      this.#toolScores[document]! += weight * evidence;
      const relevance = defaults.hybrid.fit.sameExample * similarity ** 2;
      if (relevance > this.#relevances[document]!) this.#relevances[document] = relevance;
    }
    return matches;
  }

  /** Tools that the request names come before all others, and fit by that alone. */
  #addNamed(request: RouteRequest, allows: Permission): NamedTool[] {
    if (!this.#reader.has("exact names")) return [];
    return findNamed(request, this.#index.names, this.#index).filter(({ document, kind }) => {
      if (this.#permissions[document] === unknown) this.#judge(document, allows);
      if (this.#permissions[document] !== allowed) return false;
      this.#toolScores[document]! += defaults.hybrid.namedScores[kind];
      this.#relevances[document] = Number.POSITIVE_INFINITY;
      return true;
    });
  }

  /** Relative BM25F plus name coverage, where it is more than what is there. */
  #addPart(sums: Accumulator, part: QueryPart, scores: Float64Array): number {
    let best = 0;
    for (let i = 0; i < sums.count; i++) best = Math.max(best, sums.scores[sums.documents[i]!]!);
    const coverageWeight = this.#reader.has("name coverage") ? defaults.hybrid.nameCoverageWeight : 0;
    const scale = fitScale(part, this.#index.tools);
    for (let i = 0; i < sums.count; i++) {
      const document = sums.documents[i]!;
      const coverage = sums.named[document] === 0 ? 0 : sums.named[document]! / this.#nameMass(document);
      const score = sums.scores[document]! / best + coverageWeight * coverage;
      if (score > scores[document]!) scores[document] = score;
      const relevance = sums.scores[document]! / scale;
      if (relevance > this.#relevances[document]!) this.#relevances[document] = relevance;
    }
    return best;
  }

  #repeatWhole(): void {
    if (!this.#reader.has("clauses")) return;
    for (let i = 0; i < this.#count; i++) {
      const document = this.#documents[i]!;
      this.#clauseScores[document] = this.#toolScores[document]!;
    }
  }

  #nameMass(document: number): number {
    const masses = this.#nameMasses;
    if (masses[document] === -1) {
      const { tools } = this.#index.ownerOfTool(document);
      masses[document] = this.#index.tools.nameMass(tools, document - tools.base);
    }
    return masses[document]!;
  }

  /** The soft prior: how well a server's own text matches, relative to the best server with a tool that may be used. */
  #scoreServers(request: RouteRequest, text: string, allows: Permission): ScoredPart | undefined {
    const { servers } = this.#index;
    if (this.#serverScores.length < servers.capacity) this.#serverScores = new Float64Array(servers.capacity);
    this.#serverScores.fill(0);
    if (!this.#reader.has("server prior")) return undefined;
    const serverPart = request.server?.trim() ?? "";
    const { server, wholeRequest } = defaults.hybrid.serverPriorWeights;
    const weight = serverPart === "" ? wholeRequest : server;
    const sums = this.#serverSums;
    const part = lookUp(readText(serverPart === "" ? text : serverPart, this.#reader), servers, this.#reader);
    sums.fill(part);
    let best = 0;
    let kept = 0;
    for (let i = 0; i < sums.count; i++) {
      const document = sums.documents[i]!;
      const { tools } = this.#index.ownerOfServer(document).server;
      const isUsable = allows === undefined ? tools.length > 0 : tools.some((tool) => allows(tool.id));
      if (!isUsable) {
        sums.drop(document);
        continue;
      }
      sums.documents[kept++] = document;
      best = Math.max(best, sums.scores[document]!);
    }
    sums.count = kept;
    for (let i = 0; i < kept; i++) {
      const document = sums.documents[i]!;
      this.#serverScores[document] = (weight * sums.scores[document]!) / best;
    }
    return { part, best, weight };
  }
}
