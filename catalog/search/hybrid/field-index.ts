/**
 * BM25F (Robertson, Zaragoza, Taylor 2004) over segments that come and go.
 *
 * A segment costs as much to add or remove as it has terms. What depends on all segments (idf, average lengths) is worked
 * out when a query touches a term, and kept until the index changes: every score is the one that an index built anew in
 * any order would give, since counts and lengths are whole numbers and the terms of one document are added in the order of
 * the query.
 */

import { FieldLengths } from "./field-lengths.js";
import type { Field, FieldSet } from "./fields.js";
import { nameField } from "./fields.js";
import { nameTermsOf } from "./name-terms.js";
import { addPairs, type Neighbours, NeighbourTable } from "./neighbours.js";
import { frequencyIn, type Segment, type SegmentPool } from "./segment.js";
import { SharedTexts } from "./shared-texts.js";
import { type Placed, Term, type TermScores } from "./term.js";

/** What one field of one document gives to a term. */
export interface FieldShare {
  field: string;
  count: number;
  score: number;
}

export class FieldIndex {
  readonly #fields: FieldSet;
  readonly #terms = new Map<string, Term>();
  readonly #placed = new Set<Placed>();
  /** Segments whose words were not looked at when they came: a term takes its places in them when it is first asked for. */
  #pool: SegmentPool | undefined;
  readonly #pooled = new Map<Segment, Placed>();
  readonly #lengths: FieldLengths;
  readonly #neighbours = new NeighbourTable();
  #neighboursVersion = -1;
  readonly #texts = new SharedTexts();
  #capacity = 0;
  #added = 0;
  #version = 0;

  constructor(fields: FieldSet) {
    this.#fields = fields;
    this.#lengths = new FieldLengths(fields);
  }

  /** Documents in the index. */
  get size(): number {
    return this.#lengths.documents;
  }

  /** Every document's number is below this. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Differs after each change. */
  get version(): number {
    return this.#version;
  }

  /** The term if a document has it. */
  term(text: string): Term | undefined {
    return this.#terms.get(text) ?? this.#takeFromPool(text);
  }

  /**
   * @param pool where the segment is from; the words of segments of the first pool are looked at when they are needed.
   * @param texts for each document the number of what makes it a copy of another: however many servers have it, its words are no more common.
   */
  add(segment: Segment, pool?: SegmentPool, texts?: readonly number[]): Placed {
    const shared = texts?.map((text) => this.#texts.add(text));
    const placed: Placed = {
      segment,
      order: this.#added++,
      base: this.#capacity,
      live: true,
      texts: shared,
      nameTerms: undefined,
    };
    if (pool !== undefined && this.#terms.size === 0) this.#pool ??= pool;
    // A term that was asked for already would not hear of it.
    if (pool !== undefined && pool === this.#pool && this.#terms.size === 0) this.#pooled.set(segment, placed);
    else
      for (let number = 0; number < segment.terms.length; number++) this.#place(segment.terms[number]!, placed, number);
    this.#placed.add(placed);
    this.#capacity += segment.size;
    this.#lengths.count(segment, 1);
    this.#version += 1;
    return placed;
  }

  /** @param texts as they were added. */
  remove(placed: Placed, texts: readonly number[] = []): void {
    const { segment } = placed;
    for (const text of texts) this.#texts.remove(text);
    placed.live = false;
    this.#placed.delete(placed);
    // The numbers of the last one are given to the next that comes: one that comes and goes leaves no gaps.
    if (placed.base + segment.size === this.#capacity) this.#capacity = placed.base;
    if (this.#pooled.get(segment) === placed) this.#pooled.delete(segment);
    for (const text of segment.terms) {
      const term = this.#terms.get(text);
      if (term === undefined) continue;
      term.dead += 1;
      term.forgetCounts();
      if (term.dead === term.placed.length) this.#terms.delete(text);
      else if (term.dead * 2 > term.placed.length) term.forgetRemoved();
    }
    this.#lengths.count(segment, -1);
    this.#version += 1;
  }

  /** True when so many numbers of documents are unused that `renumber` pays. */
  get isSparse(): boolean {
    return this.#capacity > 1000 && this.#capacity > 2 * this.size;
  }

  /** Gives all documents new numbers without gaps. */
  renumber(): void {
    this.#capacity = 0;
    for (const placed of this.#placed) {
      placed.base = this.#capacity;
      this.#capacity += placed.segment.size;
    }
    this.#version += 1;
  }

  /**
   * ln(1 + (n + background - df + .5) / (df + .5)); for a term that no document has, df is 0. In a small index a word that
   * most documents have is not worthless, it is only never compared with what is not there: the background stands for that.
   * Copies are one document here: else a tool that many servers offer would fit nothing, since all its words are common.
   */
  idf(term: Term | undefined): number {
    if (term === undefined) return this.#idfOf(0);
    if (term.idfVersion !== this.#version) {
      term.texts ??= this.#countTexts(term);
      term.idf = this.#idfOf(term.texts);
      term.idfVersion = this.#version;
    }
    return term.idf;
  }

  /** Done when it is asked for: most words of a catalog are never asked for. */
  #countTexts(term: Term): number {
    term.forgetRemoved();
    const hasCopies = this.#texts.size > 0 && this.#texts.size < this.size;
    return hasCopies ? this.#texts.count(term, this.#fields.shared.length) : this.#countDocuments(term);
  }

  #countDocuments(term: Term): number {
    if (term.documents === undefined) {
      const { placed, numbers } = term;
      const shared = this.#fields.shared.length;
      term.documents = 0;
      for (let at = 0; at < placed.length; at++) {
        term.documents += frequencyIn(placed[at]!.segment, numbers[at]!, shared);
      }
    }
    return term.documents;
  }

  #idfOf(texts: number): number {
    const all = this.#texts.size > 0 ? this.#texts.size : this.size;
    return Math.log(1 + (all + this.#fields.background - texts + 0.5) / (texts + 0.5));
  }

  scores(term: Term): TermScores {
    if (term.version !== this.#version || term.scores === undefined) {
      term.scores = this.#score(term);
      term.version = this.#version;
    }
    return term.scores;
  }

  /** Whether words side by side are kept for any field. */
  get hasPairs(): boolean {
    return this.#fields.paired.length > 0;
  }

  /** Where the second term stands right after the first, in a field whose pairs are kept. */
  neighbours(first: Term, second: Term): Neighbours {
    if (this.#neighboursVersion !== this.#version) {
      this.#neighbours.forget();
      this.#neighboursVersion = this.#version;
    }
    return this.#neighbours.find(first, second);
  }

  hasPair(first: Term, second: Term, placed: Placed, document: number): boolean {
    const documents: number[] = [];
    addPairs(placed, first.numberIn(placed), second.numberIn(placed), documents);
    return documents.includes(placed.base + document);
  }

  /** The fields that make `scores` of one term for one document; their scores add up to it. */
  shares(term: Term, placed: Placed, document: number): FieldShare[] {
    const { shared, own, saturation } = this.#fields;
    const { segment } = placed;
    const number = term.numberIn(placed);
    if (number === -1) return [];
    const parts: { field: Field; count: number; frequency: number }[] = [];
    shared.forEach((field, index) => {
      const count = segment.sharedCounts[number * shared.length + index]!;
      const frequency = count * this.#lengths.sharedFactor(segment, index);
      if (count > 0) parts.push({ field, count, frequency });
    });
    for (let at = segment.starts[number]!; at < segment.starts[number + 1]!; at++) {
      if (segment.documents[at] !== document) continue;
      const index = segment.fields[at]!;
      const count = segment.counts[at]!;
      parts.push({ field: own[index]!, count, frequency: count * this.#lengths.ownFactor(segment, document, index) });
    }
    const frequency = parts.reduce((sum, part) => sum + part.frequency, 0);
    const factor = (this.idf(term) * (saturation + 1)) / (frequency + saturation);
    return parts.map((part) => ({ field: part.field.name, count: part.count, score: part.frequency * factor }));
  }

  isInName(term: Term, placed: Placed, document: number): boolean {
    return this.#nameTerms(placed)[document]!.includes(term);
  }

  /** Whether the first of the shared fields, a server's name, has the term. */
  isInServerName(term: Term, placed: Placed): boolean {
    const number = term.numberIn(placed);
    return number !== -1 && placed.segment.sharedCounts[number * this.#fields.shared.length]! > 0;
  }

  /** The sum of the idf of the different terms in a document's name. */
  nameMass(placed: Placed, document: number): number {
    let mass = 0;
    for (const term of this.#nameTerms(placed)[document]!) mass += this.idf(term);
    return mass;
  }

  /** Kept with the segment: a term stays the same while a document of the index has it. */
  #nameTerms(placed: Placed): readonly (readonly Term[])[] {
    const { segment } = placed;
    placed.nameTerms ??= nameTermsOf(segment).map((numbers) =>
      numbers.map((number) => this.term(segment.terms[number]!)!),
    );
    return placed.nameTerms;
  }

  #place(text: string, placed: Placed, number: number): void {
    const term = this.term(text);
    if (term === undefined) {
      // Starts with one place: most words stand in one only, and a list that begins empty makes room for many.
      this.#terms.set(text, new Term(text, [placed], [number]));
    } else {
      term.placed.push(placed);
      term.numbers.push(number);
      term.forgetCounts();
    }
  }

  /** The term with its places in those pooled segments that are in the index, in the order in which they came. */
  #takeFromPool(text: string): Term | undefined {
    if (this.#pooled.size === 0) return undefined;
    const places: [placed: Placed, number: number][] = [];
    this.#pool?.find(text, (segment, number) => {
      const placed = this.#pooled.get(segment);
      if (placed !== undefined) places.push([placed, number]);
    });
    if (places.length === 0) return undefined;
    places.sort(([one], [other]) => one.order - other.order);
    const term = new Term(
      text,
      places.map(([placed]) => placed),
      places.map(([, number]) => number),
    );
    this.#terms.set(text, term);
    return term;
  }

  #score(term: Term): TermScores {
    const { saturation } = this.#fields;
    const idf = this.idf(term);
    const count = this.#countDocuments(term);
    const documents = new Int32Array(count);
    const scores = new Float32Array(count);
    const named: number[] = [];
    let filled = 0;
    const put = (document: number, frequency: number) => {
      documents[filled] = document;
      scores[filled] = (idf * frequency * (saturation + 1)) / (frequency + saturation);
      filled++;
    };
    term.placed.forEach((placed, index) => {
      const { segment, base } = placed;
      const number = term.numbers[index]!;
      const common = this.#lengths.sharedFrequency(segment, number);
      let next = 0;
      let at = segment.starts[number]!;
      const end = segment.starts[number + 1]!;
      while (at < end) {
        const document = segment.documents[at]!;
        if (common > 0) for (; next < document; next++) put(base + next, common);
        let frequency = common;
        for (; at < end && segment.documents[at] === document; at++) {
          const field = segment.fields[at]!;
          frequency += segment.counts[at]! * this.#lengths.ownFactor(segment, document, field);
          if (field === nameField) named.push(base + document);
        }
        put(base + document, frequency);
        next = document + 1;
      }
      if (common > 0) for (; next < segment.size; next++) put(base + next, common);
    });
    return { idf, documents, scores, named: Int32Array.from(named) };
  }
}
