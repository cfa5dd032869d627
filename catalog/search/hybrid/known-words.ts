/**
 * What a word of a request brings over one index: the word itself with all that can stand for it, merged. Worked out when a
 * request first says it, and kept until the index changes, so that the words people use again and again cost one look.
 */
import { defaults } from "../../defaults.js";
import type { RelatedStem } from "../lexicon/index.js";
import type { FieldIndex } from "./field-index.js";
import type { QueryReader } from "./query.js";
import { softWords } from "./soft-words.js";
import type { Term, TermScores } from "./term.js";

/** A term of the index that stands for a word of the request. */
export interface Synonym {
  readonly term: Term;
  /** What it counts beside the word itself, without the weight of the word. */
  readonly weight: number;
}

/** A term of names that the request says, or says by a synonym. */
export interface Covering {
  readonly term: Term;
  readonly scores: TermScores;
  /** Which share of its idf counts in the coverage of names: 1 for a word of the request, less for a synonym. */
  readonly share: number;
}

/** A word, or a phrase, with its synonyms. Shared and kept: do not change it. */
export interface Expansion {
  /** The word itself; undefined for a phrase, and when no document has it. */
  readonly term: Term | undefined;
  readonly synonyms: readonly Synonym[];
  readonly documents: Int32Array;
  /** For each document the larger one of the word's score and the sum of its synonyms' scores. */
  readonly scores: Float32Array;
  /** Nothing where names are not asked for. */
  readonly covering: readonly Covering[];
}

/** A word over one index. */
export interface KnownWord {
  readonly word: string;
  readonly term: Term | undefined;
  readonly idf: number;
  /** What a word of courtesy and manner counts less. */
  readonly softness: number;
  /** Those that the index has, best first. */
  readonly synonyms: readonly Synonym[];
  /** Its expansions by the synonyms that are left out, since the request says them itself. */
  readonly expansions: Map<string, Expansion>;
  /** The look-up that met it last, and its place there: no table has to be made for each. */
  look: number;
  place: number;
}

/** Entries that are kept over all expansions, 8 bytes each, and words. Beyond these the memory begins anew. */
const mostEntries = 4_000_000;
const mostWords = 50_000;
const most = defaults.hybrid.synonymsPerWord;

/** The words that requests said over one index; an index has one such table. */
export class WordTable {
  readonly index: FieldIndex;
  readonly reader: QueryReader;
  /** Whether names are asked for. */
  readonly #hasNames: boolean;
  readonly #words = new Map<string, KnownWord>();
  /** By the lexicon's own list of meanings, which is the same for the same phrase. */
  readonly #phrases = new Map<readonly RelatedStem[], KnownWord>();
  #entries = 0;
  #version = -1;
  #looks = 0;
  #sums = new Float64Array(0);
  #documents = new Int32Array(0);

  constructor(index: FieldIndex, reader: QueryReader) {
    this.index = index;
    this.reader = reader;
    this.#hasNames = reader.has("name coverage");
  }

  /** To be called before each look-up; returns its number. */
  begin(): number {
    const isFull = this.#entries > mostEntries || this.#words.size > mostWords;
    if (this.#version !== this.index.version || isFull) {
      this.#words.clear();
      this.#phrases.clear();
      this.#entries = 0;
      this.#version = this.index.version;
    }
    return ++this.#looks;
  }

  word(word: string): KnownWord {
    let known = this.#words.get(word);
    if (known === undefined) {
      const { lexicon, has } = this.reader;
      const softness = has("soft words") && softWords.has(word) ? defaults.hybrid.softWordWeight : 1;
      known = this.#know(word, this.index.term(word), softness, has("synonyms") ? lexicon.synonymsOf(word) : []);
      this.#words.set(word, known);
    }
    return known;
  }

  phrase(source: string, meanings: readonly RelatedStem[]): KnownWord {
    let known = this.#phrases.get(meanings);
    if (known === undefined) {
      known = this.#know(source, undefined, 1, meanings);
      this.#phrases.set(meanings, known);
    }
    return known;
  }

  /** The word with its best synonyms, those left out whose terms this look-up met as words of the request. */
  expand(known: KnownWord, look: number): Expansion {
    let said = "";
    for (const { term } of known.synonyms) if (term.saidIn === look) said += ` ${term.text}`;
    let expansion = known.expansions.get(said);
    if (expansion === undefined) {
      const synonyms = said === "" ? known.synonyms : known.synonyms.filter(({ term }) => term.saidIn !== look);
      expansion = this.#merge(known.term, synonyms.slice(0, most));
      known.expansions.set(said, expansion);
      this.#entries += expansion.documents.length + 1;
    }
    return expansion;
  }

  /**
   * A synonym that is more common than the word it stands for counts less: it would bring in what the word was chosen to
   * leave out.
   */
  #know(word: string, term: Term | undefined, softness: number, related: readonly RelatedStem[]): KnownWord {
    const { index } = this;
    const idf = index.idf(term);
    const synonyms: Synonym[] = [];
    for (const { stem, weight } of related) {
      const other = index.term(stem);
      if (other === undefined) continue;
      const share = Math.min(1, idf / index.idf(other));
      synonyms.push({ term: other, weight: defaults.hybrid.synonymWeight * weight * share });
    }
    return { word, term, idf, softness, synonyms, expansions: new Map(), look: 0, place: 0 };
  }

  /** Synonyms fill in where the word is missing; they do not pile up on it. */
  #merge(term: Term | undefined, synonyms: readonly Synonym[]): Expansion {
    const { index } = this;
    const covering: Covering[] = [];
    if (this.#hasNames) {
      if (term !== undefined) addCovering(term, 1, index, covering);
      for (const synonym of synonyms) addCovering(synonym.term, synonym.weight, index, covering);
    }
    if (synonyms.length === 0 && term !== undefined) {
      const { documents, scores } = index.scores(term);
      return { term, synonyms, documents, scores, covering };
    }
    if (this.#sums.length < index.capacity) {
      this.#sums = new Float64Array(index.capacity);
      this.#documents = new Int32Array(index.capacity);
    }
    const sums = this.#sums;
    const touched = this.#documents;
    let count = 0;
    for (const synonym of synonyms) {
      const { documents, scores } = index.scores(synonym.term);
      for (let i = 0; i < documents.length; i++) {
        const document = documents[i]!;
        if (sums[document] === 0) touched[count++] = document;
        sums[document]! += synonym.weight * scores[i]!;
      }
    }
    if (term !== undefined) {
      const { documents, scores } = index.scores(term);
      for (let i = 0; i < documents.length; i++) {
        const document = documents[i]!;
        if (sums[document] === 0) touched[count++] = document;
        if (scores[i]! > sums[document]!) sums[document] = scores[i]!;
      }
    }
    const merged = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const document = touched[i]!;
      merged[i] = sums[document]!;
      sums[document] = 0;
    }
    return { term, synonyms, documents: touched.slice(0, count), scores: merged, covering };
  }
}

function addCovering(term: Term, share: number, index: FieldIndex, covering: Covering[]): void {
  const scores = index.scores(term);
  if (scores.named.length > 0) covering.push({ term, scores, share });
}
