/** Tokens as OpenAI's current models count them (o200k_base). The tables are loaded on first use: they take longer than all the rest. */

import { LRUCache } from "lru-cache";

/** Characters of one run that are counted at once: the encoder's time grows with the square of their number. */
const longestRun = 1_000;
/** What the encoder takes as one piece lies within one such run, but for a neighbour on each side. */
const runs = /[\p{L}\p{M}]+|[^\p{L}\p{N}]+/gu;

/** The same schemas are sent again in every turn of a loop, and counted by more than one. Size in characters. */
const counted = new LRUCache<string, number>({
  maxSize: 4_000_000,
  sizeCalculation: (_count, text) => text.length + 1,
});

let encoder: Promise<(text: string) => number> | undefined;

function loadEncoder(): Promise<(text: string) => number> {
  encoder ??= import("gpt-tokenizer/encoding/o200k_base").then(
    ({ countTokens }) =>
      (text: string) =>
        slicesOf(text)
          .map((slice) => countTokens(slice, { disallowedSpecial: new Set() }))
          .reduce((sum, count) => sum + count, 0),
  );
  return encoder;
}

/** The text as it is, or cut inside each run that is longer than `longestRun`; no character is cut in two. */
function slicesOf(text: string): string[] {
  if (text.length <= longestRun) return [text];
  const slices: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    for (let cut = longestRun; cut < run.length; cut += longestRun) {
      const end = index + cut - (isSecondHalf(run.charCodeAt(cut)) ? 1 : 0);
      slices.push(text.slice(start, end));
      start = end;
    }
  }
  return [...slices, text.slice(start)];
}

/** The second half of a surrogate pair. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * Counts the tokens of a text.
 * Text that looks like a special token counts as plain text. A run of more than 1,000 letters, or of more than 1,000
 * characters that are neither letters nor digits, is counted in slices: the count is then a close upper estimate, a
 * token or two too high for each slice.
 */
export async function countTokens(text: string): Promise<number> {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const count = (await loadEncoder())(text);
  counted.set(text, count);
  return count;
}

/** Counts the tokens of an array of function definitions, as the JSON that is sent. An empty array is not sent: 0. */
export async function countSchemaTokens(tools: readonly unknown[]): Promise<number> {
  return tools.length === 0 ? 0 : countTokens(JSON.stringify(tools));
}

/** The published reference's estimate: a token is four characters. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
