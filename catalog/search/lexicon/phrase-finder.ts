/**
 * Phrases of several English words, read from lines such as `how much > price cost`: what stands on the left, in this
 * order and side by side in any form of its words, means what stands on the right. `a / b > c` says it of two phrases.
 */
import { stem } from "porter2";
import { isApostrophe, isDigit, isLetter, isSpace } from "../characters.js";
import { remember } from "../stems.js";
import { lazy } from "./lazy.js";
import { StemTable } from "./stem-table.js";
import type { FoundPhrase, Meaning } from "./types.js";

interface Phrase {
  stems: readonly string[];
  meanings: readonly Meaning[];
}

/** The phrases that begin with a stem, longest first. */
export type Phrases = (first: string) => readonly Phrase[];

/** Stop words are stemmed, too: they are part of phrases. */
const plainStem = remember((word) => stem(plainForm(word)));

/** Lines are looked at when a phrase is asked for that may begin as theirs do. */
export function readPhrases(lines: readonly string[]): Phrases {
  const table = new StemTable<{ said: string; meaningsOf: () => readonly Meaning[] }>();
  for (const line of lines) {
    const [left = "", right = ""] = line.split(">");
    // One list for all phrases of a line: they mean the same.
    const meaningsOf = lazy(() => readMeanings(right));
    for (const said of left.split("/")) {
      const { starts, ends } = findWords(said);
      table.add(plainForm(said.slice(starts[0], ends[0])), { said, meaningsOf });
    }
  }
  const phrases = new Map<string, readonly Phrase[]>();
  return (first) => {
    let known = phrases.get(first);
    if (known === undefined) {
      known = table
        .get(first)
        .map(({ said, meaningsOf }) => ({ stems: stemsOf(said), meanings: meaningsOf() }))
        .sort((a, b) => b.stems.length - a.stems.length);
      if (known.length > 0) phrases.set(first, known);
    }
    return known;
  };
}

function readMeanings(text: string): readonly Meaning[] {
  const meant = text.trim().split(/\s+/);
  return meant.map((word) => ({ stem: stem(word), weight: 1, word }));
}

function stemsOf(said: string): string[] {
  const { starts, ends } = findWords(said);
  return starts.map((start, at) => plainStem(said.slice(start, ends[at])));
}

function plainForm(word: string): string {
  return word.toLowerCase().replace(/['’]/g, "");
}

/** Longest first, from the left, without overlaps. Words side by side may have spaces, hyphens or underscores between them. */
export function createPhraseFinder(phrases: Phrases): (text: string) => FoundPhrase[] {
  const beginningWith = remember((word) => phrases(plainStem(word)));
  return (text) => {
    const found: FoundPhrase[] = [];
    const spans = findWords(text);
    const { starts, ends } = spans;
    for (let at = 0; at < starts.length; at++) {
      const start = starts[at]!;
      const candidates = beginningWith(text.slice(start, ends[at]));
      if (candidates.length === 0) continue;
      const phrase = candidates.find(({ stems }) => goesOn(stems, text, spans, at));
      if (phrase === undefined) continue;
      at += phrase.stems.length - 1;
      const end = ends[at]!;
      found.push({ source: text.slice(start, end), start, end, meanings: phrase.meanings });
    }
    return found;
  };
}

/** Where words begin and end. */
interface Spans {
  starts: number[];
  ends: number[];
}

/** Runs of letters and digits, each with what follows an apostrophe in it ("what's"). */
function findWords(text: string): Spans {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isInWord(text.charCodeAt(at))) continue;
    starts.push(at++);
    while (isInWord(text.charCodeAt(at))) at++;
    if (isApostrophe(text.charCodeAt(at)) && isLetter(text.charCodeAt(at + 1))) {
      at += 2;
      while (isLetter(text.charCodeAt(at))) at++;
    }
    ends.push(at--);
  }
  return { starts, ends };
}

/** True when the words after the first are those of a phrase, side by side. */
function goesOn(stems: readonly string[], text: string, { starts, ends }: Spans, first: number): boolean {
  for (let at = 1; at < stems.length; at++) {
    const start = starts[first + at];
    if (start === undefined || plainStem(text.slice(start, ends[first + at])) !== stems[at]) return false;
    if (!isGap(text, ends[first + at - 1]!, start)) return false;
  }
  return true;
}

function isGap(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x2d && code !== 0x5f && !isSpace(code)) return false;
  }
  return from < to;
}

/** Latin letters and digits only, as all phrases are English. */
function isInWord(code: number): boolean {
  return isLetter(code) || isDigit(code) || (code >= 0xc0 && code <= 0x24f);
}
