/** What is looked up for a request: its own words, what they mean in the lexicon, as a whole and clause by clause. */
import { defaults } from "../../defaults.js";
import { splitClauses } from "../clauses.js";
import type { Lexicon, RelatedStem } from "../lexicon/index.js";
import { requestText } from "../route-options.js";
import type { RouteRequest } from "../types.js";
import { words } from "../words.js";
import type { FieldIndex } from "./field-index.js";
import type { Covering, Expansion, KnownWord, WordTable } from "./known-words.js";
import type { Neighbours } from "./neighbours.js";
import type { ScorePart } from "./parts.js";
import type { Term } from "./term.js";

/** A word of a request, with how much it counts there. */
export interface SaidWord {
  readonly known: KnownWord;
  weight: number;
}

/** A word or phrase of a request with everything that can stand for it. */
export interface WordGroup {
  readonly word: string;
  readonly weight: number;
  readonly expansion: Expansion;
}

/** Two words that stand side by side in the request. */
export interface WordPair {
  readonly first: Term;
  readonly second: Term;
  /** Where they stand side by side, too. */
  readonly documents: Int32Array;
  /** What it adds there. */
  readonly score: number;
}

/** A request or one clause of it, looked up in one index. */
export interface QueryPart {
  readonly text: string;
  /** Its own words in the order of the text, each once, words that no document has included. */
  readonly own: readonly SaidWord[];
  readonly groups: readonly WordGroup[];
  readonly pairs: readonly WordPair[];
  /** The terms of names that it says, each once, with the largest share. */
  readonly covering: readonly Covering[];
  /** What the request's own words that the index has weigh in all: weight times idf. */
  readonly asked: number;
}

/** What a text says, before it is looked up in an index. */
export interface Reading {
  readonly text: string;
  /** Every word as often as it is there, clause by clause: words of two clauses do not stand side by side. */
  readonly runs: readonly (readonly string[])[];
  /** Translated words. */
  readonly translated: readonly RelatedStem[];
  readonly phrases: readonly { source: string; meanings: readonly RelatedStem[] }[];
}

/** The readings of a request: the whole, and its clauses when there are two or more. */
export interface Readings {
  readonly whole: Reading;
  readonly clauses: readonly Reading[];
}

export interface QueryReader {
  lexicon: Lexicon;
  has: (part: ScorePart) => boolean;
}

/**
 * Reads a request clause by clause. A structured request asks for one thing: its clauses are those of its tool part, and
 * the whole is both parts. Else the whole says the same as all clauses together.
 */
export function readRequest(request: RouteRequest, reader: QueryReader): Readings {
  const text = requestText(request);
  const asked = isStructured(request) ? (request.tool ?? "") : text;
  const texts = reader.has("clauses") ? splitClauses(asked) : [];
  if (texts.length < 2) return { whole: readText(text, reader), clauses: [] };
  const clauses = texts.map((clause) => readText(clause, reader));
  if (isStructured(request)) return { whole: readText(text, reader), clauses };
  const whole: Reading = {
    text,
    runs: joinLists(clauses.map((clause) => clause.runs)),
    translated: joinLists(clauses.map((clause) => clause.translated)),
    phrases: joinLists(clauses.map((clause) => clause.phrases)),
  };
  return { whole, clauses };
}

/** By hand, as this runs for every request: a profile shows `flatMap` as a tenth of the reading. */
function joinLists<T>(lists: readonly (readonly T[])[]): T[] {
  const all: T[] = [];
  for (const list of lists) for (const item of list) all.push(item);
  return all;
}

/** True when the request says for itself what kind of server it wants. */
export function isStructured({ server = "" }: RouteRequest): boolean {
  return server.trim() !== "";
}

export function readText(text: string, { lexicon, has }: QueryReader): Reading {
  return {
    text,
    runs: [words(text)],
    translated: has("translations") ? joinLists(lexicon.translate(text).map(({ meanings }) => meanings)) : [],
    phrases: has("phrases") ? lexicon.phrasesIn(text) : [],
  };
}

/** Looks a reading up in the index of a table. */
export function lookUp(reading: Reading, table: WordTable): QueryPart {
  const look = table.begin();
  const own = weigh(reading, table, look);
  const groups: WordGroup[] = [];
  const covering: Covering[] = [];
  let asked = 0;
  for (const { known, weight } of own) {
    if (known.term !== undefined) asked += weight * known.idf;
    addGroup(known, known.word, weight, look, table, groups, covering);
  }
  for (const { source, meanings } of reading.phrases) {
    addGroup(table.phrase(source, meanings), source, 1, look, table, groups, covering);
  }
  const hasPairs = table.index.hasPairs && table.reader.has("word pairs");
  const pairs = hasPairs ? findPairs(reading.runs, table.index) : [];
  return { text: reading.text, own, groups, pairs, covering, asked };
}

function addGroup(
  known: KnownWord,
  word: string,
  weight: number,
  look: number,
  table: WordTable,
  groups: WordGroup[],
  covering: Covering[],
): void {
  if (known.term === undefined && known.synonyms.length === 0) return;
  const expansion = table.expand(known, look);
  if (expansion.documents.length === 0) return;
  groups.push({ word, weight, expansion });
  for (const covered of expansion.covering) {
    const { term, share } = covered;
    if (term.coveredIn !== look) {
      term.coveredIn = look;
      term.place = covering.length;
      covering.push(covered);
    } else if (share > covering[term.place]!.share) covering[term.place] = covered;
  }
}

/**
 * The pairs of neighbouring words that stand side by side in a document, too; a pair weighs as much as one of its words
 * does.
 */
function findPairs(runs: readonly (readonly string[])[], index: FieldIndex): readonly WordPair[] {
  let pairs: Map<Neighbours, number> | undefined;
  for (const run of runs) {
    let first: Term | undefined;
    for (const word of run) {
      const second = index.term(word);
      const pair = first && second && index.neighbours(first, second);
      if (pair !== undefined && pair.documents.length > 0) {
        pairs ??= new Map();
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      first = second;
    }
  }
  if (pairs === undefined) return none;
  return Array.from(pairs, ([{ first, second, documents }, count]) => {
    const idf = (index.idf(first) + index.idf(second)) / 2;
    return { first, second, documents, score: defaults.hybrid.pairWeight * (1 + Math.log(count)) * idf };
  });
}

const none: readonly WordPair[] = [];

/** A word that is there n times weighs 1 + ln n. The terms of these words are no synonyms of others in this look-up. */
function weigh({ runs, translated }: Reading, table: WordTable, look: number): SaidWord[] {
  const own: SaidWord[] = [];
  for (const run of runs) {
    for (const word of run) {
      const said = meet(table.word(word), own, look);
      said.weight += 1;
    }
  }
  for (const said of own) {
    const { weight, known } = said;
    said.weight = (weight === 1 ? 1 : 1 + Math.log(weight)) * known.softness;
  }
  if (translated.length === 0) return own;
  const meant = new Map<string, { weight: number; count: number }>();
  for (const { stem, weight } of translated) {
    const known = meant.get(stem);
    meant.set(stem, { weight: Math.max(known?.weight ?? 0, weight), count: (known?.count ?? 0) + 1 });
  }
  for (const [stem, { weight, count }] of meant) {
    const said = meet(table.word(stem), own, look);
    said.weight = Math.max(said.weight, weight * (1 + Math.log(count)));
  }
  return own;
}

/** The place of a word among those that were met before, or a new one with weight 0. */
function meet(known: KnownWord, own: SaidWord[], look: number): SaidWord {
  if (known.look === look) return own[known.place]!;
  known.look = look;
  known.place = own.length;
  if (known.term !== undefined) known.term.saidIn = look;
  const said = { known, weight: 0 };
  own.push(said);
  return said;
}
