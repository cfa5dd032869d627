/** Makes a text fit into a number of tokens: the head and the tail stay, a marker between them says what is missing. */
import { countTokens } from "../tokens.js";

/** No text of more characters a token is counted: runs of blanks would be, and nobody reads them. */
const mostCharactersPerToken = 16;
/** Where cutting begins: most texts have fewer characters a token. */
const usualCharactersPerToken = 5;

/** Whether a text has at most so many tokens. A token is at least one byte, so short texts need no counting. */
export async function isWithin(text: string, maxTokens: number): Promise<boolean> {
  if (Buffer.byteLength(text) <= maxTokens) return true;
  return text.length <= maxTokens * mostCharactersPerToken && (await countTokens(text)) <= maxTokens;
}

/** The longest head (within a few percent) of at most so many tokens; no character is cut in two. */
export function headWithin(text: string, maxTokens: number): Promise<string> {
  return cutUntilWithin(text.length, maxTokens, (length) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ""));
}

/** The longest tail (within a few percent) of at most so many tokens; no character is cut in two. */
export function tailWithin(text: string, maxTokens: number): Promise<string> {
  return cutUntilWithin(text.length, maxTokens, (length) =>
    text.slice(text.length - length).replace(/^[\uDC00-\uDFFF]/, ""),
  );
}

async function cutUntilWithin(total: number, maxTokens: number, take: (length: number) => string): Promise<string> {
  let length = Math.min(total, maxTokens * usualCharactersPerToken);
  while (length > 0) {
    const part = take(length);
    if (Buffer.byteLength(part) <= maxTokens) return part;
    const tokens = await countTokens(part);
    if (tokens <= maxTokens) return part;
    length = Math.floor(length * Math.min(0.98, maxTokens / tokens));
  }
  return "";
}

/** Tokens that the marker may have. */
const markerTokens = 80;

/**
 * A text of at most `maxTokens`: as it is, or two thirds of the room for its head, one for its tail, and between them how
 * many characters are missing and what `advise` says of the way to get them, given where the head ends.
 */
export async function shortenToTokens(
  text: string,
  maxTokens: number,
  advise: (headLength: number) => string,
): Promise<string> {
  const room = Math.max(0, maxTokens - markerTokens);
  const headTokens = Math.floor((room * 2) / 3);
  const head = await headWithin(text, headTokens);
  const tail = await tailWithin(text.slice(head.length), room - headTokens);
  const missing = text.length - head.length - tail.length;
  return `${head}\n[... ${missing} of ${text.length} characters left out; ${advise(head.length)} ...]\n${tail}`;
}
