/** Words of names, descriptions and requests, in the form in which they are compared. */
import { asciiEnd, isApostrophe, isDigit, isLetter, isLower, isPunctuation, isSpace, isUpper } from "./characters.js";
import { comparedForm } from "./stems.js";

/** Accents over Latin, Greek and Cyrillic letters; the marks of other scripts are part of their letters and stay. */
const accents = /[\u0300-\u036f]/g;
const apostropheInWord = /(?<=\p{L})['’](?=\p{L})/gu;
/** Between `a` and `B` in `aB`, between `A` and `B` in `ABc`. */
const camelBoundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** Scripts that write without spaces between words, and Korean, whose spaces stand between longer units than words. */
const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々";
/** One run of letters, of digits, or of Chinese, Japanese and Korean characters. */
export const run = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{M}])+|\\p{N}+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");

/**
 * The words of a text in order, repeats included: identifiers cut at capitals, lower case, accents folded, runs of letters
 * and runs of digits apart, Chinese, Japanese and Korean as pairs of neighbouring characters, stop words, single letters and
 * single digits dropped, English endings cut (Porter2).
 */
export function words(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (from < text.length) from = readAscii(text, from, found);
  return found;
}

/** What came before a character of a run. */
const nothing = 0;
const lower = 1;
const upper = 2;
const digit = 3;

/**
 * Reads words from `from` on in one pass, to the end or past the first stretch between spaces that needs the rules of
 * Unicode, which is read by them. Returns where it stopped.
 */
function readAscii(text: string, from: number, found: string[]): number {
  let stretch = from;
  let wordsBefore = found.length;
  let start = from;
  let before = nothing;
  let previous = from;
  let isAcronym = false;
  let hasApostrophe = false;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind !== nothing) {
      const isCapitalised = kind === lower && before === upper;
      if (before === nothing) start = at;
      else if (isCapitalised ? isAcronym : kind !== before) {
        // In `ABc` the last capital begins the next word.
        const cut = isCapitalised ? previous : at;
        add(text, start, cut, hasApostrophe, found);
        start = cut;
      }
      isAcronym = kind === upper && before === upper;
      before = kind;
      previous = at;
    } else if (isApostrophe(code) && before !== nothing && before !== digit && isLetter(text.charCodeAt(at + 1))) {
      hasApostrophe = true;
    } else if (code < asciiEnd || isPunctuation(code)) {
      if (before !== nothing) add(text, start, at, hasApostrophe, found);
      before = nothing;
      hasApostrophe = false;
      if (code < asciiEnd && isSpace(code)) {
        stretch = at + 1;
        wordsBefore = found.length;
      }
    } else {
      found.length = wordsBefore;
      const end = endOfStretch(text, at);
      readUnicode(text.slice(stretch, end), found);
      return end;
    }
  }
  if (before !== nothing) add(text, start, text.length, hasApostrophe, found);
  return text.length;
}

function add(text: string, start: number, end: number, hasApostrophe: boolean, found: string[]): void {
  const part = text.slice(start, end);
  const form = comparedForm(hasApostrophe ? part.replace(/['’]/g, "") : part);
  if (form !== "") found.push(form);
}

function kindOf(code: number): number {
  if (isLower(code)) return lower;
  if (isUpper(code)) return upper;
  return isDigit(code) ? digit : nothing;
}

function endOfStretch(text: string, from: number): number {
  let end = from;
  while (end < text.length && !(text.charCodeAt(end) < asciiEnd && isSpace(text.charCodeAt(end)))) end++;
  return end;
}

/** The text as its words are read from it: accents folded, apostrophes in words gone, identifiers cut at capitals, lower case. */
export function foldText(text: string): string {
  const folded = text.normalize("NFKD").replace(accents, "").normalize("NFC");
  return folded.replace(apostropheInWord, "").replace(camelBoundary, " ").toLowerCase();
}

/** The same rules for all of Unicode. A stretch between ASCII spaces may be read by itself: nothing composes across one. */
function readUnicode(text: string, found: string[]): void {
  for (const part of foldText(text).match(run) ?? []) {
    if (isCjk.test(part)) addPairs(part, found);
    else {
      const form = comparedForm(part);
      if (form !== "") found.push(form);
    }
  }
}

/** Neighbouring characters in pairs; a lone character stays. */
function addPairs(text: string, found: string[]): void {
  const characters = [...text];
  if (characters.length === 1) found.push(text);
  for (let at = 1; at < characters.length; at++) found.push(`${characters[at - 1]}${characters[at]}`);
}
