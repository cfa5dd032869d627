/** Segments as they stand in a saved index: words are numbers there, made into texts and places when they are asked for. */
import type { Segment, SegmentPool } from "./hybrid/segment.js";

type Numbers = Omit<Segment, "terms">;

export class DecodedSegment implements Segment {
  readonly size: number;
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  readonly fields: Uint8Array;
  readonly counts: Uint16Array;
  readonly lengths: Uint32Array;
  readonly sharedCounts: Uint16Array;
  readonly sharedLengths: Uint32Array;
  readonly pairStarts: Uint32Array;
  readonly pairSeconds: Uint32Array;
  readonly pairDocuments: Uint32Array;
  /** Its words among all words of the file. */
  readonly numbers: Uint32Array;
  readonly #words: readonly string[];
  #terms: readonly string[] | undefined;

  /** @param words all words of the file. */
  constructor(numbers: Uint32Array, words: readonly string[], own: Numbers) {
    this.size = own.size;
    this.starts = own.starts;
    this.documents = own.documents;
    this.fields = own.fields;
    this.counts = own.counts;
    this.lengths = own.lengths;
    this.sharedCounts = own.sharedCounts;
    this.sharedLengths = own.sharedLengths;
    this.pairStarts = own.pairStarts;
    this.pairSeconds = own.pairSeconds;
    this.pairDocuments = own.pairDocuments;
    this.numbers = numbers;
    this.#words = words;
  }

  get terms(): readonly string[] {
    this.#terms ??= Array.from(this.numbers, (number) => this.#words[number]!);
    return this.#terms;
  }
}

/** The places of all words in the segments of one kind. */
export class DecodedPool implements SegmentPool {
  readonly #segments: readonly DecodedSegment[];
  readonly #numberOf: ReadonlyMap<string, number>;
  /** The places of word n are the entries `starts[n]` to `starts[n + 1]`: which segment, and which number there. */
  #places: { starts: Uint32Array; segments: Uint32Array; numbers: Uint32Array } | undefined;

  /** @param numberOf the number of each word of the file. */
  constructor(segments: readonly DecodedSegment[], numberOf: ReadonlyMap<string, number>) {
    this.#segments = segments;
    this.#numberOf = numberOf;
  }

  find(text: string, tell: (segment: Segment, number: number) => void): void {
    const word = this.#numberOf.get(text);
    if (word === undefined) return;
    this.#places ??= placesOf(this.#segments, this.#numberOf.size);
    const { starts, segments, numbers } = this.#places;
    for (let at = starts[word]!; at < starts[word + 1]!; at++) tell(this.#segments[segments[at]!]!, numbers[at]!);
  }
}

/** Counts the places of each word, then puts each where the ones before it end. */
function placesOf(all: readonly DecodedSegment[], words: number) {
  const starts = new Uint32Array(words + 1);
  for (const { numbers } of all) for (let i = 0; i < numbers.length; i++) starts[numbers[i]! + 1]! += 1;
  for (let word = 0; word < words; word++) starts[word + 1]! += starts[word]!;
  const next = starts.slice();
  const segments = new Uint32Array(starts[words]!);
  const numbers = new Uint32Array(starts[words]!);
  for (let segment = 0; segment < all.length; segment++) {
    const own = all[segment]!.numbers;
    for (let number = 0; number < own.length; number++) {
      const at = next[own[number]!]!++;
      segments[at] = segment;
      numbers[at] = number;
    }
  }
  return { starts, segments, numbers };
}
