/** What is done of a long run, kept line by line, so that a run that was killed goes on where it was. */
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { InputError } from "../../catalog/types.js";
import type { EvalCase } from "../report/types.js";

/** What the numbers depend on; a journal of other settings is of no use. */
export type JournalSettings = Record<string, string | number | null>;

/** The cases of one task under one strategy in one repeat, with the milliseconds of each. */
export interface JournalEntry {
  key: string;
  cases: EvalCase[];
  latency: number[];
}

/** The name of one unit of work. */
export function unitKey(suite: string, task: string, strategy: string, repeat: number): string {
  return JSON.stringify([suite, task, strategy, repeat]);
}

export class Journal {
  readonly #done = new Map<string, JournalEntry>();

  private constructor(readonly path: string) {}

  /** Begins anew; what an earlier run left is overwritten. */
  static start(path: string, settings: JournalSettings): Journal {
    writeFileSync(path, `${JSON.stringify({ settings })}\n`);
    return new Journal(path);
  }

  /**
   * Goes on with what an earlier run left, or begins when there is nothing. A last line that was cut off is dropped.
   *
   * @throws InputError when the file is no journal, or when it was written with other settings.
   */
  static resume(path: string, settings: JournalSettings): Journal {
    if (!existsSync(path)) return Journal.start(path, settings);
    const text = readFileSync(path, "utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const [first, ...lines] = whole.split("\n").filter((line) => line !== "");
    // Killed while it wrote its very first line.
    if (first === undefined) return Journal.start(path, settings);
    const head = parse(first, path, 1) as { settings?: JournalSettings };
    checkSettings(head.settings, settings, path);
    const journal = new Journal(path);
    lines.forEach((line, index) => {
      const entry = parse(line, path, index + 2) as JournalEntry;
      journal.#done.set(entry.key, entry);
    });
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
    return journal;
  }

  /** How many units are done. */
  get size(): number {
    return this.#done.size;
  }

  get(key: string): JournalEntry | undefined {
    return this.#done.get(key);
  }

  /** Keeps a unit that is done. */
  add(entry: JournalEntry): void {
    appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
    this.#done.set(entry.key, entry);
  }

  /** The run is complete: the journal has done its work. */
  remove(): void {
    rmSync(this.path, { force: true });
  }
}

function parse(line: string, path: string, number: number): unknown {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The same as a line that is no object.
  }
  throw new InputError(`${path}, line ${number} is no line of a journal: remove the file, or run without --resume.`);
}

function checkSettings(given: JournalSettings | undefined, wanted: JournalSettings, path: string): void {
  const name = Object.keys(wanted).find((key) => given?.[key] !== wanted[key]);
  if (name === undefined) return;
  const was = given?.[name] === undefined ? "missing" : JSON.stringify(given[name]);
  throw new InputError(
    `${path} belongs to a run with other settings: its ${name} is ${was}, this run's is ${JSON.stringify(wanted[name])}; run with the same settings, or without --resume to begin anew.`,
  );
}
