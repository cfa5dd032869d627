/**
 * Phrases of several English words, read from lines such as `how much > price cost`: what stands on the left, in this
 * order and side by side in any form of its words, means what stands on the right. `a / b > c` says it of two phrases.
 */
import { stem } from "porter2";
import type { FoundPhrase, Meaning } from "./types.js";

interface Phrase {
  stems: readonly string[];
  meanings: readonly Meaning[];
}

/** Phrases by the stem of their first word, longest first. */
export type Phrases = ReadonlyMap<string, readonly Phrase[]>;

const word = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;

function stemsOf(text: string): string[] {
  return [...text.matchAll(word)].map(([found]) => plainStem(found));
}

function plainStem(found: string): string {
  return stem(found.toLowerCase().replace(/['’]/g, ""));
}

export function readPhrases(lines: readonly string[]): Phrases {
  const phrases = new Map<string, Phrase[]>();
  for (const line of lines) {
    const [left = "", right = ""] = line.split(">");
    const meanings = right
      .trim()
      .split(/\s+/)
      .map((meaning) => ({ stem: stem(meaning), weight: 1, word: meaning }));
    for (const said of left.split("/")) {
      const stems = stemsOf(said);
      const known = phrases.get(stems[0]!) ?? [];
      known.push({ stems, meanings });
      phrases.set(stems[0]!, known);
    }
  }
  for (const known of phrases.values()) known.sort((a, b) => b.stems.length - a.stems.length);
  return phrases;
}

/** Longest first, from the left, without overlaps. Words side by side may have spaces, hyphens or underscores between them. */
export function createPhraseFinder(phrases: Phrases): (text: string) => FoundPhrase[] {
  return (text) => {
    const tokens = [...text.matchAll(word)];
    const stems = tokens.map(([found]) => plainStem(found));
    const isApart = tokens.map((token, index) => {
      const before = tokens[index - 1];
      return before === undefined || !/^[\s_-]+$/.test(text.slice(before.index + before[0].length, token.index));
    });
    const found: FoundPhrase[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const phrase = phrases
        .get(stems[at]!)
        ?.find((one) => one.stems.every((part, i) => stems[at + i] === part && (i === 0 || !isApart[at + i])));
      if (phrase === undefined) continue;
      const last = tokens[at + phrase.stems.length - 1]!;
      const start = tokens[at]!.index;
      const end = last.index + last[0].length;
      found.push({ source: text.slice(start, end), start, end, meanings: phrase.meanings });
      at += phrase.stems.length - 1;
    }
    return found;
  };
}
