/** Parts of a text that are one thing: quoted strings, code, and what stands in brackets. */
import { flagCodes } from "./characters.js";

/** How far a closing mark may be from its opening one, in characters. */
const reach = 2000;

/** How many open brackets of one kind are remembered. */
const maxDepth = 50;

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
  "uy",
);

const quoteMarks = flagCodes("`\"'“‘«「『《");
const closingOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "（": "）" };
const brackets = flagCodes(Object.entries(closingOf).flat().join(""));

/** One flag per UTF-16 unit: 1 inside quotes, code marks or brackets, those marks included. Unclosed marks close nothing. */
export function findClosedSpans(text: string): Uint8Array {
  const flags = new Uint8Array(text.length);
  // Where brackets that may be closed yet begin, by the mark that closes them.
  const open = new Map<string, number[]>();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoteMarks[code] === 1) {
      quoted.lastIndex = at;
      if (!quoted.test(text)) continue;
      flags.fill(1, at, quoted.lastIndex);
      at = quoted.lastIndex - 1;
    } else if (brackets[code] === 1) {
      const start = matchBracket(text[at]!, at, open);
      if (start !== undefined && at - start <= reach) flags.fill(1, start, at + 1);
    }
  }
  return flags;
}

/** Notes an opening bracket; for a closing one, where its opening one is. */
function matchBracket(mark: string, at: number, open: Map<string, number[]>): number | undefined {
  const closing = closingOf[mark];
  if (closing === undefined) return open.get(mark)?.pop();
  const starts = open.get(closing) ?? [];
  open.set(closing, starts);
  starts.push(at);
  if (starts.length > maxDepth) starts.shift();
  return undefined;
}
