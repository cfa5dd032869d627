/** What is looked up for a request: its own words, what they mean in the lexicon, as a whole and clause by clause. */
import { defaults } from "../../defaults.js";
import { splitClauses } from "../clauses.js";
import type { Lexicon, RelatedStem } from "../lexicon/index.js";
import { words } from "../words.js";
import type { FieldIndex, Term } from "./field-index.js";
import type { ScorePart } from "./parts.js";

/** A term of the index that a request asks for. */
export interface QueryTerm {
  readonly term: Term;
  readonly weight: number;
  /** The word of the request that led to it; undefined when it stands there itself. */
  readonly source: string | undefined;
}

/** A request or one clause of it. */
export interface QueryPart {
  readonly text: string;
  /** Its own words with their weights, in the order of the text, words that no document has included. */
  readonly own: ReadonlyMap<string, number>;
  readonly terms: readonly QueryTerm[];
}

/** What a text says, before it is looked up in an index. */
export interface Reading {
  readonly text: string;
  /** Every word as often as it is there. */
  readonly words: readonly string[];
  /** Translated words. */
  readonly translated: readonly RelatedStem[];
  /** Meanings of phrases, with the phrase. */
  readonly phrases: readonly (RelatedStem & { source: string })[];
}

export interface QueryReader {
  lexicon: Lexicon;
  has: (part: ScorePart) => boolean;
}

export function readText(text: string, { lexicon, has }: QueryReader): Reading {
  return {
    text,
    words: words(text),
    translated: has("translations") ? lexicon.translate(text).flatMap(({ meanings }) => meanings) : [],
    phrases: has("phrases")
      ? lexicon.phrasesIn(text).flatMap(({ source, meanings }) => meanings.map((meaning) => ({ ...meaning, source })))
      : [],
  };
}

/** The readings of a request: one for each clause, and one of the whole, which says the same as all of them together. */
export function readRequest(text: string, reader: QueryReader): { whole: Reading; clauses: Reading[] } {
  const clauses = reader.has("clauses") ? splitClauses(text).map((clause) => readText(clause, reader)) : [];
  if (clauses.length < 2) return { whole: readText(text, reader), clauses: [] };
  const whole: Reading = {
    text,
    words: clauses.flatMap((clause) => clause.words),
    translated: clauses.flatMap((clause) => clause.translated),
    phrases: clauses.flatMap((clause) => clause.phrases),
  };
  return { whole, clauses };
}

/**
 * Looks a reading up. A word that is there n times weighs 1 + ln n. A synonym weighs less than the word it stands for, less
 * still when it is the more common of the two, and only words of the index that the text does not hold itself count.
 */
export function lookUp(reading: Reading, index: FieldIndex, { lexicon, has }: QueryReader): QueryPart {
  const own = weigh(reading);
  const terms: QueryTerm[] = [];
  const expansions = new Map<string, { term: Term; weight: number; source: string }>();
  const expand = (related: RelatedStem, weight: number, idf: number, source: string): boolean => {
    if (own.has(related.stem)) return false;
    const term = index.term(related.stem);
    if (term === undefined) return false;
    const scaled = weight * related.weight * defaults.hybrid.synonymWeight * Math.min(1, idf / index.idf(term));
    const known = expansions.get(related.stem);
    if (known === undefined || scaled > known.weight) expansions.set(related.stem, { term, weight: scaled, source });
    return true;
  };
  for (const [word, weight] of own) {
    const term = index.term(word);
    if (term !== undefined) terms.push({ term, weight, source: undefined });
    if (!has("synonyms")) continue;
    const idf = index.idf(term);
    let taken = 0;
    for (const related of lexicon.synonymsOf(word)) {
      if (taken === defaults.hybrid.synonymsPerWord) break;
      if (expand(related, weight, idf, word)) taken++;
    }
  }
  for (const phrase of reading.phrases) expand(phrase, 1, Number.POSITIVE_INFINITY, phrase.source);
  return { text: reading.text, own, terms: [...terms, ...expansions.values()] };
}

function weigh({ words: all, translated }: Reading): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Map<string, number>();
  for (const [word, count] of counts) own.set(word, 1 + Math.log(count));
  for (const { stem, weight } of translated) own.set(stem, Math.max(own.get(stem) ?? 0, weight));
  return own;
}
