/** Sums of the scores of word groups by document, in buffers that are used again for each request. */
import type { FieldIndex } from "./field-index.js";
import { GroupScorer } from "./group-scores.js";
import type { QueryPart } from "./query.js";

export class Accumulator {
  /** BM25F by document; 0 where nothing was found. */
  scores = new Float64Array(0);
  /** The idf of the terms of the document's name that are asked for, summed. */
  named = new Float64Array(0);
  /** The documents that were found: the first `count` entries. */
  documents = new Int32Array(0);
  count = 0;
  readonly #index: FieldIndex;
  readonly #groups: GroupScorer;

  constructor(index: FieldIndex, groups = new GroupScorer(index)) {
    this.#index = index;
    this.#groups = groups;
  }

  /** Replaces what is held by the sums of one part. */
  fill(part: QueryPart): void {
    this.#clear();
    this.#reserve(this.#index.capacity);
    const { scores, named, documents } = this;
    let { count } = this;
    for (const group of part.groups) {
      const found = this.#groups.scores(group);
      const { weight } = group;
      const { length } = found.documents;
      for (let i = 0; i < length; i++) {
        const document = found.documents[i]!;
        if (scores[document] === 0) documents[count++] = document;
        scores[document]! += weight * found.scores[i]!;
      }
    }
    this.count = count;
    for (const { first, second, score } of part.pairs) {
      for (const document of this.#index.pairs(first, second)) scores[document]! += score;
    }
    for (const [term, share] of part.covering) {
      const found = this.#index.scores(term);
      const covered = share * found.idf;
      for (let i = 0; i < found.named.length; i++) named[found.named[i]!]! += covered;
    }
  }

  /** Forgets one document; the caller takes it out of `documents`. */
  drop(document: number): void {
    this.scores[document] = 0;
    this.named[document] = 0;
  }

  #clear(): void {
    for (let i = 0; i < this.count; i++) this.drop(this.documents[i]!);
    this.count = 0;
  }

  #reserve(capacity: number): void {
    if (this.scores.length >= capacity) return;
    this.scores = new Float64Array(capacity);
    this.named = new Float64Array(capacity);
    this.documents = new Int32Array(capacity);
  }
}
