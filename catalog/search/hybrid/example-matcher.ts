/** Which tools have usage examples that are like the request. */
import { defaults } from "../../defaults.js";
import { Accumulator } from "./accumulator.js";
import type { CatalogIndex } from "./catalog-index.js";
import { WordTable } from "./known-words.js";
import { lookUp, type QueryPart, type QueryReader, type Readings } from "./query.js";

/** What the examples of one tool say for it. */
export interface ExampleMatch {
  /** 0..1, the squares of the similarities of all its examples, summed. */
  evidence: number;
  /** The similarity of the best one, 0..1: 1 for an example in the words of the request. */
  similarity: number;
  /** The number of the best one in the index of examples. */
  example: number;
}

/**
 * Compares the request with each example by itself, so that examples of different kinds do not blur each other. The
 * similarity is BM25 against what both sides say: a long example that shares a few words with the request is not like it.
 * Squares let one good example count for more than several weak ones. Synonyms play no part, only phrases do ("how much"
 * and "price"): who asks again says it in similar words.
 */
export class ExampleMatcher {
  readonly #index: CatalogIndex;
  readonly #words: WordTable;
  readonly #sums: Accumulator;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    const has: QueryReader["has"] = (part) => part !== "synonyms" && part !== "name coverage" && reader.has(part);
    this.#words = new WordTable(index.examples, { ...reader, has });
    this.#sums = new Accumulator(index.examples);
  }

  /**
   * What the evidence adds to a score. More where more tools have examples: where few have, they would push aside the
   * tools that nobody has given any yet.
   */
  get weight(): number {
    const { least, byShare } = defaults.hybrid.exampleWeights;
    return least + (byShare * this.#index.toolsWithExamples) / Math.max(1, this.#index.tools.size);
  }

  /** The tools with an example like the whole request or one of its clauses, by number. */
  match({ whole, clauses }: Readings): Map<number, ExampleMatch> {
    const similarities = new Map<number, number>();
    for (const reading of [whole, ...clauses]) {
      this.#compare(lookUp(reading, this.#words), similarities);
    }
    const matches = new Map<number, ExampleMatch>();
    // From the weakest to the best, whatever the order of the index: sums of fractions depend on it in their last digits.
    for (const [example, similarity] of [...similarities].sort(([, a], [, b]) => a - b)) {
      const { tools, examples, exampleTools } = this.#index.ownerOfExample(example);
      const tool = tools.base + exampleTools[example - examples.base]!;
      const evidence = Math.min(1, (matches.get(tool)?.evidence ?? 0) + similarity ** 2);
      matches.set(tool, { evidence, similarity, example });
    }
    return matches;
  }

  #compare(part: QueryPart, similarities: Map<number, number>): void {
    const { examples } = this.#index;
    this.#sums.fill(part);
    let asked = 0;
    let different = 0;
    for (const { known, weight } of part.own) {
      asked += weight * known.idf;
      different += known.idf;
    }
    const { scores } = this.#sums;
    for (let example = 0; example < examples.capacity; example++) {
      const score = scores[example]!;
      if (score === 0) continue;
      const placed = this.#index.ownerOfExample(example).examples;
      const said = examples.nameMass(placed, example - placed.base);
      const similarity = Math.min(1, (score / asked) * Math.sqrt(different / said));
      if (similarity > (similarities.get(example) ?? 0)) similarities.set(example, similarity);
    }
  }
}
