/** Sums of term scores by document, in buffers that are used again for each request. */
import type { FieldIndex } from "./field-index.js";
import type { QueryPart } from "./query.js";

export class Accumulator {
  /** BM25F by document; 0 where nothing was found. */
  scores = new Float64Array(0);
  /** The idf of the words that stand in the document's name, summed. */
  named = new Float64Array(0);
  /** The documents that were found: the first `count` entries. */
  documents = new Int32Array(0);
  count = 0;

  /** Replaces what is held by the sums of one part. */
  fill(part: QueryPart, index: FieldIndex): void {
    this.clear();
    this.#reserve(index.capacity);
    const { scores, named, documents } = this;
    let { count } = this;
    for (const { term, weight, source } of part.terms) {
      const found = index.scores(term);
      const { length } = found.documents;
      for (let i = 0; i < length; i++) {
        const document = found.documents[i]!;
        if (scores[document] === 0) documents[count++] = document;
        scores[document]! += weight * found.scores[i]!;
      }
      if (source !== undefined) continue;
      for (const document of found.named) named[document]! += found.idf;
    }
    this.count = count;
  }

  /** Forgets one document; the caller takes it out of `documents`. */
  drop(document: number): void {
    this.scores[document] = 0;
    this.named[document] = 0;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) {
      this.scores[this.documents[i]!] = 0;
      this.named[this.documents[i]!] = 0;
    }
    this.count = 0;
  }

  #reserve(capacity: number): void {
    if (this.scores.length >= capacity) return;
    this.scores = new Float64Array(capacity);
    this.named = new Float64Array(capacity);
    this.documents = new Int32Array(capacity);
  }
}
