/**
 * Segments of many servers in one file, laid out so that reading it is little more than looking at its bytes.
 *
 * A line of JSON (`format`, `checksum` of the rest), then 32-bit numbers, little-endian, then bytes. The numbers are: how
 * many numbers, distinct terms and servers there are; where each text begins and the last ends (terms in order, then the
 * keys of the servers); for each kind of segment the places of all terms; for each server its segments and the numbers
 * of its tools' texts. The bytes are the texts in UTF-16, then what of each segment is bytes.
 */
import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { DecodedPool, DecodedSegment, type Places, Reader, TextTable } from "./decoded-segments.js";
import type { Segment } from "./hybrid/segment.js";
import type { ServerSegments } from "./hybrid/server-segments.js";

/** Grows with each change of the layout, of the index text, or of how a text is cut into words: older files are built anew. */
export const indexFormat = 4;

const header = z.object({ format: z.literal(indexFormat), checksum: z.number() });

/** How many values a 32-bit number has. */
const wordValues = 2 ** 32;

const segmentKinds = ["tools", "server", "examples"] as const;

/** @throws Error on a machine that keeps numbers the other way round, where nothing is saved. */
export function encodeSegments(servers: ReadonlyMap<string, ServerSegments>): Buffer {
  expectLittleEndian();
  const all = [...servers.values()];
  const terms = [...new Set(all.flatMap((own) => segmentKinds.flatMap((kind) => own[kind].terms)))].sort();
  const numberOf = new Map(terms.map((term, number) => [term, number]));
  const texts = [...terms, ...servers.keys()];
  const words: Uint32Array[] = [startsOf(texts.map(({ length }) => length))];
  const bytes: Uint8Array[] = [Buffer.from(texts.join(""), "utf16le")];
  for (const kind of segmentKinds) {
    const { starts, segments, numbers } = placesOf(
      all.map((own) => own[kind]),
      numberOf,
    );
    words.push(starts, segments, numbers);
  }
  for (const own of all) {
    for (const kind of segmentKinds) addSegment(own[kind], numberOf, words, bytes);
    words.push(...own.toolTexts.map((text) => Uint32Array.of(text / wordValues, text % wordValues)));
  }
  const count = words.reduce((sum, { length }) => sum + length, 3);
  const body = join([Uint32Array.of(count, terms.length, servers.size), ...words, ...bytes]);
  const line = JSON.stringify({ format: indexFormat, checksum: crc32(body) });
  // Numbers begin at a multiple of four bytes, so that they can be looked at where they are.
  return join([Buffer.from(`${line.padEnd(Math.ceil((line.length + 1) / 4) * 4 - 1)}\n`), body]);
}

/**
 * The segments by the key under which they were encoded.
 *
 * @param file stays in use: do not change it.
 * @throws Error when the bytes are not what `encodeSegments` of this version makes.
 */
export function decodeSegments(file: Buffer): Map<string, ServerSegments> {
  expectLittleEndian();
  const end = file.indexOf(10) + 1;
  const { checksum } = header.parse(JSON.parse(file.subarray(0, end).toString()));
  if (crc32(file.subarray(end)) !== checksum) throw new Error("the bytes are not those that were written");
  const { buffer, byteOffset } = file.byteOffset % 4 === 0 ? file : new Uint8Array(file);
  const start = byteOffset + end;
  const [count] = new Uint32Array(buffer, start, 1);
  const reader = new Reader(
    new Uint32Array(buffer, start, count),
    new Uint8Array(buffer, start + 4 * count!, file.length - end - 4 * count!),
    1,
  );
  const terms = reader.takeWord();
  const servers = reader.takeWord();
  const starts = reader.takeWords(terms + servers + 1);
  const text = Buffer.from(reader.takeBytes(2 * starts[terms + servers]!)).toString("utf16le");
  const texts = new TextTable(text, starts, terms);
  const places = segmentKinds.map(() => readPlaces(reader, terms));
  const read = Array.from({ length: servers }, () => {
    const [tools, server, examples] = segmentKinds.map(() => new DecodedSegment(reader, texts));
    return { tools: tools!, server: server!, examples: examples!, toolTexts: readTexts(reader, tools!.size) };
  });
  const [tools, server, examples] = segmentKinds.map(
    (kind, index) =>
      new DecodedPool(
        read.map((own) => own[kind]),
        texts,
        places[index]!,
      ),
  );
  const pools = { tools: tools!, server: server!, examples: examples! };
  return new Map(read.map((own, index) => [texts.text(terms + index), { ...own, pools }]));
}

function addSegment(
  segment: Segment,
  numberOf: ReadonlyMap<string, number>,
  words: Uint32Array[],
  bytes: Uint8Array[],
): void {
  const { size, terms, starts, documents, fields, counts, lengths, sharedCounts, sharedLengths } = segment;
  const { pairStarts, pairSeconds, pairDocuments } = segment;
  words.push(
    Uint32Array.of(
      size,
      terms.length,
      documents.length,
      lengths.length,
      sharedLengths.length,
      sharedCounts.length,
      pairSeconds.length,
    ),
    lengths,
    sharedLengths,
    Uint32Array.from(terms, (term) => numberOf.get(term)!),
    ...[starts, documents, pairStarts, pairSeconds, pairDocuments],
  );
  bytes.push(fields, counts, sharedCounts);
}

/** Where each of these begins when they stand one after the other, and where the last ends. */
function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index++) starts[index + 1] = starts[index]! + lengths[index]!;
  return starts;
}

/** Counts the places of each word, then puts each where the ones before it end. */
function placesOf(all: readonly Segment[], numberOf: ReadonlyMap<string, number>): Places {
  const counts = new Uint32Array(numberOf.size);
  for (const { terms } of all) for (const term of terms) counts[numberOf.get(term)!]! += 1;
  const starts = startsOf(counts);
  const next = starts.slice();
  const segments = new Uint32Array(starts[numberOf.size]!);
  const numbers = new Uint32Array(segments.length);
  for (const [segment, { terms }] of all.entries()) {
    for (const [number, term] of terms.entries()) {
      const at = next[numberOf.get(term)!]!++;
      segments[at] = segment;
      numbers[at] = number;
    }
  }
  return { starts, segments, numbers };
}

function readPlaces(reader: Reader, terms: number): Places {
  const starts = reader.takeWords(terms + 1);
  const count = starts[terms]!;
  return { starts, segments: reader.takeWords(count), numbers: reader.takeWords(count) };
}

function readTexts(reader: Reader, count: number): number[] {
  const texts: number[] = [];
  for (let text = 0; text < count; text++) texts.push(reader.takeWord() * wordValues + reader.takeWord());
  return texts;
}

function join(arrays: readonly ArrayBufferView[]): Buffer {
  return Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}

function expectLittleEndian(): void {
  if (endianness() !== "LE") throw new Error("saved indexes need a little-endian machine");
}
