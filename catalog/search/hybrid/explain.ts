/** What made the score of one tool, in numbers that add up to it, and why a tool was not returned. */
import { defaults } from "../../defaults.js";
import { type ToolId, toolKey } from "../../types.js";
import type { CutHit, ExplainedTool, RouterHit, ScoreShare, WordShare } from "../types.js";
import type { CatalogIndex, IndexedServer } from "./catalog-index.js";
import type { FieldIndex } from "./field-index.js";
import { fitOf } from "./fit.js";
import { fullness } from "./name-coverage.js";
import type { QueryPart, QueryReader } from "./query.js";
import { type RankedIndexed, toolIsBefore } from "./ranking.js";
import { relevanceOf, type Scored, type ScoredText } from "./scorer.js";
import type { ScoredPart } from "./server-prior.js";
import type { Placed } from "./term.js";

/** What was found for the request that is explained. */
export interface Findings {
  scored: Scored;
  /** All servers, best first. */
  servers: readonly RankedIndexed[];
  /** How many of them stage 1 let through. */
  shown: number;
  /** True when the server's own text counts apart from the clauses. */
  isStructured: boolean;
  tools: readonly RouterHit[];
  cut: readonly CutHit[];
  allows: ((id: ToolId) => boolean) | undefined;
}

/** Explains every match, and then the tools that were asked about. */
export function explainTools(
  about: readonly ToolId[],
  findings: Findings,
  index: CatalogIndex,
  reader: QueryReader,
): ExplainedTool[] {
  const ids = new Map([...findings.tools.map(({ id }) => id), ...about].map((id) => [toolKey(id), id]));
  const totals = Float64Array.from({ length: index.tools.capacity }, (_, document) =>
    findings.scored.totals.total(document),
  );
  return [...ids.values()].map((id) => explainTool(id, totals, findings, index, reader));
}

function explainTool(
  id: ToolId,
  totals: Float64Array,
  findings: Findings,
  index: CatalogIndex,
  reader: QueryReader,
): ExplainedTool {
  const { scored, tools, allows } = findings;
  const document = index.documentOf(id);
  const absent = { id, score: 0, fit: 0, shares: [] };
  if (document === undefined) return { ...absent, reason: "the catalog has no such tool" };
  if (allows !== undefined && !allows(id)) return { ...absent, reason: "it may not be used here" };
  const score = totals[document]!;
  if (score === 0) return { ...absent, reason: "it shares no word with the request" };
  const isMatch = tools.some((hit) => toolKey(hit.id) === toolKey(id));
  return {
    id,
    rank: rankOf(document, totals, index),
    score,
    fit: fitOf(relevanceOf(document, scored)),
    shares: sharesOf(document, findings, index, reader),
    reason: isMatch ? undefined : reasonFor(id, findings),
  };
}

function rankOf(document: number, totals: Float64Array, index: CatalogIndex): number {
  const total = totals[document]!;
  let rank = 1;
  for (const [other, score] of totals.entries()) {
    if (score > total || (score === total && toolIsBefore(other, document, index))) rank++;
  }
  return rank;
}

function reasonFor(id: ToolId, { cut, servers, shown }: Findings): string {
  const found = cut.find((hit) => toolKey(hit.id) === toolKey(id));
  if (found !== undefined) return found.reason;
  const place = servers.findIndex((server) => server.name === id.server) + 1;
  const last = servers[shown - 1];
  const least = last === undefined ? "" : `; the last of those has ${last.score.toFixed(3)}`;
  return `its server is number ${place} with ${servers[place - 1]!.score.toFixed(3)} and the first ${shown} are shown${least}`;
}

function sharesOf(document: number, findings: Findings, index: CatalogIndex, reader: QueryReader): ScoreShare[] {
  const { scored } = findings;
  const owner = index.ownerOfTool(document);
  const partOf = (text: ScoredText) => explainPart(text, document - owner.tools.base, owner.tools, index.tools, reader);
  const priorOf = (text: ScoredText) => serverShare(text.servers, owner, index);
  const shares = partOf(scored.whole);
  const prior = priorOf(scored.whole);
  if (reader.has("clauses") && (scored.clauses.length > 0 || !findings.isStructured)) {
    shares.push(...bestClause(scored, [...shares, ...prior], (text) => [...partOf(text), ...priorOf(text)]));
  }
  shares.push(...exampleShare(document, scored, index));
  const named = scored.named.find((tool) => tool.document === document);
  if (named !== undefined) {
    shares.push({ part: "exact name", score: defaults.hybrid.namedScores[named.kind], text: named.text });
  }
  shares.push(...prior);
  return shares.filter((share) => share.score > 0);
}

/** The words and the name coverage of one text, in the scale of its score. */
function explainPart(
  { part, best }: ScoredPart,
  position: number,
  placed: Placed,
  index: FieldIndex,
  reader: QueryReader,
): ScoreShare[] {
  const words = wordShares(part, position, placed, index, 1 / best);
  let covered = 0;
  for (const { term, share } of part.covering) {
    if (index.isInName(term, placed, position)) covered += share * index.idf(term);
  }
  const weight = reader.has("name coverage") ? defaults.hybrid.nameCoverageWeight : 0;
  const share = covered === 0 ? 0 : covered / index.nameMass(placed, position);
  return [
    { part: "words", score: sum(words), words },
    { part: "name coverage", score: weight * fullness(share) },
  ];
}

/** The clause that counts; the whole request where it is a single clause. */
function bestClause(
  { whole, clauses }: Scored,
  wholeShares: readonly ScoreShare[],
  explain: (text: ScoredText) => ScoreShare[],
): ScoreShare[] {
  const explained =
    clauses.length === 0
      ? [{ text: whole.part.text, shares: wholeShares }]
      : clauses.map((clause) => ({ text: clause.part.text, shares: explain(clause) }));
  const [best] = explained.sort((a, b) => sum(b.shares) - sum(a.shares));
  const { text, shares } = best!;
  const { clauseWeight } = defaults.hybrid;
  const words = shares.flatMap((share) => share.words ?? []);
  const scaled = words.map((word) => ({ ...word, score: clauseWeight * word.score }));
  const coverage = shares.filter(({ part }) => part === "name coverage");
  return [
    { part: "best clause", score: sum(scaled), text, words: scaled },
    { part: "name coverage of the best clause", score: clauseWeight * sum(coverage), text },
  ];
}

function exampleShare(document: number, { examples, exampleWeight }: Scored, index: CatalogIndex): ScoreShare[] {
  const match = examples.get(document);
  if (match === undefined) return [];
  return [{ part: "examples", score: exampleWeight * match.evidence, text: index.example(match.example) }];
}

function serverShare(servers: ScoredPart | undefined, { own }: IndexedServer, index: CatalogIndex): ScoreShare[] {
  if (servers === undefined) return [];
  const words = wordShares(servers.part, 0, own, index.servers, servers.weight / servers.best);
  return words.length === 0 ? [] : [{ part: "server prior", score: sum(words), text: servers.part.text, words }];
}

/** Each word of the request with the fields that have it, or have its synonyms where these say more. */
function wordShares(
  { groups, pairs }: QueryPart,
  position: number,
  placed: Placed,
  index: FieldIndex,
  scale: number,
): WordShare[] {
  const shares = groups.flatMap(({ word, weight, expansion: { term, synonyms } }) => {
    const inFields = (found: typeof term, factor: number): WordShare[] =>
      found === undefined
        ? []
        : index.shares(found, placed, position).map(({ field, score }) => ({
            word,
            found: found.text,
            field,
            score: factor * weight * scale * score,
          }));
    const own = inFields(term, 1);
    const others = synonyms.flatMap((synonym) => inFields(synonym.term, synonym.weight));
    return sum(own) >= sum(others) ? own : others;
  });
  for (const { first, second, score } of pairs) {
    if (!index.hasPair(first, second, placed, position)) continue;
    const pair = `${first.text} ${second.text}`;
    shares.push({ word: pair, found: pair, field: "side by side", score: scale * score });
  }
  return shares.sort((a, b) => b.score - a.score);
}

function sum(shares: readonly { score: number }[]): number {
  return shares.reduce((total, { score }) => total + score, 0);
}
