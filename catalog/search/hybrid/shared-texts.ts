/** Documents that are copies of each other: however many servers offer a tool, its words are no more common. */
import { isShared } from "./segment.js";
import type { Term } from "./term.js";

/** One text, however many documents have it. */
export interface SharedText {
  documents: number;
  /** The count that met it last. */
  seen: number;
}

export class SharedTexts {
  readonly #texts = new Map<string, SharedText>();
  #counts = 0;

  /** How many different ones there are. */
  get size(): number {
    return this.#texts.size;
  }

  add(text: string): SharedText {
    let shared = this.#texts.get(text);
    if (shared === undefined) {
      shared = { documents: 0, seen: 0 };
      this.#texts.set(text, shared);
    }
    shared.documents += 1;
    return shared;
  }

  /** Takes one document of a text that was added away. */
  remove(text: string): void {
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
    for (const [index, { segment, texts = [] }] of placed.entries()) {
      const number = numbers[index]!;
      if (isShared(segment, number, sharedFields)) {
        texts.forEach(note);
        continue;
      }
      const end = segment.starts[number + 1]!;
      for (let at = segment.starts[number]!; at < end; at++) note(texts[segment.documents[at]!]!);
    }
    return different;
  }
}
