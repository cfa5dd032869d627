/** What a word with its synonyms adds to each document. Synonyms fill in where the word is missing; they do not pile up on it. */
import { LRUCache } from "lru-cache";
import type { FieldIndex, Term } from "./field-index.js";
import type { WordGroup } from "./query.js";

export interface GroupScores {
  readonly documents: Int32Array;
  readonly scores: Float32Array;
}

/** Entries that are kept over all words: 8 bytes each. */
const mostKept = 4_000_000;

/**
 * Works out the scores of word groups over one index. They are kept until the index changes, so that the
 * words people use again and again are merged once, and those of a clause are not merged again for the whole.
 */
export class GroupScorer {
  readonly #index: FieldIndex;
  readonly #kept = new LRUCache<Term | string, GroupScores>({
    maxSize: mostKept,
    sizeCalculation: ({ documents }) => documents.length + 1,
  });
  #version = -1;
  #sums = new Float64Array(0);
  #documents = new Int32Array(0);

  constructor(index: FieldIndex) {
    this.#index = index;
  }

  scores(group: WordGroup): GroupScores {
    if (group.synonyms.length === 0 && group.term !== undefined) return this.#index.scores(group.term);
    if (this.#version !== this.#index.version) {
      this.#kept.clear();
      this.#version = this.#index.version;
    }
    let scores = this.#kept.get(group.key);
    if (scores === undefined) {
      scores = this.#merge(group);
      this.#kept.set(group.key, scores);
    }
    return scores;
  }

  /** For each document the larger one of the word's score and the sum of its synonyms' scores. */
  #merge({ term, synonyms }: WordGroup): GroupScores {
    if (this.#sums.length < this.#index.capacity) {
      this.#sums = new Float64Array(this.#index.capacity);
      this.#documents = new Int32Array(this.#index.capacity);
    }
    const sums = this.#sums;
    const touched = this.#documents;
    let count = 0;
    for (const synonym of synonyms) {
      const { documents, scores } = this.#index.scores(synonym.term);
      for (let i = 0; i < documents.length; i++) {
        const document = documents[i]!;
        if (sums[document] === 0) touched[count++] = document;
        sums[document]! += synonym.weight * scores[i]!;
      }
    }
    if (term !== undefined) {
      const { documents, scores } = this.#index.scores(term);
      for (let i = 0; i < documents.length; i++) {
        const document = documents[i]!;
        if (sums[document] === 0) touched[count++] = document;
        if (scores[i]! > sums[document]!) sums[document] = scores[i]!;
      }
    }
    const merged = { documents: touched.slice(0, count), scores: new Float32Array(count) };
    for (let i = 0; i < count; i++) {
      const document = touched[i]!;
      merged.scores[i] = sums[document]!;
      sums[document] = 0;
    }
    return merged;
  }
}
