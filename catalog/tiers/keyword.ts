/** One keyword, compiled: a phrase, or several in one sentence. */
import { InputError } from "../types.js";
import { isSameWord, type MessageWord, readWords } from "./message-words.js";

export interface Keyword {
  /** As it was given. */
  text: string;
  /** Its phrases, each a run of words. */
  phrases: MessageWord[][];
  /** Whether the phrases must stand in their order. */
  ordered: boolean;
  /** Ends in `...`: it speaks of what comes after it; begins so: of what comes before it. */
  open?: "after" | "before" | undefined;
}

/** Where a keyword was found: the positions of its words. */
export interface Place {
  keyword: Keyword;
  positions: number[];
}

/** @throws InputError for a keyword without a word. */
export function compileKeyword(text: string, owner: string): Keyword {
  const open = /\.\.\.\s*$/.test(text) ? "after" : /^\s*\.\.\./.test(text) ? "before" : undefined;
  const body = text.replace(/^\s*\.\.\.|\.\.\.\s*$/g, "");
  const ordered = body.includes("...");
  const parts = body.split(ordered ? "..." : /\s\+\s/).map((part) => readWords(part));
  if (parts.some((part) => part.length === 0)) {
    throw new InputError(
      `${owner} has the keyword ${JSON.stringify(text)}: expected words, "a + b" or "a ... b"; correct or remove it.`,
    );
  }
  return { text, phrases: parts, ordered, open };
}

/**
 * Words of a message by their compared and their written form, so that a keyword looks only where it may begin.
 */
export class MessageIndex {
  readonly words: readonly MessageWord[];
  readonly #positions = new Map<string, number[]>();

  constructor(text: string) {
    this.words = readWords(text);
    this.words.forEach(({ written, compared }, position) => {
      for (const key of new Set([written, compared])) {
        if (key !== "") this.#positions.set(key, [...(this.#positions.get(key) ?? []), position]);
      }
    });
  }

  /** Every place of a keyword; where several phrases must meet, the nearest ones. */
  find(keyword: Keyword): Place[] {
    const [first, ...rest] = keyword.phrases.map((phrase) => this.#findPhrase(phrase));
    return (first ?? []).flatMap((start) => {
      const positions = [...start];
      for (const places of rest) {
        const next = places.find(
          (place) =>
            this.words[place[0]!]!.sentence === this.words[start[0]!]!.sentence &&
            (keyword.ordered ? place[0]! > positions.at(-1)! : !place.some((at) => positions.includes(at))),
        );
        if (!next) return [];
        positions.push(...next);
      }
      return [{ keyword, positions }];
    });
  }

  #findPhrase(phrase: readonly MessageWord[]): number[][] {
    const [first] = phrase;
    const starts = new Set([
      ...(this.#positions.get(first!.written) ?? []),
      ...(first!.compared ? (this.#positions.get(first!.compared) ?? []) : []),
    ]);
    return [...starts]
      .sort((a, b) => a - b)
      .flatMap((start) => {
        const positions = phrase.map((_, offset) => start + offset);
        const fits = phrase.every((wanted, offset) => {
          const word = this.words[start + offset];
          return word?.sentence === this.words[start]?.sentence && word !== undefined && isSameWord(wanted, word);
        });
        return fits ? [positions] : [];
      });
  }
}
