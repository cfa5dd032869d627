/**
 * Segments of many servers in one file, laid out so that reading it is little more than looking at its bytes.
 *
 * A line of JSON (`format`, `digest` of the rest, sizes of its parts), then: a JSON text with the distinct terms and the
 * keys of the servers; all 32-bit numbers; all 16-bit numbers; all bytes. Numbers are little-endian. Each server has
 * three segments (tools, server, examples); for each, the 32-bit part begins with seven sizes.
 */
import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { z } from "zod";
import { DecodedPool, DecodedSegment } from "./decoded-segments.js";
import type { ServerSegments } from "./hybrid/server-segments.js";

/** Grows with each change of the layout, of the index text, or of how a text is cut into words: older files are built anew. */
export const indexFormat = 2;

const header = z.object({
  format: z.literal(indexFormat),
  digest: z.string(),
  parts: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});

const segmentNames = ["tools", "server", "examples"] as const;

/** @throws Error on a machine that keeps numbers the other way round, where nothing is saved. */
export function encodeSegments(servers: ReadonlyMap<string, ServerSegments>): Buffer {
  expectLittleEndian();
  const terms = new Map<string, number>();
  const words: Uint32Array[] = [];
  const halves: Uint16Array[] = [];
  const bytes: Uint8Array[] = [];
  const numberOf = (term: string) => {
    const number = terms.get(term) ?? terms.size;
    terms.set(term, number);
    return number;
  };
  for (const segments of servers.values()) {
    for (const name of segmentNames) {
      const segment = segments[name];
      const { size, starts, documents, fields, counts, lengths, sharedCounts, sharedLengths } = segment;
      const { terms: ownTerms, pairStarts, pairSeconds, pairDocuments } = segment;
      words.push(
        Uint32Array.of(
          size,
          ownTerms.length,
          documents.length,
          lengths.length,
          sharedCounts.length,
          sharedLengths.length,
          pairSeconds.length,
        ),
        Uint32Array.from(ownTerms, numberOf),
        ...[starts, documents, lengths, sharedLengths, pairStarts, pairSeconds, pairDocuments],
      );
      halves.push(counts, sharedCounts);
      bytes.push(fields);
    }
  }
  const names = Buffer.from(JSON.stringify({ terms: [...terms.keys()], keys: [...servers.keys()] }));
  // Numbers begin at a multiple of four bytes, so that they can be looked at where they are.
  const padded = Buffer.concat([names, Buffer.alloc((4 - (names.length % 4)) % 4, " ")]);
  const parts = [[padded], words, halves, bytes].map(join);
  const body = Buffer.concat(parts);
  const line = { format: indexFormat, digest: digestOf(body), parts: parts.map((part) => part.length) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), body]);
}

/**
 * The segments by the key under which they were encoded.
 *
 * @throws Error when the bytes are not what `encodeSegments` of this version makes.
 */
export function decodeSegments(file: Buffer): Map<string, ServerSegments> {
  expectLittleEndian();
  const end = file.indexOf(10);
  const { digest, parts } = header.parse(JSON.parse(file.subarray(0, end).toString()));
  const body = file.subarray(end + 1);
  if (parts.reduce((sum, size) => sum + size) !== body.length || digestOf(body) !== digest) {
    throw new Error("the bytes are not those that were written");
  }
  // A copy of its own: typed arrays must begin at a multiple of their size.
  const { buffer } = new Uint8Array(body);
  const [names, words, halves] = parts;
  const text = new TextDecoder().decode(new Uint8Array(buffer, 0, names));
  const { terms, keys } = JSON.parse(text) as { terms: string[]; keys: string[] };
  const reader = new Reader(
    new Uint32Array(buffer, names, words / 4),
    new Uint16Array(buffer, names + words, halves / 2),
    new Uint8Array(buffer, names + words + halves),
    terms,
  );
  const all = keys.map(() => ({ tools: reader.next(), server: reader.next(), examples: reader.next() }));
  const numberOf = new Map<string, number>();
  for (const [number, term] of terms.entries()) numberOf.set(term, number);
  const poolOf = (name: (typeof segmentNames)[number]) =>
    new DecodedPool(
      all.map((own) => own[name]),
      numberOf,
    );
  const pools = { tools: poolOf("tools"), server: poolOf("server"), examples: poolOf("examples") };
  return new Map(keys.map((key, index) => [key, { ...all[index]!, pools }]));
}

/** Takes one segment after the other; the arrays of a segment are views, not copies. */
class Reader {
  readonly #words: Uint32Array;
  readonly #halves: Uint16Array;
  readonly #bytes: Uint8Array;
  readonly #terms: readonly string[];
  #word = 0;
  #half = 0;
  #byte = 0;

  constructor(words: Uint32Array, halves: Uint16Array, bytes: Uint8Array, terms: readonly string[]) {
    this.#words = words;
    this.#halves = halves;
    this.#bytes = bytes;
    this.#terms = terms;
  }

  next(): DecodedSegment {
    const [size, terms, postings, lengths, sharedCounts, sharedLengths, pairs] = this.#takeWords(7);
    const numbers = this.#takeWords(terms!);
    return new DecodedSegment(numbers, this.#terms, {
      size: size!,
      starts: this.#takeWords(terms! + 1),
      documents: this.#takeWords(postings!),
      lengths: this.#takeWords(lengths!),
      sharedLengths: this.#takeWords(sharedLengths!),
      pairStarts: this.#takeWords(terms! + 1),
      pairSeconds: this.#takeWords(pairs!),
      pairDocuments: this.#takeWords(pairs!),
      counts: this.#takeHalves(postings!),
      sharedCounts: this.#takeHalves(sharedCounts!),
      fields: this.#takeBytes(postings!),
    });
  }

  #takeWords(count: number): Uint32Array {
    this.#word += count;
    return this.#words.subarray(this.#word - count, this.#word);
  }

  #takeHalves(count: number): Uint16Array {
    this.#half += count;
    return this.#halves.subarray(this.#half - count, this.#half);
  }

  #takeBytes(count: number): Uint8Array {
    this.#byte += count;
    return this.#bytes.subarray(this.#byte - count, this.#byte);
  }
}

function join(arrays: readonly ArrayBufferView[]): Buffer {
  return Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function expectLittleEndian(): void {
  if (endianness() !== "LE") throw new Error("saved indexes need a little-endian machine");
}
