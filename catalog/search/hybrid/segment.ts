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
  readonly counts: Uint16Array;
  /** Words in own field f of document d: `lengths[d * fields + f]`. */
  readonly lengths: Uint32Array;
  /** How often term t stands in shared field s: `sharedCounts[t * shared + s]`. */
  readonly sharedCounts: Uint16Array;
  /** Words in each shared field. */
  readonly sharedLengths: Uint32Array;
}

/** Repeats beyond this count no more: nobody says a word so often in one field but to be found by it. */
const mostCounted = 4;

/**
 * Counts the words of one server's documents.
 *
 * @param shared texts of the shared fields.
 * @param documents for each document the texts of its own fields.
 */
export function buildSegment(shared: readonly string[], documents: readonly (readonly string[])[]): Segment {
  const builder = new SegmentBuilder(shared.length, documents[0]?.length ?? 0, documents.length);
  shared.forEach((text, field) => {
    builder.addShared(field, words(text));
  });
  documents.forEach((texts, document) => {
    texts.forEach((text, field) => {
      builder.add(document, field, words(text));
    });
  });
  return builder.build();
}

interface Entry {
  /** Document, field and count, one after the other. */
  postings: number[];
  shared: number[];
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

  #entry(term: string): Entry {
    let entry = this.#entries.get(term);
    if (entry === undefined) {
      entry = { postings: [], shared: [] };
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
    const counts = new Uint16Array(total);
    const sharedCounts = new Uint16Array(entries.length * sharedFields);
    entries.forEach(({ postings, shared }, term) => {
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
    };
  }
}
