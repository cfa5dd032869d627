/** How long the fields of an index are, and with it how much a word in one counts: in a longer field less. */
import type { Field, FieldSet } from "./fields.js";
import type { Segment } from "./segment.js";

export class FieldLengths {
  readonly #fields: FieldSet;
  /** Words in each field over all documents, shared fields first. */
  readonly #totals: number[];
  #documents = 0;

  constructor(fields: FieldSet) {
    this.#fields = fields;
    this.#totals = [...fields.shared, ...fields.own].map(() => 0);
  }

  /** Documents that are counted. */
  get documents(): number {
    return this.#documents;
  }

  /** @param sign 1 for a segment that comes, -1 for one that goes. */
  count({ size, sharedLengths, lengths }: Segment, sign: 1 | -1): void {
    const shared = this.#fields.shared.length;
    const own = this.#fields.own.length;
    for (let field = 0; field < shared; field++) this.#totals[field]! += sign * sharedLengths[field]! * size;
    for (let at = 0; at < lengths.length; ) {
      for (let field = 0; field < own; field++) this.#totals[shared + field]! += sign * lengths[at++]!;
    }
    this.#documents += sign * size;
  }

  /** What one word counts in a shared field of a segment. */
  sharedFactor(segment: Segment, field: number): number {
    return this.#factor(this.#fields.shared[field]!, segment.sharedLengths[field]!, this.#totals[field]!);
  }

  /** What one word counts in an own field of a document, by its number in the segment. */
  ownFactor(segment: Segment, document: number, field: number): number {
    const { shared, own } = this.#fields;
    const length = segment.lengths[document * own.length + field]!;
    return this.#factor(own[field]!, length, this.#totals[shared.length + field]!);
  }

  /** What the shared fields give to the frequency of a term, by its number in the segment, in each document. */
  sharedFrequency(segment: Segment, number: number): number {
    const fields = this.#fields.shared.length;
    let frequency = 0;
    for (let field = 0; field < fields; field++) {
      const count = segment.sharedCounts[number * fields + field]!;
      if (count > 0) frequency += count * this.sharedFactor(segment, field);
    }
    return frequency;
  }

  /** w / (1 - b + b · length / average). */
  #factor({ weight, lengthNormalisation: b }: Field, length: number, total: number): number {
    return weight / (1 - b + (b * length * this.#documents) / (total || 1));
  }
}
