/** Texts of strangers on their way to a model: what cannot be seen is taken out, what is too long is cut. */

/** Without what a reader cannot see: control and format characters, tags, fillers, halves of surrogate pairs. */
export function cleanText(text: unknown): string {
  if (typeof text !== "string") return "";
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])/gu, "")
    .trim();
}

/** At most `limit` characters, the last of them an ellipsis when something was cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 1) return "";
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}

/** A description with a last line of its own, which a cut leaves whole as far as it fits. */
export function joinDescription(description: string, note: string | undefined, limit: number): string {
  if (!note) return shorten(description, limit);
  const last = shorten(note, limit);
  const room = limit - last.length - 1;
  return description === "" || room < 1 ? last : `${shorten(description, room)}\n${last}`;
}

/** A value in a note: as JSON, without what cannot be seen. */
export function showValue(value: unknown): string {
  return shorten(cleanText(JSON.stringify(value) ?? String(value)), 60);
}
