/** Parts of a text that are one thing: quoted strings, code, and what stands in brackets. */

/** How far a closing mark may be from its opening one, in characters. */
const reach = 2000;

const quoted = new RegExp(
  [
    "```[\\s\\S]{0,2000}?```",
    "`[^`\\n]{1,500}`",
    '(?<![\\p{L}\\p{N}])"(?:[^"\\n]|\\n(?!\\s*\\n)){1,2000}"',
    // An apostrophe inside a word does not close the quote.
    "(?<![\\p{L}\\p{N}])'(?=\\S)(?:[^'\\n]|'(?=\\p{L})){1,500}(?<=\\S)'(?![\\p{L}\\p{N}])",
    "“[^“”]{1,2000}”",
    "‘[^‘\\n]{1,500}?’(?!\\p{L})",
    "«[^«»]{1,2000}»",
    "「[^「」]{1,2000}」",
    "『[^『』]{1,2000}』",
    "《[^《》]{1,500}》",
  ].join("|"),
  "gu",
);

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "（": "）" };

/** One flag per UTF-16 unit: 1 inside quotes, code marks or brackets, those marks included. Unclosed marks close nothing. */
export function findClosedSpans(text: string): Uint8Array {
  const flags = new Uint8Array(text.length);
  for (const match of text.matchAll(quoted)) flags.fill(1, match.index, match.index + match[0].length);
  for (let index = 0; index < text.length; index++) {
    const close = closing[text[index]!];
    if (close === undefined || flags[index]) continue;
    const end = findClosing(text, index, close, flags);
    if (end !== undefined) flags.fill(1, index, end + 1);
  }
  return flags;
}

/** The bracket that closes the one at `start`; brackets in quotes do not count. */
function findClosing(text: string, start: number, close: string, flags: Uint8Array): number | undefined {
  const open = text[start];
  let depth = 0;
  for (let index = start; index < Math.min(text.length, start + reach); index++) {
    if (flags[index]) continue;
    if (text[index] === open) depth++;
    else if (text[index] === close && --depth === 0) return index;
  }
  return undefined;
}
