/** A TF-IDF vector space over a fixed list of texts, with cosine similarity. */
import { referenceTokens } from "./reference-tokens.js";

/** Similarities are rounded to this many steps per unit: equal texts tie exactly, whatever the order of the sums. */
const resolution = 1e12;

/**
 * The space of scikit-learn's `TfidfVectorizer(stop_words="english")`: raw term counts, smooth
 * idf = ln((1 + n) / (1 + df)) + 1, vectors of length one, cosine similarity.
 *
 * Kept as an inverted index in typed arrays: the postings of term t are the entries `starts[t]` to `starts[t + 1]`, so a
 * query costs as much as there are documents that share a term with it.
 */
export class TfidfSpace {
  /** Number of documents. */
  readonly size: number;
  readonly #terms = new Map<string, number>();
  readonly #idf: Float64Array;
  readonly #starts: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #weights: Float64Array;

  /** Builds the space; a document without a single term is the zero vector. */
  constructor(texts: readonly string[]) {
    this.size = texts.length;
    const counts = texts.map((text) => countTerms(referenceTokens(text)));
    const frequencies: number[] = [];
    for (const count of counts) {
      for (const term of count.keys()) {
        const index = this.#terms.get(term) ?? this.#terms.size;
        this.#terms.set(term, index);
        frequencies[index] = (frequencies[index] ?? 0) + 1;
      }
    }
    this.#idf = Float64Array.from(frequencies, (frequency) => Math.log((1 + this.size) / (1 + frequency)) + 1);
    this.#starts = new Uint32Array(frequencies.length + 1);
    frequencies.forEach((frequency, index) => {
      this.#starts[index + 1] = this.#starts[index]! + frequency;
    });
    this.#documents = new Uint32Array(this.#starts[frequencies.length]!);
    this.#weights = new Float64Array(this.#documents.length);
    const next = this.#starts.slice();
    counts.forEach((count, document) => {
      for (const [term, weight] of this.#toUnitVector(count)) {
        const position = next[term]!++;
        this.#documents[position] = document;
        this.#weights[position] = weight;
      }
    });
  }

  /**
   * Cosine similarity of the query to every document, 0..1, in the order of the documents.
   * A query without a known term is similar to nothing: all zeros, never NaN.
   *
   * @param includes which documents are scored; the others stay 0. All of them when left out.
   */
  similarities(query: string, includes?: (document: number) => boolean): Float64Array {
    const sums = new Float64Array(this.size);
    const documents = this.#documents;
    const weights = this.#weights;
    for (const [term, queryWeight] of this.#toUnitVector(countTerms(referenceTokens(query)))) {
      const end = this.#starts[term + 1]!;
      for (let position = this.#starts[term]!; position < end; position++) {
        const document = documents[position]!;
        if (includes === undefined || includes(document)) {
          sums[document] = sums[document]! + queryWeight * weights[position]!;
        }
      }
    }
    return sums.map((sum) => Math.min(1, Math.round(sum * resolution) / resolution));
  }

  /** Term indexes with their weights, Euclidean length one; terms outside the vocabulary do not count. */
  #toUnitVector(counts: ReadonlyMap<string, number>): [term: number, weight: number][] {
    const vector: [number, number][] = [];
    let squares = 0;
    for (const [term, count] of counts) {
      const index = this.#terms.get(term);
      if (index === undefined) continue;
      const weight = count * this.#idf[index]!;
      squares += weight * weight;
      vector.push([index, weight]);
    }
    const length = Math.sqrt(squares);
    for (const entry of vector) entry[1] /= length;
    return vector;
  }
}

function countTerms(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of tokens) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
