/** A LangGraph store in one file of JSON lines, for programs on one machine: read it, write it, from several processes. */
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BaseStore, InMemoryStore, type Operation, type OperationResults } from "@langchain/langgraph";
import { makeFolder } from "../../catalog/folders.js";
import { InputError } from "../../catalog/types.js";
import { takeLock } from "./file-lock.js";
import { Replacement } from "./replacement.js";
import { appendAtOnce, type Entry, header, readEntry, readFrom, toLine } from "./store-lines.js";

/** A call of `batch` that has no answer yet. */
interface Waiting {
  operations: Operation[];
  resolve(answers: unknown[]): void;
  reject(error: unknown): void;
}

/** Lines that nothing reads any more, from which on the file is written anew: as many as there are items, and some. */
const spareLines = 1_000;

/** Milliseconds until it is asked again whether another process is done. */
const lockPause = 50;

export interface FileStoreOptions {
  /** Takes one line about lines of the file that are broken; each is passed over. */
  onNotice?: ((line: string) => void) | undefined;
}

/**
 * Each write appends one line, in a single call of the system, so that processes side by side lose nothing; the last line
 * of a key counts. A read takes up what others have appended. A broken line is passed over and told.
 */
export class FileStore extends BaseStore {
  readonly path: string;
  readonly #onNotice: (line: string) => void;
  #items = new InMemoryStore();
  #keys = new Set<string>();
  #lines = 0;
  #file: { identity: string; offset: number } | undefined;
  #waiting: Waiting[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string, { onNotice = () => {} }: FileStoreOptions = {}) {
    super();
    this.path = resolve(path);
    this.#onNotice = onNotice;
  }

  /**
   * A file that is not there is an empty store; the first write makes it, for its owner's eyes only.
   *
   * @throws InputError when the file is not one of this software's, or cannot be read or written.
   */
  override batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const answer = new Promise<unknown[]>((resolve, reject) => {
      this.#waiting.push({ operations, resolve, reject });
    });
    this.#queue = this.#queue.then(() => this.#answerAll());
    return answer as Promise<OperationResults<Op>>;
  }

  /** All that wait by now in one go: a turn's writes are one line each, and one opening of the file. */
  async #answerAll(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      const answers: unknown[] = await this.#run(waiting.flatMap(({ operations }) => operations));
      for (const { operations, resolve } of waiting) resolve(answers.splice(0, operations.length));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Finds out whether the file can be used. @throws InputError like `batch`. */
  async check(): Promise<void> {
    const found = await stat(this.path).catch((error: NodeJS.ErrnoException) => error);
    if (found instanceof Error ? found.code !== "ENOENT" : !found.isFile()) {
      throw new InputError(`The memory file ${this.path} cannot be used: expected a file, or a place for a new one.`);
    }
    await this.batch([]);
  }

  /**
   * Writes the file anew, without what was deleted or replaced; waits while another process does.
   *
   * @throws InputError when it cannot be written.
   */
  compact(): Promise<void> {
    const run = this.#queue.then(async () => {
      try {
        while (!(await this.#compact())) await sleep(lockPause);
      } catch (error) {
        throw this.#explain(error);
      }
    });
    this.#queue = run.catch(() => {});
    return run;
  }

  async #run(operations: readonly Operation[]): Promise<unknown[]> {
    const at = Date.now();
    const lines = operations.flatMap((operation) => {
      if (!("value" in operation)) return [];
      const { namespace, key, value } = operation;
      return [{ namespace, key, value, at } satisfies Entry];
    });
    try {
      if (lines.length > 0) await this.#append(lines.map(toLine).join(""));
      await this.#refresh();
      if (lines.length > 0 && this.#lines > 2 * this.#keys.size + spareLines) await this.#compact();
    } catch (error) {
      throw this.#explain(error);
    }
    const reading = operations.flatMap((operation) => ("value" in operation ? [] : [operation]));
    const answers: unknown[] = await this.#items.batch(reading);
    return operations.map((operation) => ("value" in operation ? undefined : answers.shift()));
  }

  /** Appends, and once more where the file was written anew meanwhile: a line that stands twice counts once. */
  async #append(text: string): Promise<void> {
    await makeFolder(dirname(this.path), 0o700);
    for (;;) {
      const file = await open(this.path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
      try {
        const { size, ino } = await file.stat();
        if (size > 0) await this.#checkHeader(file);
        await appendAtOnce(file, size === 0 ? header + text : text);
        if ((await stat(this.path).catch(() => undefined))?.ino === ino) return;
      } finally {
        await file.close();
      }
    }
  }

  /** Reads what was appended since the last time; all of it where the file is another one now. */
  async #refresh(): Promise<void> {
    const file = await open(this.path, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!file) return this.#forget();
    try {
      const { ino, birthtimeMs, size } = await file.stat();
      // A new file may have the number of one that was replaced earlier.
      const identity = `${ino} ${birthtimeMs}`;
      if (this.#file?.identity !== identity || size < this.#file.offset) {
        if (size > 0) await this.#checkHeader(file);
        this.#forget();
        this.#file = { identity, offset: 0 };
      }
      const bytes = await readFrom(file, this.#file!.offset, size);
      // A line that is still being written is read the next time.
      const end = bytes.lastIndexOf(10) + 1;
      this.#file = { identity, offset: this.#file!.offset + end };
      let broken = 0;
      for (const line of bytes.toString("utf8", 0, end).split("\n")) if (!(await this.#take(line))) broken += 1;
      if (broken > 0)
        this.#onNotice(`${this.path}: ${broken === 1 ? "1 broken line is" : `${broken} broken lines are`} passed over`);
    } finally {
      await file.close();
    }
  }

  #forget(): void {
    this.#items = new InMemoryStore();
    this.#keys.clear();
    this.#lines = 0;
    this.#file = undefined;
  }

  /** @returns false for a broken line. */
  async #take(line: string): Promise<boolean> {
    if (line.trim() === "" || `${line}\n` === header) return true;
    const read = readEntry(line);
    if (read === undefined || !(await this.#keep(read))) return false;
    this.#lines += 1;
    return true;
  }

  /** @returns false for what the store in memory refuses, such as some names of namespaces. */
  async #keep({ namespace, key, value, at }: Entry): Promise<boolean> {
    const name = JSON.stringify([namespace, key]);
    try {
      if (value === null) await this.#items.delete(namespace, key);
      else await this.#items.put(namespace, key, value);
    } catch {
      return false;
    }
    if (value === null) {
      this.#keys.delete(name);
      return true;
    }
    const item = await this.#items.get(namespace, key);
    // The store in memory hands out its own items: they get the times at which they were written to the file.
    if (item && !this.#keys.has(name)) item.createdAt = new Date(at);
    if (item) item.updatedAt = new Date(at);
    this.#keys.add(name);
    return true;
  }

  async #checkHeader(file: FileHandle): Promise<void> {
    const found = await readFrom(file, 0, header.length);
    if (found.toString() === header) return;
    throw new InputError(
      `${this.path} is no memory file: expected one that toolgap run --memory made; name another file.`,
    );
  }

  /**
   * One process at a time; false when it is another one's. What others append to the old file until it has been replaced is
   * carried over; who appends to it later notices and does it again.
   */
  async #compact(): Promise<boolean> {
    const lock = await takeLock(`${this.path}.lock`);
    if (!lock) return false;
    const replacement = new Replacement(this.path);
    try {
      await replacement.removeOthers();
      const old = await open(this.path, "r").catch(() => undefined);
      if (!old) return true;
      try {
        await this.#refresh();
        const lines = await this.#liveLines();
        await replacement.write(header + lines.join(""));
        if (!(await lock.isHeld()) || !(await replacement.putInPlace())) return false;
        const { size } = await old.stat();
        const late = await readFrom(old, this.#file?.offset ?? 0, size);
        if (late.length > 0) await this.#append(`\n${late.toString("utf8")}`);
        await this.#refresh();
        return true;
      } finally {
        await old.close();
      }
    } finally {
      await replacement.remove();
      await lock.release();
    }
  }

  async #liveLines(): Promise<string[]> {
    const lines: string[] = [];
    for (const name of this.#keys) {
      const [namespace, key] = JSON.parse(name) as [string[], string];
      const item = await this.#items.get(namespace, key);
      if (item) lines.push(toLine({ namespace, key, value: item.value, at: item.updatedAt.getTime() }));
    }
    return lines;
  }

  #explain(error: unknown): unknown {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof InputError || code === undefined) return error;
    return new InputError(
      `The memory file ${this.path} cannot be used (${code}): expected a file that may be written.`,
    );
  }
}
