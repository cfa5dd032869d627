/** Documents that are copies of each other: however many servers offer a tool, its words are no more common. */
import { hash } from "node:crypto";
import { isShared } from "./segment.js";
import type { Term } from "./term.js";

/** One text, however many documents have it. */
export interface SharedText {
  documents: number;
  /** The count that met it last. */
  seen: number;
}

export class SharedTexts {
  readonly #texts = new Map<number, SharedText>();
  #counts = 0;

  /** How many different ones there are. */
  get size(): number {
    return this.#texts.size;
  }

  /** @param text its number. */
  add(text: number): SharedText {
    let shared = this.#texts.get(text);
    if (shared === undefined) {
      shared = { documents: 0, seen: 0 };
      this.#texts.set(text, shared);
    }
    shared.documents += 1;
    return shared;
  }

  /** Takes one document of a text that was added away. */
  remove(text: number): void {
    const shared = this.#texts.get(text)!;
    shared.documents -= 1;
    if (shared.documents === 0) this.#texts.delete(text);
  }

  /** How many different texts have a term. */
  count({ placed, numbers }: Term, sharedFields: number): number {
    const count = ++this.#counts;
    let different = 0;
    const note = (text: SharedText) => {
      if (text.seen !== count) different++;
      text.seen = count;
    };
    for (let index = 0; index < placed.length; index++) {
      const { segment, texts = [] } = placed[index]!;
      const number = numbers[index]!;
      if (isShared(segment, number, sharedFields)) {
        texts.forEach(note);
        continue;
      }
      const { starts, documents } = segment;
      const end = starts[number + 1]!;
      for (let at = starts[number]!; at < end; at++) note(texts[documents[at]!]!);
    }
    return different;
  }
}

/**
 * A number of 48 bits for a text. Numbers are kept where texts would have to be made for each tool. That two of 50,000
 * texts share one by chance happens in one of 200,000 catalogs, and such a pair would only count as copies of each other.
 */
export function numberOfText(text: string): number {
  return hash("sha256", text, "buffer").readUIntBE(0, 6);
}
