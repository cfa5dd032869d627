/** A tool's outcome as text for the model: bounded, and never binary. */
import { defaults } from "../catalog/defaults.js";
import type { ToolContent, ToolOutcome } from "../catalog/types.js";

/** Renders an outcome; what is longer than the limit keeps its head and its tail, with a marker that says how much is missing. */
export function renderOutcome(outcome: ToolOutcome, maxCharacters: number = defaults.maxResultCharacters): string {
  const text = outcome.content.map(renderContent).join("\n");
  const whole = text === "" && outcome.structured !== undefined ? JSON.stringify(outcome.structured) : text;
  return shorten(whole === "" ? "(no content)" : whole, maxCharacters);
}

function renderContent(content: ToolContent): string {
  switch (content?.type) {
    case "text":
      return content.text ?? "";
    case "image":
    case "audio":
      if (typeof content.data !== "string") break;
      return `[${content.type} ${content.mimeType}, ${Math.round((content.data.length * 3) / 4)} bytes]`;
    case "resource":
      if (!content.resource) break;
      return content.resource.text ?? `[${content.resource.mimeType ?? "binary"} resource ${content.resource.uri}]`;
    case "resource_link":
      return `[resource ${content.uri}${content.description ? `: ${content.description}` : ""}]`;
  }
  // Tools are strangers: what is not of the declared shape is shown as it is.
  return JSON.stringify(content) ?? String(content);
}

/** Keeps two thirds of the room for the head and one third for the tail; a surrogate pair is never cut in two. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const room = Math.floor((maxCharacters * 2) / 3);
  const head = text.slice(0, room).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - (maxCharacters - room)).replace(/^[\uDC00-\uDFFF]/, "");
  const missing = text.length - head.length - tail.length;
  return `${head}\n[... ${missing} of ${text.length} characters left out ...]\n${tail}`;
}
