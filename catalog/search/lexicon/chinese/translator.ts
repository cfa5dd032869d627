/**
 * Chinese words in English, read from lines such as `send: 发送 发出`: English words, then all that is said for them. A line
 * with nothing before the colon holds words without content, which end a match and mean nothing. A Chinese word in several
 * lines has all their meanings, the first line's foremost.
 */
import { stem } from "porter2";
import { lazy } from "../lazy.js";
import type { FoundPhrase, Meaning } from "../types.js";
import { simplifiedForms } from "./traditional.js";

/** Meanings by word. Words without content have none. */
export type Dictionary = ReadonlyMap<string, readonly Meaning[]>;

const laterMeaning = 0.6;
/** A lone character between unknown ones is more likely part of a word that the table does not have. */
const loneCharacter = 0.5;

const hanRun = /\p{Script=Han}+/gu;
const han = /\p{Script=Han}/u;

let forms: Map<string, string> | undefined;

/** Traditional characters of the tables in simplified form, all else as it is; the text keeps its length. */
export function toSimplified(text: string): string {
  forms ??= simplifiedForms();
  const simplifiedOf = forms;
  return text.replace(hanRun, (run) => run.replace(/./gu, (character) => simplifiedOf.get(character) ?? character));
}

/** @param isKept which Chinese words are taken in; all when left out. */
export function readDictionary(lines: readonly string[], isKept: (word: string) => boolean = () => true): Dictionary {
  const dictionary = new Map<string, Meaning[]>();
  for (const line of lines) {
    const [english = "", chinese = ""] = line.split(":");
    const terms = english
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => ({ stem: stem(word), word }));
    for (const said of chinese.split(/\s+/).filter(Boolean)) {
      if (!isKept(said)) continue;
      const meanings = dictionary.get(said) ?? [];
      const weight = meanings.length === 0 ? 1 : laterMeaning;
      for (const term of terms) {
        if (!meanings.some((known) => known.stem === term.stem)) meanings.push({ ...term, weight });
      }
      dictionary.set(said, meanings);
    }
  }
  return dictionary;
}

/**
 * Longest match from the left in each run of Han characters.
 *
 * @param dictionaryOf is asked for the dictionary when a text has such characters: most texts are English.
 */
export function createTranslator(dictionaryOf: () => Dictionary): (text: string) => FoundPhrase[] {
  const known = lazy(() => {
    const dictionary = dictionaryOf();
    return { dictionary, longest: Math.max(0, ...[...dictionary.keys()].map((word) => word.length)) };
  });
  return (text) => {
    const found: FoundPhrase[] = [];
    if (!han.test(text)) return found;
    const { dictionary, longest } = known();
    for (const { 0: run, index } of toSimplified(text).matchAll(hanRun)) {
      const parts = cut(run, dictionary, longest);
      for (const [position, { start, end, meanings }] of parts.entries()) {
        if (meanings === undefined || meanings.length === 0) continue;
        const isLone = end - start === 1;
        const isUnsure = isLone && (isUnknown(parts[position - 1]) || isUnknown(parts[position + 1]));
        found.push({
          source: text.slice(index + start, index + end),
          start: index + start,
          end: index + end,
          meanings: isUnsure ? meanings.map((one) => ({ ...one, weight: one.weight * loneCharacter })) : meanings,
        });
      }
    }
    return found;
  };
}

interface Part {
  start: number;
  end: number;
  /** Undefined for a character that no entry covers. */
  meanings: readonly Meaning[] | undefined;
}

function cut(run: string, dictionary: Dictionary, longest: number): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < run.length; ) {
    let end = Math.min(run.length, start + longest);
    while (end > start + 1 && !dictionary.has(run.slice(start, end))) end--;
    parts.push({ start, end: Math.max(end, start + 1), meanings: dictionary.get(run.slice(start, end)) });
    start = Math.max(end, start + 1);
  }
  return parts;
}

function isUnknown(part: Part | undefined): boolean {
  return part !== undefined && part.meanings === undefined;
}
