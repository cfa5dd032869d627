/** Whole results that were too long for a model: files in a temporary folder, for this process and its owner only. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaults } from "../defaults.js";

/** A part of a stored text; offsets and lengths count characters as JavaScript does (UTF-16 units). */
export interface StoredPart {
  text: string;
  /** Where the part begins. */
  offset: number;
  /** Length of the whole. */
  total: number;
}

interface Entry {
  path: string;
  thread: string | undefined;
  length: number;
}

const folderPrefix = "toolgap-results-";
/** Two bytes a character, so that a place in the text is a place in the file. */
const encoding = "utf16le";

export class ResultStore {
  readonly #entries = new Map<string, Entry>();
  readonly #maxCharacters: number;
  #characters = 0;
  #folder: string | undefined;

  /** `maxCharacters`: of all texts together; the oldest go first. */
  constructor({ maxCharacters = defaults.storedResultCharacters }: { maxCharacters?: number } = {}) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * Keeps a text for one conversation and gives the id by which it is read.
   * @throws Error when it is longer than the store, or cannot be written.
   */
  async keep(text: string, thread?: string): Promise<string> {
    if (text.length > this.#maxCharacters) throw new Error("it is too long to be kept");
    const id = `r${randomBytes(8).toString("hex")}`;
    const path = join(this.#openFolder(), id);
    await writeFile(path, text, { encoding, mode: 0o600, flag: "wx" });
    this.#entries.set(id, { path, thread, length: text.length });
    this.#characters += text.length;
    await this.#makeRoom();
    return id;
  }

  /** Reads a part; undefined when this conversation has no such text, or no longer. */
  async read(id: string, offset: number, length: number, thread?: string): Promise<StoredPart | undefined> {
    const entry = this.#entries.get(id);
    if (!entry || entry.thread !== thread) return undefined;
    const start = Math.min(offset, entry.length);
    const buffer = Buffer.alloc(Math.min(length, entry.length - start) * 2);
    try {
      const file = await open(entry.path, "r");
      try {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, start * 2);
        if (bytesRead < buffer.length) return undefined;
      } finally {
        await file.close();
      }
    } catch {
      // Temporary folders are swept by others; then the text is gone.
      return undefined;
    }
    return { text: buffer.toString(encoding), offset: start, total: entry.length };
  }

  /** Removes what was kept for one conversation. */
  async forget(thread: string): Promise<void> {
    for (const [id, entry] of this.#entries) if (entry.thread === thread) await this.#remove(id, entry);
  }

  /** Removes everything that was kept. */
  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  /** Made at the first use; `mkdtemp` makes it for its owner only. */
  #openFolder(): string {
    if (this.#folder === undefined) {
      removeOrphans();
      this.#folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
      process.once("exit", () => this.clear());
    }
    return this.#folder;
  }

  async #makeRoom(): Promise<void> {
    for (const [id, entry] of this.#entries) {
      if (this.#characters <= this.#maxCharacters) return;
      await this.#remove(id, entry);
    }
  }

  async #remove(id: string, { path, length }: Entry): Promise<void> {
    this.#entries.delete(id);
    this.#characters -= length;
    await rm(path, { force: true });
  }
}

/** Folders of processes that were killed and could not clean up. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number.parseInt(name.slice(folderPrefix.length), 10) : Number.NaN;
    if (!(pid > 0) || isAlive(pid)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let shared: ResultStore | undefined;

/** The store of this process. */
export function resultStore(): ResultStore {
  shared ??= new ResultStore();
  return shared;
}
