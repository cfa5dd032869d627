/** A message as the keywords of domains are looked for in it: the router's words, with what was written and where. */
import { foldText, run, words } from "../search/words.js";

export interface MessageWord {
  /** As it was written, lower case and without accents; of Chinese, Japanese and Korean a pair of characters. */
  written: string;
  /** The form that the router compares; empty for a word that says too little by itself. */
  compared: string;
  /** Which sentence it is in, and which part of it between commas and the like; both count on over the message. */
  sentence: number;
  part: number;
}

const sentenceEnd = /[.!?;。！？；…\n]/;
const pause = /[,，、:：()–—]| - /;
const pieces = new RegExp(`(${run.source})|([^\\p{L}\\p{M}\\p{N}]+)`, "gu");

/** The words of a text in order, stop words included. */
export function readWords(text: string): MessageWord[] {
  const found: MessageWord[] = [];
  let sentence = 0;
  let part = 0;
  for (const [piece, word] of foldText(text).matchAll(pieces)) {
    if (word === undefined) {
      const isDot = /^[.:][^\s]*$/.test(piece);
      // The dot of a file name or a number ends nothing.
      if (!isDot && sentenceEnd.test(piece)) sentence += 1;
      if (!isDot && (sentenceEnd.test(piece) || pause.test(piece))) part += 1;
      continue;
    }
    const compared = words(word);
    if (compared.length <= 1) found.push({ written: word, compared: compared[0] ?? "", sentence, part });
    else for (const pair of compared) found.push({ written: pair, compared: pair, sentence, part });
  }
  return found;
}

/** What tells the forms of one word apart: plural, tense, person. "perform" and "performance" share a stem, and are two words. */
const endings = /^(?:|s|e|es|ed|d|ing|y|ies|ied|[a-z](?:ing|ed))$/;

/** True for two forms of one word: the router compares them as equal, and only an ending of inflection differs. */
export function isSameWord(one: MessageWord, other: MessageWord): boolean {
  if (one.written === other.written) return true;
  if (one.compared === "" || one.compared !== other.compared) return false;
  let shared = 0;
  while (shared < one.written.length && one.written[shared] === other.written[shared]) shared += 1;
  return endings.test(one.written.slice(shared)) && endings.test(other.written.slice(shared));
}
