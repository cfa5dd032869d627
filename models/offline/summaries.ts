/** Results in words: for a message to a person, for the answer. */
import { firstUrl } from "./evidence.js";
import { type EarlierResult, findRows, isRecord, type Row, withoutMark } from "./results.js";

/** A result in the few lines that fit into a message to a person: its text, its address, its rows or its fields. */
export function summarizeResult(result: EarlierResult, maxCharacters = 1500): string {
  const label = capitalize(result.label || "Result");
  if (!isRecord(result.value) && !Array.isArray(result.value)) return bounded(result.text, maxCharacters);
  const text = isRecord(result.value) ? longText(result.value) : undefined;
  if (text !== undefined) return bounded(text, maxCharacters);
  const rows = findRows(result.value);
  const url = firstUrl(result.text);
  if (url && !(rows && rows.length > 1)) return `${label}: ${url}`;
  const lines = rows
    ? rows.map((row) => `- ${isRecord(row) ? describeFields(row, ", ") : plain(row)}`)
    : [describeFields(withoutMark(result.value as Row), "\n")];
  return bounded(`${label}:\n${lines.join("\n")}`, maxCharacters);
}

/** What was done and what came of it, for somebody who knows nothing of the task. */
export function reportResults(results: readonly EarlierResult[]): string {
  return results.map((result) => `Done: ${result.task || result.label}\n${summarizeResult(result)}`).join("\n\n");
}

/** The field that is a text of its own, not a label. */
function longText(record: Row): string | undefined {
  const entry = Object.entries(record).find(
    ([key, value]) =>
      typeof value === "string" &&
      /^(?:text|content|body|summary|answer|output|message)$/i.test(key) &&
      value.length > 20,
  );
  return entry?.[1] as string | undefined;
}

function describeFields(record: Row, separator: string): string {
  return Object.entries(record)
    .map(([key, value]) => `${key}: ${plain(value)}`)
    .join(separator);
}

export function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Head and tail of a long text, with a marker that says how much is missing. */
export function bounded(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = Math.floor((maxCharacters * 2) / 3);
  const tail = maxCharacters - head;
  return `${text.slice(0, head)}\n[... ${text.length - maxCharacters} of ${text.length} characters left out ...]\n${text.slice(-tail)}`;
}
