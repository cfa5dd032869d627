/** What stands between spaces, read forwards or backwards as far as it is asked for: most questions are about a few. */
import { asciiEnd, flagCodes, isDigit, isLetter, isSpace } from "./characters.js";

export interface Token {
  /** Lower case, without the punctuation around it. */
  readonly word: string;
  readonly raw: string;
  /** True when punctuation ends it. */
  readonly pause: boolean;
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text from its beginning. */
export class Tokens {
  readonly #text: string;
  readonly #most: number;
  readonly #read: Token[] = [];

  /** @param most tokens after these are left out. */
  constructor(text: string, most = Number.POSITIVE_INFINITY) {
    this.#text = text;
    this.#most = most;
  }

  at(index: number): Token | undefined {
    if (index >= this.#most) return undefined;
    while (this.#read.length <= index) {
      const token = tokenAfter(this.#text, this.#read.at(-1)?.end ?? 0);
      if (token === undefined) return undefined;
      this.#read.push(token);
    }
    return this.#read[index];
  }
}

function tokenAfter(text: string, from: number): Token | undefined {
  let start = from;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
  return start === end ? undefined : toToken(text, start, end);
}

/** The last token that ends at or before `to`, where the text ends or a token begins. */
export function tokenBefore(text: string, to: number): Token | undefined {
  let end = to;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start--;
  return start === end ? undefined : toToken(text, start, end);
}

const aroundWord = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

function toToken(text: string, start: number, end: number): Token {
  const raw = text.slice(start, end);
  const word = asciiWord(raw) ?? raw.toLowerCase().replace("’", "'").replace(aroundWord, "");
  return { raw, word, pause: endsInPause(raw), start, end };
}

/** Undefined when the token is not of ASCII alone. */
function asciiWord(raw: string): string | undefined {
  let from = raw.length;
  let to = 0;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code >= asciiEnd) return undefined;
    if (!isLetter(code) && !isDigit(code)) continue;
    if (from > at) from = at;
    to = at + 1;
  }
  return raw.slice(from, to).toLowerCase();
}

const pauses = flagCodes(",;:.!?");
const closers = flagCodes("\"'”’)]");

function endsInPause(raw: string): boolean {
  let last = raw.length - 1;
  while (last > 0 && closers[raw.charCodeAt(last)] === 1) last--;
  return pauses[raw.charCodeAt(last)] === 1;
}
