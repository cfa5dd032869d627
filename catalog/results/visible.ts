/** Results of strangers on their way to a model: what a reader would not see is taken out. */

/** Colours and movements of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const terminalSequence = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** Characters that are drawn as nothing: controls but tab and line ends, direction marks, tags, joiners, fillers. */
const unseen = /(?:\p{Default_Ignorable_Code_Point}|\p{Surrogate}|[\ufff9-\ufffb]|(?![\t\n\r])\p{Control})+/gu;

/** Scripts in which joiners change no letter, so that one between letters says nothing. */
const withoutJoiners = ["Latin", "Greek", "Cyrillic", "Han", "Hiragana", "Katakana", "Hangul", "Thai", "Hebrew"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

const pictograph = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]";

/** Where such characters belong to what is seen: between what stands before and what follows. */
const needed = [
  { run: /^\ufe0f?\u200d$/u, before: new RegExp(`${pictograph}$`, "u"), after: /^\p{Extended_Pictographic}/u },
  { run: /^[\ufe0e\ufe0f]$/u, before: new RegExp(`${pictograph}$`, "u"), after: /^/ },
  { run: /^\ufe0f$/u, before: /[0-9#*]$/u, after: /^\u20e3/u },
  { run: /^[\u200c\u200d]$/u, before: new RegExp(`(?![${withoutJoiners}])[\\p{Letter}\\p{Mark}]$`, "u"), after: /^/ },
  { run: /^[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u, before: /\p{Script=Han}$/u, after: /^/ },
  { run: /^[\u180b-\u180d\u180f]$/u, before: /\p{Script=Mongolian}$/u, after: /^/ },
];

/**
 * A text without what cannot be seen: controls (tabs and line ends stay), terminal sequences, direction marks and
 * overrides, tag characters, soft hyphens, blanks without width, runs of variation selectors, halves of surrogate pairs.
 * Joiners and selectors that draw an emoji or a letter stay, one at a time.
 */
export function visibleText(text: string): string {
  return text.replace(terminalSequence, "").replace(unseen, (run, offset: number, whole: string) => {
    if (run.length > 2) return "";
    const before = whole.slice(Math.max(0, offset - 2), offset);
    const after = whole.slice(offset + run.length, offset + run.length + 2);
    return needed.some((place) => place.run.test(run) && place.before.test(before) && place.after.test(after))
      ? run
      : "";
  });
}

/** Data of the forms of JSON with all strings in it, names included, as `visibleText` leaves them; `but` names fields to keep. */
export function visibleData<T>(value: T, but: readonly string[] = []): T {
  if (typeof value === "string") return visibleText(value) as T;
  if (Array.isArray(value)) return value.map((item) => visibleData(item, but)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item]) => [visibleText(name), but.includes(name) ? item : visibleData(item, but)]),
  ) as T;
}
