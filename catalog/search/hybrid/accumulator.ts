/** Sums of the scores of word groups by document, in buffers that are used again for each request. */
import type { FieldIndex } from "./field-index.js";
import { GroupScorer, type GroupScores } from "./group-scores.js";
import type { QueryPart } from "./query.js";

export class Accumulator {
  /** BM25F by document; 0 where nothing was found. */
  scores = new Float64Array(0);
  /** The idf of the terms of the document's name that are asked for, summed. */
  named = new Float64Array(0);
  readonly #index: FieldIndex;
  readonly #groups: GroupScorer;

  constructor(index: FieldIndex, groups = new GroupScorer(index)) {
    this.#index = index;
    this.#groups = groups;
  }

  /** Replaces what is held by the sums of one part. */
  fill(part: QueryPart): void {
    const { capacity } = this.#index;
    if (this.scores.length < capacity) {
      this.scores = new Float64Array(capacity);
      this.named = new Float64Array(capacity);
    } else {
      this.scores.fill(0);
      this.named.fill(0);
    }
    for (const group of part.groups) addScores(this.scores, group.weight, this.#groups.scores(group));
    for (const { documents, score } of part.pairs) addEach(this.scores, documents, score);
    for (const { scores, share } of part.covering) addEach(this.named, scores.named, share * scores.idf);
  }

  /** The highest score; 0 when nothing was found. */
  highest(): number {
    return highest(this.scores);
  }
}

// Functions of their own, over arrays only: the loops that run for every posting stay small and are compiled as they are.

function addScores(sums: Float64Array, weight: number, { documents, scores }: GroupScores): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += weight * scores[i]!;
}

function addEach(sums: Float64Array, documents: Int32Array, value: number): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += value;
}

function highest(scores: Float64Array): number {
  let best = 0;
  const { length } = scores;
  for (let i = 0; i < length; i++) if (scores[i]! > best) best = scores[i]!;
  return best;
}
