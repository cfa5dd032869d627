/** Which usage example of each tool is most like the request. */
import { Accumulator } from "./accumulator.js";
import type { CatalogIndex } from "./catalog-index.js";
import { lookUp, type QueryPart, type QueryReader, type Reading } from "./query.js";

/** A tool's best example. */
export interface ExampleMatch {
  /** 0..1: 1 for an example in the words of the request. */
  similarity: number;
  /** Its number in the index of examples. */
  example: number;
}

/**
 * Examples are compared one by one and the best one of a tool counts, so that examples of different kinds do not blur each
 * other and a tool with many has no advantage over one with a single good one. The similarity is BM25 against what both
 * sides say: a long example that shares a few words with the request is not like it.
 */
export class ExampleMatcher {
  readonly #index: CatalogIndex;
  readonly #reader: QueryReader;
  readonly #sums: Accumulator;

  constructor(index: CatalogIndex, reader: QueryReader) {
    this.#index = index;
    this.#reader = reader;
    this.#sums = new Accumulator(index.examples);
  }

  /** The best example of each tool that has one like the whole request or one of its clauses, by number of the tool. */
  similarities(whole: Reading, clauses: readonly Reading[]): Map<number, ExampleMatch> {
    const matches = new Map<number, ExampleMatch>();
    for (const reading of [whole, ...clauses])
      this.#match(lookUp(reading, this.#index.examples, this.#reader), matches);
    return matches;
  }

  #match(part: QueryPart, matches: Map<number, ExampleMatch>): void {
    const { examples } = this.#index;
    this.#sums.fill(part);
    let asked = 0;
    for (const [word, weight] of part.own) asked += weight * examples.idf(examples.term(word));
    for (let i = 0; i < this.#sums.count; i++) {
      const example = this.#sums.documents[i]!;
      const owner = this.#index.ownerOfExample(example);
      const position = example - owner.examples.base;
      const said = examples.nameMass(owner.examples, position);
      const similarity = Math.min(1, this.#sums.scores[example]! / Math.sqrt(asked * said));
      const tool = owner.tools.base + owner.exampleTools[position]!;
      const known = matches.get(tool);
      if (known === undefined || similarity > known.similarity) matches.set(tool, { similarity, example });
    }
  }
}
