/**
 * Entries by the stem of a word, for tables of thousands of words of which a request asks for few: a word is stemmed when a
 * stem is first asked for that it may have.
 */
import { stem } from "porter2";

interface Entry<T> {
  readonly word: string;
  readonly value: T;
  stem: string | undefined;
}

export class StemTable<T> {
  readonly #entries: Entry<T>[] = [];
  readonly #byKey = new Map<number, Entry<T>[]>();

  /** @param word in lower case. */
  add(word: string, value: T): void {
    const entry = { word, value, stem: undefined };
    this.#entries.push(entry);
    const key = stemKey(word);
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, [entry]);
    else known.push(entry);
  }

  /** The values of all words with this stem, in the order in which they were added. */
  get(asked: string): T[] {
    const found: T[] = [];
    // Of "aed" only the "a" is left: the second letter may be gone.
    const possible = asked.length > 1 ? this.#byKey.get(stemKey(asked)) : this.#entries;
    for (const entry of possible ?? []) {
      entry.stem ??= stem(entry.word);
      if (entry.stem === asked) found.push(entry.value);
    }
    return found;
  }
}

/**
 * The same for a word and its stem of two letters or more: Porter2 changes how a word ends, and no more of its first two
 * letters than that an `i` may stand for a `y` (dying, die).
 */
export function stemKey(word: string): number {
  const second = word.charCodeAt(1);
  return word.charCodeAt(0) * 0x1_0000 + (second === y ? i : second);
}

const y = "y".charCodeAt(0);
const i = "i".charCodeAt(0);
