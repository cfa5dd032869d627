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
  switch (content.type) {
    case "text":
      return content.text;
    case "resource":
      return content.resource.text ?? `[${content.resource.mimeType ?? "binary"} resource ${content.resource.uri}]`;
    case "resource_link":
      return `[resource ${content.uri}${content.description ? `: ${content.description}` : ""}]`;
    default:
      return `[${content.type} ${content.mimeType}, ${Math.round((content.data.length * 3) / 4)} bytes]`;
  }
}

/** Keeps two thirds of the room for the head and one third for the tail. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = Math.floor((maxCharacters * 2) / 3);
  const tail = maxCharacters - head;
  return `${text.slice(0, head)}\n[... ${text.length - maxCharacters} of ${text.length} characters left out ...]\n${text.slice(-tail)}`;
}
