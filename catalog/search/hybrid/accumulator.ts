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

  /** Documents with the `k` highest scores, any of those with equal ones; none where that takes longer than it saves. */
  bestOf(k: number): number[] {
    return k < 1 || k > mostBest ? [] : bestOf(this.scores, k, this.#index.capacity);
  }

  /** The first document from `from` on with at least this score; `capacity` of the index when there is none. */
  nextWith(least: number, from: number): number {
    return nextWith(this.scores, least, from, this.#index.capacity);
  }

  /** How many documents have a score. */
  count(): number {
    return countFound(this.scores, this.#index.capacity);
  }
}

// Functions of their own, over arrays only: the loops that run for every posting and every tool stay small and are compiled
// as they are. Four steps at a time, as what a loop does between two steps costs as much as an addition.

function addScores(sums: Float64Array, weight: number, documents: Int32Array, scores: Float32Array): void {
  const { length } = documents;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    sums[documents[i]!]! += weight * scores[i]!;
    sums[documents[i + 1]!]! += weight * scores[i + 1]!;
    sums[documents[i + 2]!]! += weight * scores[i + 2]!;
    sums[documents[i + 3]!]! += weight * scores[i + 3]!;
  }
  for (; i < length; i++) sums[documents[i]!]! += weight * scores[i]!;
}

function addEach(sums: Float64Array, documents: Int32Array, value: number): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += value;
}

function highest(scores: Float64Array, count: number): number {
  let best = 0;
  let i = 0;
  for (; i + 3 < count; i += 4) {
    const a = scores[i]!;
    const b = scores[i + 1]!;
    const c = scores[i + 2]!;
    const d = scores[i + 3]!;
    if (a > best || b > best || c > best || d > best) best = Math.max(a, b, c, d);
  }
  for (; i < count; i++) if (scores[i]! > best) best = scores[i]!;
  return best;
}

function bestOf(scores: Float64Array, k: number, count: number): number[] {
  const best: number[] = [];
  let least = Number.MIN_VALUE;
  for (let document = nextWith(scores, least, 0, count); document < count; ) {
    const score = scores[document]!;
    let at = best.length < k ? best.length : k - 1;
    for (; at > 0 && scores[best[at - 1]!]! < score; at--) best[at] = best[at - 1]!;
    best[at] = document;
    if (best.length === k) least = Math.max(least, scores[best[k - 1]!]!);
    document = nextWith(scores, least, document + 1, count);
  }
  return best;
}

function nextWith(scores: Float64Array, least: number, from: number, count: number): number {
  let i = from;
  for (; i + 3 < count; i += 4) {
    if (scores[i]! >= least || scores[i + 1]! >= least || scores[i + 2]! >= least || scores[i + 3]! >= least) break;
  }
  while (i < count && scores[i]! < least) i++;
  return i;
}

/** Without a branch: about half of the tools share a word with a request, which no processor foresees one by one. */
function countFound(scores: Float64Array, count: number): number {
  let even = 0;
  let odd = 0;
  let i = 0;
  for (; i + 1 < count; i += 2) {
    even += Math.min(scores[i]! * beyondAll, 1);
    odd += Math.min(scores[i + 1]! * beyondAll, 1);
  }
  if (i < count) even += Math.min(scores[i]! * beyondAll, 1);
  return even + odd;
}

/** More are seldom asked for. */
const mostBest = 50;

/** Lifts every score that is not 0 above 1. */
const beyondAll = 1e200;
