/** Sums of the scores of word groups by document, in a buffer that is used again for each request. */
import { reserved } from "./buffers.js";
import type { FieldIndex } from "./field-index.js";
import type { QueryPart } from "./query.js";

export class Accumulator {
  /** BM25F by document; 0 where nothing was found. */
  scores = new Float64Array(0);
  readonly #index: FieldIndex;

  constructor(index: FieldIndex) {
    this.#index = index;
  }

  /** Replaces what is held by the sums of one part. */
  fill(part: QueryPart): void {
    const { capacity } = this.#index;
    this.scores = reserved(this.scores, capacity);
    this.scores.fill(0, 0, capacity);
    for (const { weight, expansion } of part.groups) {
      addScores(this.scores, weight, expansion.documents, expansion.scores);
    }
    for (const { documents, score } of part.pairs) addEach(this.scores, documents, score);
  }

  /** The highest score; 0 when nothing was found. */
  highest(): number {
    return highest(this.scores, this.#index.capacity);
  }
}

// Functions of their own, over arrays only: the loops that run for every posting stay small and are compiled as they are.

function addScores(sums: Float64Array, weight: number, documents: Int32Array, scores: Float32Array): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += weight * scores[i]!;
}

function addEach(sums: Float64Array, documents: Int32Array, value: number): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += value;
}

function highest(scores: Float64Array, count: number): number {
  let best = 0;
  for (let i = 0; i < count; i++) if (scores[i]! > best) best = scores[i]!;
  return best;
}
