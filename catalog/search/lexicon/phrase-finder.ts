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

/** Latin letters only, as all phrases are English: a class of all scripts' letters takes several times as long. */
const word = /[a-z0-9\u00c0-\u024f]+(?:['’][a-z]+)?/gi;

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

/**
 * Longest first, from the left, without overlaps. Words side by side may have spaces, hyphens or underscores between them.
 *
 * Most words begin no phrase, and stemming them all would take longer than the rest of a request: only those whose first
 * letters some phrase has are stemmed.
 */
export function createPhraseFinder(phrases: Phrases): (text: string) => FoundPhrase[] {
  const beginnings = new Set([...phrases.keys()].map(beginningOf));
  return (text) => {
    const tokens = [...text.matchAll(word)];
    const stems: (string | undefined)[] = [];
    const stemAt = (at: number) => {
      const token = tokens[at];
      if (token !== undefined) stems[at] ??= plainStem(token[0]);
      return stems[at];
    };
    const isBeside = (at: number) => {
      const before = tokens[at - 1]!;
      return /^[\s_-]+$/.test(text.slice(before.index + before[0].length, tokens[at]!.index));
    };
    const matches = ({ stems: parts }: Phrase, at: number) =>
      parts.every((part, i) => stemAt(at + i) === part && (i === 0 || isBeside(at + i)));
    const found: FoundPhrase[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (!beginnings.has(beginningOf(token[0].toLowerCase()))) continue;
      const phrase = phrases.get(stemAt(at)!)?.find((one) => matches(one, at));
      if (phrase === undefined) continue;
      const last = tokens[at + phrase.stems.length - 1]!;
      const end = last.index + last[0].length;
      found.push({ source: text.slice(token.index, end), start: token.index, end, meanings: phrase.meanings });
      at += phrase.stems.length - 1;
    }
    return found;
  };
}

/** Two letters: an ending that is cut off never reaches them. */
function beginningOf(token: string): string {
  return token.slice(0, 2);
}
