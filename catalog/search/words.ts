/** Words of names, descriptions and requests, in the form in which they are compared. */
import { stem } from "porter2";
import { stopWords } from "./stop-words.js";

/** Accents over Latin, Greek and Cyrillic letters; the marks of other scripts are part of their letters and stay. */
const accents = /[\u0300-\u036f]/g;
const apostropheInWord = /(?<=\p{L})['’](?=\p{L})/gu;
/** Between `a` and `B` in `aB`, between `A` and `B` in `ABc`. */
const camelBoundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** Scripts that write without spaces between words, and Korean, whose spaces stand between longer units than words. */
const cjk = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々";
const run = new RegExp(`[${cjk}]+|(?:(?![${cjk}])[\\p{L}\\p{M}])+|\\p{N}+`, "gu");
const isCjk = new RegExp(`^[${cjk}]`, "u");

/**
 * The words of a text in order, repeats included: identifiers cut at capitals, lower case, accents folded, runs of letters
 * and runs of digits apart, Chinese, Japanese and Korean as pairs of neighbouring characters, stop words, single letters and
 * single digits dropped, English endings cut (Porter2).
 */
export function words(text: string): string[] {
  const folded = text.normalize("NFKD").replace(accents, "").normalize("NFC");
  const parts = folded.replace(apostropheInWord, "").replace(camelBoundary, " ").toLowerCase().match(run) ?? [];
  return parts.flatMap((part) => {
    if (isCjk.test(part)) return toPairs(part);
    return stopWords.has(part) || isSingle(part) ? [] : [stem(part)];
  });
}

/** One letter or digit says little, and stands in many names and requests for many reasons. */
function isSingle(part: string): boolean {
  return part.length === 1 || (part.length === 2 && part.codePointAt(0)! > 0xffff);
}

/** Neighbouring characters in pairs; a lone character stays. */
function toPairs(text: string): string[] {
  const characters = [...text];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
