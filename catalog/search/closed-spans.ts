/** Parts of a text that are one thing: quoted strings, code, and what stands in brackets. */

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
  "gu",
);

const opening: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", "）": "（" };
const openings = new Set(Object.values(opening));

/** One flag per UTF-16 unit: 1 inside quotes, code marks or brackets, those marks included. Unclosed marks close nothing. */
export function findClosedSpans(text: string): Uint8Array {
  const flags = new Uint8Array(text.length);
  for (const match of text.matchAll(quoted)) flags.fill(1, match.index, match.index + match[0].length);
  // How many brackets begin at each place, less those that ended before it.
  const changes = new Int32Array(text.length + 1);
  const open = new Map<string, number[]>();
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (flags[index]) continue;
    if (openings.has(character)) open.set(character, [...(open.get(character) ?? []).slice(-maxDepth), index]);
    const start = open.get(opening[character] ?? "")?.pop();
    if (start === undefined || index - start > reach) continue;
    changes[start] = changes[start]! + 1;
    changes[index + 1] = changes[index + 1]! - 1;
  }
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    depth += changes[index]!;
    if (depth > 0) flags[index] = 1;
  }
  return flags;
}
