/** Sums of the scores of word groups by document, in buffers that are used again for each request. */
import type { FieldIndex } from "./field-index.js";
import { GroupScorer, type GroupScores } from "./group-scores.js";
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
  readonly #found: GroupScores[] = [];
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
    const { groups, pairs, covering } = part;
    const { scores, documents, named } = this;
    const found = this.#found;
    found.length = 0;
    let postings = 0;
    for (const group of groups) {
      const one = this.#groups.scores(group);
      found.push(one);
      postings += one.documents.length;
    }
    this.#isDense = postings * denseShare > this.#index.capacity;
    if (this.#isDense) {
      for (let i = 0; i < found.length; i++) addScores(scores, groups[i]!.weight, found[i]!);
      this.count = noteFound(scores, documents, this.#index.capacity);
    } else {
      let count = 0;
      for (let i = 0; i < found.length; i++) {
        count = addAndNote(scores, groups[i]!.weight, found[i]!, documents, count);
      }
      this.count = count;
    }
    for (const pair of pairs) addEach(scores, pair.documents, pair.score);
    for (const { scores, share } of covering) addEach(named, scores.named, share * scores.idf);
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

// Functions of their own, over arrays only: the loops that run for every posting stay small and are compiled as they are.

function addScores(sums: Float64Array, weight: number, { documents, scores }: GroupScores): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += weight * scores[i]!;
}

/** Like `addScores`; also notes the documents that are new. Returns how many are noted then. */
function addAndNote(
  sums: Float64Array,
  weight: number,
  { documents, scores }: GroupScores,
  noted: Int32Array,
  known: number,
): number {
  const { length } = documents;
  let count = known;
  for (let i = 0; i < length; i++) {
    const document = documents[i]!;
    const sum = sums[document]!;
    if (sum === 0) noted[count++] = document;
    sums[document] = sum + weight * scores[i]!;
  }
  return count;
}

/** Notes every document with a score. Returns how many. */
function noteFound(sums: Float64Array, noted: Int32Array, capacity: number): number {
  let count = 0;
  for (let document = 0; document < capacity; document++) {
    // Written always and counted when it is one: a branch here would be guessed wrong half of the time.
    noted[count] = document;
    count += sums[document]! > 0 ? 1 : 0;
  }
  return count;
}

function addEach(sums: Float64Array, documents: Int32Array, value: number): void {
  const { length } = documents;
  for (let i = 0; i < length; i++) sums[documents[i]!]! += value;
}
