/** Segments as they stand in a saved index: looked at where they are, each when it is first asked for. */
import type { Segment, SegmentPool } from "./hybrid/segment.js";

/** Takes one array after the other; they are views, not copies. */
export class Reader {
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  word: number;
  byte: number;

  constructor(words: Uint32Array, bytes: Uint8Array, word = 0, byte = 0) {
    this.words = words;
    this.bytes = bytes;
    this.word = word;
    this.byte = byte;
  }

  takeWord(): number {
    return this.words[this.word++]!;
  }

  takeWords(count: number): Uint32Array {
    this.word += count;
    return this.words.subarray(this.word - count, this.word);
  }

  takeBytes(count: number): Uint8Array {
    this.byte += count;
    return this.bytes.subarray(this.byte - count, this.byte);
  }
}

/** Strings in one string: the first `sorted` of them are in the order of their code units. */
export class TextTable {
  readonly #texts: string;
  readonly #starts: Uint32Array;
  readonly #sorted: number;

  /** @param starts where each begins, and the last ends. */
  constructor(texts: string, starts: Uint32Array, sorted: number) {
    this.#texts = texts;
    this.#starts = starts;
    this.#sorted = sorted;
  }

  text(number: number): string {
    return this.#texts.slice(this.#starts[number]!, this.#starts[number + 1]!);
  }

  /** The number of one of the sorted texts; undefined when it is none of them. */
  find(text: string): number | undefined {
    let [start, end] = [0, this.#sorted];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (this.#compare(middle, text) < 0) start = middle + 1;
      else end = middle;
    }
    return start < this.#sorted && this.#compare(start, text) === 0 ? start : undefined;
  }

  /** Like a comparison of strings: less than 0 where the text of this number comes before the other one. */
  #compare(number: number, text: string): number {
    const start = this.#starts[number]!;
    const length = this.#starts[number + 1]! - start;
    for (let at = 0; at < length && at < text.length; at++) {
      const difference = this.#texts.charCodeAt(start + at) - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }
}

/** Its sizes, in the order in which they stand in the file. */
export interface SegmentSizes {
  readonly size: number;
  readonly terms: number;
  readonly postings: number;
  readonly lengths: number;
  readonly sharedLengths: number;
  readonly sharedCounts: number;
  readonly pairs: number;
}

type Postings = Omit<Segment, "size" | "terms" | "lengths" | "sharedLengths"> & { readonly numbers: Uint32Array };

export class DecodedSegment implements Segment {
  readonly size: number;
  readonly lengths: Uint32Array;
  readonly sharedLengths: Uint32Array;
  readonly #sizes: SegmentSizes;
  readonly #reader: Reader;
  readonly #texts: TextTable;
  /** Most requests touch a few segments: what only they need is looked at when one does. */
  #postings: Postings | undefined;
  #terms: readonly string[] | undefined;

  /**
   * @param reader stands where the segment begins, and is moved to its end.
   * @param texts all words of the file.
   */
  constructor(reader: Reader, texts: TextTable) {
    const sizes = {
      size: reader.takeWord(),
      terms: reader.takeWord(),
      postings: reader.takeWord(),
      lengths: reader.takeWord(),
      sharedLengths: reader.takeWord(),
      sharedCounts: reader.takeWord(),
      pairs: reader.takeWord(),
    };
    this.size = sizes.size;
    this.lengths = reader.takeWords(sizes.lengths);
    this.sharedLengths = reader.takeWords(sizes.sharedLengths);
    this.#sizes = sizes;
    this.#reader = new Reader(reader.words, reader.bytes, reader.word, reader.byte);
    this.#texts = texts;
    const { terms, postings, sharedCounts, pairs } = sizes;
    reader.word += 3 * terms + 2 + postings + 2 * pairs;
    reader.byte += 2 * postings + sharedCounts;
  }

  get starts(): Uint32Array {
    return this.#found.starts;
  }

  get documents(): Uint32Array {
    return this.#found.documents;
  }

  get fields(): Uint8Array {
    return this.#found.fields;
  }

  get counts(): Uint8Array {
    return this.#found.counts;
  }

  get sharedCounts(): Uint8Array {
    return this.#found.sharedCounts;
  }

  get pairStarts(): Uint32Array {
    return this.#found.pairStarts;
  }

  get pairSeconds(): Uint32Array {
    return this.#found.pairSeconds;
  }

  get pairDocuments(): Uint32Array {
    return this.#found.pairDocuments;
  }

  get terms(): readonly string[] {
    this.#terms ??= Array.from(this.#found.numbers, (number) => this.#texts.text(number));
    return this.#terms;
  }

  get #found(): Postings {
    this.#postings ??= this.#find();
    return this.#postings;
  }

  #find(): Postings {
    const reader = this.#reader;
    const { terms, postings, sharedCounts, pairs } = this.#sizes;
    return {
      numbers: reader.takeWords(terms),
      starts: reader.takeWords(terms + 1),
      documents: reader.takeWords(postings),
      pairStarts: reader.takeWords(terms + 1),
      pairSeconds: reader.takeWords(pairs),
      pairDocuments: reader.takeWords(pairs),
      fields: reader.takeBytes(postings),
      counts: reader.takeBytes(postings),
      sharedCounts: reader.takeBytes(sharedCounts),
    };
  }
}

/** The places of word n are the entries `starts[n]` to `starts[n + 1]`: which segment, and the word's number there. */
export interface Places {
  readonly starts: Uint32Array;
  readonly segments: Uint32Array;
  readonly numbers: Uint32Array;
}

/** The places of all words in the segments of one kind. */
export class DecodedPool implements SegmentPool {
  readonly #segments: readonly Segment[];
  readonly #texts: TextTable;
  readonly #places: Places;

  constructor(segments: readonly Segment[], texts: TextTable, places: Places) {
    this.#segments = segments;
    this.#texts = texts;
    this.#places = places;
  }

  find(text: string, tell: (segment: Segment, number: number) => void): void {
    const word = this.#texts.find(text);
    if (word === undefined) return;
    const { starts, segments, numbers } = this.#places;
    for (let at = starts[word]!; at < starts[word + 1]!; at++) tell(this.#segments[segments[at]!]!, numbers[at]!);
  }
}
