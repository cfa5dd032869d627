/** Sums of the scores of word groups by document, in buffers that are used again for each request. */
import type { FieldIndex } from "./field-index.js";
import { GroupScorer } from "./group-scores.js";
import type { QueryPart } from "./query.js";

/** More postings than one for so many documents are a dense part. */
const denseShare = 4;

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
  /** True when the found documents are so many that looking at all is cheaper than noting each as it is found. */
  #isDense = false;

  constructor(index: FieldIndex, groups = new GroupScorer(index)) {
    this.#index = index;
    this.#groups = groups;
  }

  /** Replaces what is held by the sums of one part. */
  fill(part: QueryPart): void {
    this.#clear();
    this.#reserve(this.#index.capacity);
    const { groups } = part;
    const found = groups.map((group) => this.#groups.scores(group));
    const postings = found.reduce((sum, { documents }) => sum + documents.length, 0);
    this.#isDense = postings * denseShare > this.#index.capacity;
    for (const [i, { documents, scores }] of found.entries()) {
      if (this.#isDense) this.#add(groups[i]!.weight, documents, scores);
      else this.#addAndNote(groups[i]!.weight, documents, scores);
    }
    if (this.#isDense) this.#noteAll();
    for (const { documents, score } of part.pairs) {
      for (let i = 0; i < documents.length; i++) this.scores[documents[i]!]! += score;
    }
    const { named } = this;
    for (const { scores, share } of part.covering) {
      const covered = share * scores.idf;
      const documents = scores.named;
      for (let i = 0; i < documents.length; i++) named[documents[i]!]! += covered;
    }
  }

  #add(weight: number, documents: Int32Array, scores: Float32Array): void {
    const sums = this.scores;
    const { length } = documents;
    for (let i = 0; i < length; i++) sums[documents[i]!]! += weight * scores[i]!;
  }

  #addAndNote(weight: number, documents: Int32Array, scores: Float32Array): void {
    const sums = this.scores;
    const noted = this.documents;
    const { length } = documents;
    let { count } = this;
    for (let i = 0; i < length; i++) {
      const document = documents[i]!;
      if (sums[document] === 0) noted[count++] = document;
      sums[document]! += weight * scores[i]!;
    }
    this.count = count;
  }

  #noteAll(): void {
    const { scores, documents } = this;
    const { capacity } = this.#index;
    let count = 0;
    for (let document = 0; document < capacity; document++) if (scores[document]! > 0) documents[count++] = document;
    this.count = count;
  }

  /** Forgets one document; the caller takes it out of `documents`. */
  drop(document: number): void {
    this.scores[document] = 0;
    this.named[document] = 0;
  }

  #clear(): void {
    if (this.#isDense) {
      this.scores.fill(0);
      this.named.fill(0);
    } else for (let i = 0; i < this.count; i++) this.drop(this.documents[i]!);
    this.count = 0;
  }

  #reserve(capacity: number): void {
    if (this.scores.length >= capacity) return;
    this.scores = new Float64Array(capacity);
    this.named = new Float64Array(capacity);
    this.documents = new Int32Array(capacity);
  }
}
