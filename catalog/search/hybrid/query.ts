/** What is looked up for a request: its own words, what they mean in the lexicon, as a whole and clause by clause. */
import { defaults } from "../../defaults.js";
import { splitClauses } from "../clauses.js";
import type { Lexicon, RelatedStem } from "../lexicon/index.js";
import { requestText } from "../route-options.js";
import type { RouteRequest } from "../types.js";
import { words } from "../words.js";
import type { FieldIndex, Term, TermScores } from "./field-index.js";
import type { Neighbours } from "./neighbours.js";
import type { ScorePart } from "./parts.js";
import { softWords } from "./soft-words.js";

/** A term of the index that stands for a word of the request. */
export interface Synonym {
  readonly term: Term;
  /** What it counts beside the word itself, without the weight of the word. */
  readonly weight: number;
}

/** A word or phrase of a request with everything that can stand for it. */
export interface WordGroup {
  readonly word: string;
  readonly weight: number;
  /** The word itself; undefined when no document has it. */
  readonly term: Term | undefined;
  readonly synonyms: readonly Synonym[];
  /** Groups of the same key over the same index are the same but for their weights. A term stands for itself with all its synonyms. */
  readonly key: Term | string;
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
  /** Its own words with their weights, in the order of the text, words that no document has included. */
  readonly own: ReadonlyMap<string, number>;
  readonly groups: readonly WordGroup[];
  readonly pairs: readonly WordPair[];
  /** Which share of its idf each term counts in the coverage of names: 1 for a word of the request, less for a synonym. */
  readonly covering: readonly Covering[];
  /** What the request's own words that the index has weigh in all: weight times idf. */
  readonly asked: number;
}

/** A term of names that the request says, or says by a synonym. */
export interface Covering {
  readonly term: Term;
  readonly scores: TermScores;
  share: number;
}

export type NeighbouringWords = readonly [string, string];

/** What a text says, before it is looked up in an index. */
export interface Reading {
  readonly text: string;
  /** Every word as often as it is there. */
  readonly words: readonly string[];
  readonly pairs: readonly NeighbouringWords[];
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
    words: joinLists(clauses.map((clause) => clause.words)),
    pairs: joinLists(clauses.map((clause) => clause.pairs)),
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
  const all = words(text);
  return {
    text,
    words: all,
    pairs: has("word pairs") ? neighbours(all) : [],
    translated: has("translations") ? joinLists(lexicon.translate(text).map(({ meanings }) => meanings)) : [],
    phrases: has("phrases") ? lexicon.phrasesIn(text) : [],
  };
}

function neighbours(all: readonly string[]): NeighbouringWords[] {
  const pairs: NeighbouringWords[] = [];
  for (let at = 1; at < all.length; at++) pairs.push([all[at - 1]!, all[at]!]);
  return pairs;
}

/** Looks a reading up in an index. */
export function lookUp(reading: Reading, index: FieldIndex, { lexicon, has }: QueryReader): QueryPart {
  const own = weigh(reading, has);
  const groups: WordGroup[] = [];
  const covering = new CoveringTerms(index);
  const withSynonyms = has("synonyms");
  let asked = 0;
  const add = (kind: string, word: string, weight: number, term: Term | undefined, related: readonly RelatedStem[]) => {
    const idf = term === undefined && !own.has(word) ? Number.POSITIVE_INFINITY : index.idf(term);
    const { synonyms, said } = findSynonyms(related, idf, own, index);
    if (term !== undefined || synonyms.length > 0) {
      const key = term !== undefined && said === "" ? term : `${kind}${word}${said}`;
      groups.push({ word, weight, term, synonyms, key });
    }
    if (term !== undefined) {
      asked += weight * idf;
      covering.add(term, 1);
    }
    for (const synonym of synonyms) covering.add(synonym.term, synonym.weight);
  };
  for (const [word, weight] of own) {
    add("", word, weight, index.term(word), withSynonyms ? lexicon.synonymsOf(word) : none);
  }
  for (const { source, meanings } of reading.phrases) add("phrase ", source, 1, undefined, meanings);
  const pairs = index.hasPairs ? findPairs(reading.pairs, index) : [];
  return { text: reading.text, own, groups, pairs, covering: covering.all, asked };
}

const none: readonly RelatedStem[] = [];

/** The terms of names that a text says, each with the largest share. */
class CoveringTerms {
  readonly all: Covering[] = [];
  readonly #index: FieldIndex;
  readonly #byTerm = new Map<Term, Covering>();

  constructor(index: FieldIndex) {
    this.#index = index;
  }

  add(term: Term, share: number): void {
    const known = this.#byTerm.get(term);
    if (known !== undefined) {
      if (share > known.share) known.share = share;
      return;
    }
    const scores = this.#index.scores(term);
    if (scores.named.length === 0) return;
    const covering = { term, scores, share };
    this.#byTerm.set(term, covering);
    this.all.push(covering);
  }
}

/**
 * The pairs of neighbouring words that stand side by side in a document, too; a pair weighs as much as one of its words
 * does.
 */
function findPairs(all: readonly NeighbouringWords[], index: FieldIndex): WordPair[] {
  const pairs = new Map<Neighbours, number>();
  let last: string | undefined;
  let lastTerm: Term | undefined;
  for (const [one, other] of all) {
    // Most pairs begin with the word that the one before ends with.
    const first = one === last ? lastTerm : index.term(one);
    const second = index.term(other);
    last = other;
    lastTerm = second;
    if (first === undefined || second === undefined) continue;
    const pair = index.neighbours(first, second);
    if (pair.documents.length > 0) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return Array.from(pairs, ([{ first, second, documents }, count]) => {
    const idf = (index.idf(first) + index.idf(second)) / 2;
    return { first, second, documents, score: defaults.hybrid.pairWeight * (1 + Math.log(count)) * idf };
  });
}

/** A word that is there n times weighs 1 + ln n. */
function weigh({ words: all, translated }: Reading, has: QueryReader["has"]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Map<string, number>();
  const softness = has("soft words") ? defaults.hybrid.softWordWeight : 1;
  for (const [word, count] of counts) {
    own.set(word, (count === 1 ? 1 : 1 + Math.log(count)) * (softWords.has(word) ? softness : 1));
  }
  if (translated.length === 0) return own;
  const meant = new Map<string, { weight: number; count: number }>();
  for (const { stem, weight } of translated) {
    const known = meant.get(stem);
    meant.set(stem, { weight: Math.max(known?.weight ?? 0, weight), count: (known?.count ?? 0) + 1 });
  }
  for (const [stem, { weight, count }] of meant) {
    own.set(stem, Math.max(own.get(stem) ?? 0, weight * (1 + Math.log(count))));
  }
  return own;
}

/** Synonyms that the index has, with their stems, by word. */
type KnownSynonyms = (Synonym & { stem: string })[];

const known = new WeakMap<FieldIndex, { version: number; byList: WeakMap<readonly RelatedStem[], KnownSynonyms> }>();

/**
 * The best synonyms that the index has and the request does not say itself. One that is more common than the word it
 * stands for counts less: it would bring in what the word was chosen to leave out.
 */
function findSynonyms(
  related: readonly RelatedStem[],
  idf: number,
  own: ReadonlyMap<string, number>,
  index: FieldIndex,
): { synonyms: readonly Synonym[]; said: string } {
  if (related.length === 0) return { synonyms: [], said: "" };
  const all = knownSynonyms(related, idf, index);
  const most = defaults.hybrid.synonymsPerWord;
  if (all.length <= most && !all.some(({ stem }) => own.has(stem))) return { synonyms: all, said: "" };
  const others: Synonym[] = [];
  let said = "";
  for (const synonym of all) {
    if (own.has(synonym.stem)) said += ` ${synonym.stem}`;
    else if (others.length < most) others.push(synonym);
  }
  return { synonyms: others, said };
}

/** Kept by the lexicon's own list, which is the same for the same word, until the index changes. */
function knownSynonyms(related: readonly RelatedStem[], idf: number, index: FieldIndex): KnownSynonyms {
  let kept = known.get(index);
  if (kept?.version !== index.version) {
    kept = { version: index.version, byList: new WeakMap() };
    known.set(index, kept);
  }
  let synonyms = kept.byList.get(related);
  if (synonyms === undefined) {
    synonyms = related.flatMap(({ stem, weight }) => {
      const term = index.term(stem);
      if (term === undefined) return [];
      const share = Math.min(1, idf / index.idf(term));
      return [{ stem, term, weight: defaults.hybrid.synonymWeight * weight * share }];
    });
    kept.byList.set(related, synonyms);
  }
  return synonyms;
}
