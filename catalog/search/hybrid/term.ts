/** Segments and terms as they stand in an index. */
import type { Segment } from "./segment.js";
import type { SharedText } from "./shared-texts.js";

/** A segment in its place: its documents are `base` to `base + segment.size`. */
export interface Placed {
  readonly segment: Segment;
  /** Later ones have a larger number. */
  readonly order: number;
  base: number;
  live: boolean;
  /** For each document what others may say word for word, too; undefined where copies count like any others. */
  readonly texts: readonly SharedText[] | undefined;
  /** For each document the different terms of its name, once that was asked. */
  nameTerms: readonly (readonly Term[])[] | undefined;
}

/** What one term adds to each document that has it. Shared and kept: do not change it. */
export interface TermScores {
  readonly idf: number;
  readonly documents: Int32Array;
  /** idf · tf · (k1 + 1) / (tf + k1). */
  readonly scores: Float32Array;
  /** Documents that have the term in their name. */
  readonly named: Int32Array;
}

/** One term over all segments. */
export class Term {
  readonly text: string;
  placed: Placed[];
  /** Its number in each of `placed`. */
  numbers: number[];
  /** How many of `placed` were removed. */
  dead = 0;
  scores: TermScores | undefined;
  /** The version of the index for which `scores` hold. */
  version = -1;
  /**
   * In how many documents and different texts it stands; undefined where that was not counted since a segment that has
   * it came or went.
   */
  documents: number | undefined;
  texts: number | undefined;
  idf = 0;
  /** The version of the index for which `idf` holds. */
  idfVersion = -1;
  /** The look-up that met it last as a word of the request, and as one of a name, and its place there. */
  saidIn = 0;
  coveredIn = 0;
  place = 0;

  constructor(text: string, placed: Placed[], numbers: number[]) {
    this.text = text;
    this.placed = placed;
    this.numbers = numbers;
  }

  /** To be called after a segment that has it came or went. */
  forgetCounts(): void {
    this.documents = undefined;
    this.texts = undefined;
  }

  /** Its number in a segment; -1 where that does not have it. */
  numberIn(placed: Placed): number {
    const at = this.placed.indexOf(placed);
    return at === -1 ? -1 : this.numbers[at]!;
  }

  forgetRemoved(): void {
    if (this.dead === 0) return;
    const kept = this.placed.map((placed) => placed.live);
    this.numbers = this.numbers.filter((_, index) => kept[index]);
    this.placed = this.placed.filter((_, index) => kept[index]);
    this.dead = 0;
  }
}
