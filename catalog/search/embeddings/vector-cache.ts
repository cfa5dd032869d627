/**
 * Vectors on disk. Each finished batch is a file of its own, written atomically: a process that is killed loses the batch
 * it was at and nothing else, and several processes can fill one folder. Many files are joined into one when they are read.
 *
 * A file is a line of JSON, then 16 bytes of key for each vector, then the vectors as 32-bit numbers, little-endian.
 */
import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { defaults } from "../../defaults.js";
import { makeFolder } from "../../folders.js";

const format = 1;
const keyBytes = 16;
const extension = ".vectors";

const headerSchema = z.object({
  format: z.literal(format),
  model: z.string(),
  dimension: z.number().int().min(1),
  count: z.number().int().min(0),
  digest: z.string(),
});

type Vectors = Map<string, Float32Array>;

export class VectorCache {
  readonly #model: string;
  readonly #directory: string;
  readonly #onProblem: (line: string) => void;
  #known: Set<string> | undefined;

  /** @param directory holds a folder for each model. */
  constructor(directory: string, model: string, onProblem: (line: string) => void = () => {}) {
    const readable = model.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 40);
    const identity = createHash("sha256").update(model).digest("hex").slice(0, 16);
    this.#model = model;
    this.#directory = join(directory, `${readable}-${identity}`);
    this.#onProblem = onProblem;
  }

  /** The folder of this model. */
  get directory(): string {
    return this.#directory;
  }

  /** The vectors that are there of these keys. A file that cannot be trusted is told, removed and passed over. Never throws. */
  async read(keys: ReadonlySet<string>): Promise<Vectors> {
    if (this.#known && ![...keys].some((key) => this.#known!.has(key))) return new Map();
    const names = await this.#list();
    const all: Vectors = new Map();
    for (const name of names) {
      for (const [key, vector] of await this.#readFile(name)) {
        // Last in the order of a Map, so that what was written last is dropped last.
        all.delete(key);
        all.set(key, vector);
      }
    }
    this.#known = new Set(all.keys());
    if (names.length > defaults.embeddings.maxCacheFiles) await this.#join(names, all);
    return new Map([...all].filter(([key]) => keys.has(key)));
  }

  /** Keeps vectors of one length. What cannot be written is told, once for each batch. Never throws. */
  async append(vectors: Vectors): Promise<void> {
    if (vectors.size === 0) return;
    try {
      await this.#write(vectors);
      for (const key of vectors.keys()) this.#known?.add(key);
    } catch (error) {
      this.#onProblem(`vectors cannot be kept in ${this.#directory} (${codeOf(error)}): they will be computed again`);
    }
  }

  /** Removes all vectors of the model. */
  async clear(): Promise<void> {
    this.#known = new Set();
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** The names of the files, oldest first. */
  async #list(): Promise<string[]> {
    try {
      const names = await readdir(this.#directory);
      return names.filter((name) => name.endsWith(extension)).sort();
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.#onProblem(`${this.#directory} cannot be read (${codeOf(error)})`);
      return [];
    }
  }

  async #readFile(name: string): Promise<Vectors> {
    const path = join(this.#directory, name);
    try {
      return decode(await readFile(path), this.#model);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT") return new Map();
      this.#onProblem(`${path} is damaged or not from this software: its vectors are computed again`);
      await rm(path, { force: true }).catch(() => {});
      return new Map();
    }
  }

  /** Writes one file for many, then removes these. Killed in between, it leaves vectors that are there twice, which is harmless. */
  async #join(names: readonly string[], all: Vectors): Promise<void> {
    const dimensions = new Set([...all.values()].map((vector) => vector.length));
    if (dimensions.size !== 1) return;
    try {
      await this.#write(new Map([...all].slice(-defaults.embeddings.keptVectors)));
      await Promise.all(names.map((name) => rm(join(this.#directory, name), { force: true })));
    } catch (error) {
      this.#onProblem(`the files in ${this.#directory} cannot be joined (${codeOf(error)})`);
    }
  }

  async #write(vectors: Vectors): Promise<void> {
    await makeFolder(this.#directory, 0o700);
    const name = `${Date.now().toString().padStart(15, "0")}-${randomBytes(4).toString("hex")}${extension}`;
    await writeFileAtomic(join(this.#directory, name), encode(vectors, this.#model), { mode: 0o600 });
  }
}

function encode(vectors: Vectors, model: string): Buffer {
  const dimension = vectors.values().next().value!.length;
  const keys = Buffer.concat([...vectors.keys()].map((key) => Buffer.from(key, "hex")));
  const numbers = Buffer.concat([...vectors.values()].map(toBytes));
  const body = Buffer.concat([keys, numbers]);
  const header = { format, model, dimension, count: vectors.size, digest: digestOf(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** @throws Error when the bytes are not what `encode` makes for this model. */
function decode(bytes: Buffer, model: string): Vectors {
  const end = bytes.indexOf(10);
  const header = headerSchema.parse(JSON.parse(bytes.subarray(0, end).toString()));
  const body = bytes.subarray(end + 1);
  const { count, dimension, digest } = header;
  const isWhole = body.length === count * (keyBytes + 4 * dimension);
  if (header.model !== model || !isWhole || digestOf(body) !== digest) throw new Error("not the vectors of this model");
  const vectors: Vectors = new Map();
  for (let index = 0; index < count; index++) {
    const key = body.subarray(index * keyBytes, (index + 1) * keyBytes).toString("hex");
    const start = count * keyBytes + index * 4 * dimension;
    vectors.set(key, fromBytes(body.subarray(start, start + 4 * dimension)));
  }
  return vectors;
}

const isBigEndian = endianness() === "BE";

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer);
  return isBigEndian ? bytes.swap32() : bytes;
}

/** A copy: typed arrays must begin at a multiple of four bytes. */
function fromBytes(bytes: Buffer): Float32Array {
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  if (isBigEndian) copy.swap32();
  return new Float32Array(copy.buffer, copy.byteOffset, copy.length / 4);
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
