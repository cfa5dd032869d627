/** The part of an index that one server brings: counted words in typed arrays, and nothing that depends on other servers. */
import { words } from "../words.js";

/**
 * The postings of term t are the entries `starts[t]` to `starts[t + 1]` of `documents`, `fields` and `counts`: in which
 * document, in which of its own fields, how often; by document, then by field.
 */
export interface Segment {
  readonly size: number;
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly fields: Uint8Array;
  readonly counts: Uint8Array;
  /** Words in own field f of document d: `lengths[d * fields + f]`. */
  readonly lengths: Uint32Array;
  /** How often term t stands in shared field s: `sharedCounts[t * shared + s]`. */
  readonly sharedCounts: Uint8Array;
  /** Words in each shared field. */
  readonly sharedLengths: Uint32Array;
  /**
   * Words side by side: after term t stand, in the entries `pairStarts[t]` to `pairStarts[t + 1]`, the terms of
   * `pairSeconds` in the documents of `pairDocuments`; by document, each once.
   */
  readonly pairStarts: Uint32Array;
  readonly pairSeconds: Uint32Array;
  readonly pairDocuments: Uint32Array;
}

/** Segments that came together, with the places of each word: they need not be gone through one by one. */
export interface SegmentPool {
  /** Tells every segment of the pool that has the word, and the word's number there. */
  find(text: string, tell: (segment: Segment, number: number) => void): void;
}

/** Repeats beyond this count no more: nobody says a word so often in one field but to be found by it. Fits a byte. */
const mostCounted = 8;

/**
 * Counts the words of one server's documents.
 *
 * @param shared texts of the shared fields.
 * @param documents for each document the texts of its own fields.
 * @param paired the own fields whose neighbouring words are kept as pairs.
 */
export function buildSegment(
  shared: readonly string[],
  documents: readonly (readonly string[])[],
  paired: readonly number[] = [],
): Segment {
  const builder = new SegmentBuilder(shared.length, documents[0]?.length ?? 0, documents.length);
  shared.forEach((text, field) => {
    builder.addShared(field, words(text));
  });
  documents.forEach((texts, document) => {
    texts.forEach((text, field) => {
      const terms = words(text);
      builder.add(document, field, terms);
      if (paired.includes(field)) builder.addPairs(document, terms);
    });
  });
  return builder.build();
}

interface Entry {
  /** Document, field and count, one after the other. */
  readonly number: number;
  readonly postings: number[];
  readonly shared: number[];
  /** Number of the term that follows and document, one after the other. */
  readonly pairs: number[];
}

class SegmentBuilder {
  readonly #entries = new Map<string, Entry>();
  readonly #lengths: Uint32Array;
  readonly #sharedLengths: Uint32Array;
  readonly #ownFields: number;
  readonly #size: number;

  constructor(sharedFields: number, ownFields: number, size: number) {
    this.#ownFields = ownFields;
    this.#size = size;
    this.#lengths = new Uint32Array(size * ownFields);
    this.#sharedLengths = new Uint32Array(sharedFields);
  }

  addShared(field: number, terms: readonly string[]): void {
    this.#sharedLengths[field] = terms.length;
    for (const term of terms) {
      const { shared } = this.#entry(term);
      shared[field] = Math.min(mostCounted, (shared[field] ?? 0) + 1);
    }
  }

  add(document: number, field: number, terms: readonly string[]): void {
    this.#lengths[document * this.#ownFields + field] = terms.length;
    for (const term of terms) {
      const { postings } = this.#entry(term);
      const last = postings.length - 3;
      if (last >= 0 && postings[last] === document && postings[last + 1] === field) {
        postings[last + 2] = Math.min(mostCounted, postings[last + 2]! + 1);
      } else postings.push(document, field, 1);
    }
  }

  /** The terms of a field that was added, in order. */
  addPairs(document: number, terms: readonly string[]): void {
    for (let i = 1; i < terms.length; i++) {
      const { pairs } = this.#entry(terms[i - 1]!);
      const { number } = this.#entry(terms[i]!);
      if (!hasPair(pairs, number, document)) pairs.push(number, document);
    }
  }

  #entry(term: string): Entry {
    let entry = this.#entries.get(term);
    if (entry === undefined) {
      entry = { number: this.#entries.size, postings: [], shared: [], pairs: [] };
      this.#entries.set(term, entry);
    }
    return entry;
  }

  build(): Segment {
    const entries = [...this.#entries.values()];
    const sharedFields = this.#sharedLengths.length;
    const starts = new Uint32Array(entries.length + 1);
    entries.forEach(({ postings }, term) => {
      starts[term + 1] = starts[term]! + postings.length / 3;
    });
    const total = starts[entries.length]!;
    const documents = new Uint32Array(total);
    const fields = new Uint8Array(total);
    const counts = new Uint8Array(total);
    const sharedCounts = new Uint8Array(entries.length * sharedFields);
    const pairStarts = new Uint32Array(entries.length + 1);
    entries.forEach(({ pairs }, term) => {
      pairStarts[term + 1] = pairStarts[term]! + pairs.length / 2;
    });
    const pairSeconds = new Uint32Array(pairStarts[entries.length]!);
    const pairDocuments = new Uint32Array(pairStarts[entries.length]!);
    entries.forEach(({ postings, shared, pairs }, term) => {
      for (let i = 0, at = pairStarts[term]!; i < pairs.length; i += 2, at++) {
        pairSeconds[at] = pairs[i]!;
        pairDocuments[at] = pairs[i + 1]!;
      }
      for (let i = 0, at = starts[term]!; i < postings.length; i += 3, at++) {
        documents[at] = postings[i]!;
        fields[at] = postings[i + 1]!;
        counts[at] = postings[i + 2]!;
      }
      for (let field = 0; field < sharedFields; field++) sharedCounts[term * sharedFields + field] = shared[field] ?? 0;
    });
    return {
      size: this.#size,
      terms: [...this.#entries.keys()],
      starts,
      documents,
      fields,
      counts,
      lengths: this.#lengths,
      sharedCounts,
      sharedLengths: this.#sharedLengths,
      pairStarts,
      pairSeconds,
      pairDocuments,
    };
  }
}

/** Whether the pairs of a document, which are the last ones, hold this one. */
function hasPair(pairs: readonly number[], second: number, document: number): boolean {
  for (let i = pairs.length - 2; i >= 0 && pairs[i + 1] === document; i -= 2) if (pairs[i] === second) return true;
  return false;
}

/** True for a term of a shared field, which every document of the segment has. */
export function isShared({ sharedCounts }: Segment, number: number, sharedFields: number): boolean {
  for (let field = 0; field < sharedFields; field++) if (sharedCounts[number * sharedFields + field]! > 0) return true;
  return false;
}

/** How many documents of a segment have one of its terms. */
export function frequencyIn(segment: Segment, number: number, sharedFields: number): number {
  if (isShared(segment, number, sharedFields)) return segment.size;
  const { starts, documents } = segment;
  const end = starts[number + 1]!;
  let frequency = 0;
  let last = -1;
  for (let at = starts[number]!; at < end; at++) {
    if (documents[at] === last) continue;
    last = documents[at]!;
    frequency++;
  }
  return frequency;
}
