/** What an earlier result holds: its rows, wherever they stand, its address, its path. */
import { type EvidenceKind, findEvidence, firstUrl } from "./evidence.js";
import { parseJson } from "./transcript-state.js";

/** A result that a later step may build on. */
export interface EarlierResult {
  /** What it is, in the words of the task: "users", "chart". */
  label: string;
  /** The step that gave it, in the words of the task. */
  task?: string;
  text: string;
  value?: unknown;
  /** True when the step speaks of this very result. */
  needed: boolean;
}

export type Row = Record<string, unknown>;

const deepest = 5;

export function isRecord(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All arrays and objects in a value, the outer before the inner. */
export function* containers(value: unknown, depth = 0): Generator<unknown[] | Row> {
  if (typeof value !== "object" || value === null || depth > deepest) return;
  yield value as unknown[] | Row;
  for (const inner of Object.values(value)) yield* containers(inner, depth + 1);
}

/** The rows of a result: its longest array of objects, else its longest array. */
export function findRows(value: unknown): unknown[] | undefined {
  const arrays = [...containers(value)].filter(
    (container) => Array.isArray(container) && container.length > 0,
  ) as unknown[][];
  const longest = (list: unknown[][]) => list.toSorted((a, b) => b.length - a.length)[0];
  return longest(arrays.filter((array) => array.every(isRecord))) ?? longest(arrays);
}

/** The rows of a result, also where they are text: JSON or comma-separated values, alone or in a field. */
export function rowsOf(result: EarlierResult): unknown[] | undefined {
  const rows = findRows(result.value);
  if (rows) return rows;
  const texts = isRecord(result.value)
    ? Object.values(result.value).filter((field) => typeof field === "string")
    : [result.text];
  for (const text of texts) {
    const found = findRows(parseJson(text)) ?? parseTable(text);
    if (found) return found;
  }
  return undefined;
}

/** Comma-separated values with a header; undefined when the lines do not have the same columns. */
function parseTable(text: string): Row[] | undefined {
  const [header, ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  if (!header || header.length < 2 || lines.length === 0 || lines.some((line) => line.length !== header.length))
    return undefined;
  return lines.map((line) =>
    Object.fromEntries(
      header.map((name, index) => {
        const cell = line[index]!.trim();
        return [name.trim(), /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell];
      }),
    ),
  );
}

/** A result without the mark that says nothing real was done. */
export function withoutMark({ simulated: _simulated, ...rest }: Row): Row {
  return rest;
}

export function findPath(result: EarlierResult): string | undefined {
  for (const container of containers(result.value)) {
    if (!isRecord(container)) continue;
    const entry = Object.entries(container).find(
      ([key, value]) => /(?:^|_)(?:path|file(?:name)?)$/i.test(key) && typeof value === "string",
    );
    if (entry) return entry[1] as string;
  }
  if (result.value !== undefined) return undefined;
  return findEvidence(result.text.slice(0, 2000)).find(({ kind }) => kind === "path")?.value;
}

/** The kinds of value that a result can hand on by itself. */
export function kindsIn(result: EarlierResult): EvidenceKind[] {
  // One of many addresses is nobody's choice.
  if ((findRows(result.value)?.length ?? 0) > 1) return [];
  return [...(firstUrl(result.text) ? (["url"] as const) : []), ...(findPath(result) ? (["path"] as const) : [])];
}
