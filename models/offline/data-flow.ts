/** Earlier results as values for later steps: rows, ids, addresses, text. */
import { type EvidenceKind, findEvidence, firstUrl } from "./evidence.js";
import { singular, words } from "./language.js";
import { asSchema, enumOf, type Parameter, parametersOf, resolveSchema, type Schema, typeOf } from "./parameters.js";
import { parseJson } from "./transcript-state.js";

/** A result that a later step may build on. */
export interface EarlierResult {
  /** What it is, in the words of the task: "users", "chart". */
  label: string;
  text: string;
  value?: unknown;
  /** True when the step speaks of this very result. */
  needed: boolean;
}

type Row = Record<string, unknown>;

const deepest = 5;

function isRecord(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All arrays and objects in a value, the outer before the inner. */
function* containers(value: unknown, depth = 0): Generator<unknown[] | Row> {
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
function rowsOf(result: EarlierResult): unknown[] | undefined {
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

/** A value of an earlier result for a parameter; the first result that has one wins. */
export function findEarlierValue(parameter: Parameter, root: Schema, results: readonly EarlierResult[]): unknown {
  for (const result of results) {
    const value = valueFrom(parameter, root, result);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueFrom(parameter: Parameter, root: Schema, result: EarlierResult): unknown {
  switch (parameter.type) {
    case "array":
      return arrayFrom(parameter, root, result);
    case "object":
      return objectFrom(parameter, result);
    case "number":
    case "integer": {
      const found = findByName(parameter, result);
      return typeof found === "number" && (parameter.type === "number" || Number.isInteger(found)) ? found : undefined;
    }
    case "boolean":
      return undefined;
    default:
      return enumOf(parameter.schema).length > 0 ? undefined : stringFrom(parameter, result);
  }
}

function arrayFrom(parameter: Parameter, root: Schema, result: EarlierResult): unknown[] | undefined {
  const items = resolveSchema(parameter.schema.items, root);
  const itemType = typeOf(items);
  if (itemType === "string") {
    const special = stringFrom(parameter, result);
    if (special !== undefined) return [special];
    const rows = rowsOf(result);
    if (rows?.every((row) => typeof row === "string")) return rows;
    return columnOf(rows, parameter, "string");
  }
  const rows = rowsOf(result);
  if (itemType === "number" || itemType === "integer") {
    if (rows?.every((row) => typeof row === "number")) return rows;
    return columnOf(rows, parameter, "number");
  }
  if (itemType === "object") {
    const records = rows?.filter(isRecord) ?? (isRecord(result.value) ? [withoutMark(result.value)] : []);
    return records.length > 0 ? records.map((row) => shapeRow(row, items, root)) : undefined;
  }
  if (itemType === "array") return rows?.map((row) => (isRecord(row) ? Object.values(row) : [row]));
  return itemType === "any" ? rows : undefined;
}

/** A result without the mark that says nothing real was done. */
function withoutMark({ simulated: _simulated, ...rest }: Row): Row {
  return rest;
}

function columnOf(rows: unknown[] | undefined, parameter: Parameter, type: "string" | "number"): unknown[] | undefined {
  const records = rows?.filter(isRecord) ?? [];
  const [first] = records;
  if (!first) return undefined;
  const keys = Object.keys(first).filter((key) => records.every((row) => typeof row[key] === type));
  const named = keys.find((key) => sameName(key, parameter));
  // Numbers without a name of their own are measurements; an id is none.
  const key = named ?? (type === "number" ? keys.find((name) => !/(?:^|_)id$/i.test(name)) : undefined);
  return key === undefined ? undefined : records.map((row) => row[key]);
}

/** A row in the shape that an items schema asks for; free shapes take it as it is. */
function shapeRow(row: Row, items: Schema, root: Schema): Row {
  const wanted = parametersOf(items, root);
  if (wanted.length === 0 || wanted.every(({ name, required }) => !required || row[name] !== undefined)) {
    return items.additionalProperties === false
      ? Object.fromEntries(wanted.filter(({ name }) => row[name] !== undefined).map(({ name }) => [name, row[name]]))
      : row;
  }
  const columns = Object.entries(row);
  const used = new Set<string>();
  return Object.fromEntries(
    wanted.flatMap((parameter) => {
      const type = parameter.type === "integer" ? "number" : parameter.type;
      const fits = ([key, value]: [string, unknown]) => !used.has(key) && (type === "any" || typeof value === type);
      const column =
        columns.find((entry) => fits(entry) && sameName(entry[0], parameter)) ??
        columns.find((entry) => fits(entry) && !/(?:^|_)id$/i.test(entry[0])) ??
        columns.find(fits);
      if (!column) return [];
      used.add(column[0]);
      return [[parameter.name, column[1]]];
    }),
  );
}

function objectFrom(parameter: Parameter, result: EarlierResult): Row | undefined {
  const named = [...containers(result.value)].filter(isRecord);
  const wanted = Object.keys(asSchema(parameter.schema.properties));
  if (wanted.length > 0) return named.find((record) => wanted.every((key) => record[key] !== undefined));
  const rows = findRows(result.value);
  return (rows?.length === 1 && isRecord(rows[0]) ? rows[0] : undefined) ?? (named[0] && withoutMark(named[0]));
}

/** Words of parameters whose value is an address or a handle of something that a tool made. */
const handleWords = new Set([
  "id",
  "identifier",
  "uuid",
  "key",
  "token",
  "handle",
  "reference",
  "ref",
  "sha",
  "number",
]);

function stringFrom(parameter: Parameter, result: EarlierResult): string | undefined {
  const named = findByName(parameter, result);
  if (typeof named === "string" && named !== "") return named;
  if (typeof named === "number") return String(named);
  const attaches = parameter.words.some((word) => /^(?:attach|media|imag|pictur|asset)/.test(word));
  if (parameter.kinds.has("url") || attaches) {
    const address = firstUrl(result.text);
    if (address) return address;
  }
  if (parameter.kinds.has("path") || attaches) {
    const path = findPath(result);
    if (path) return path;
  }
  return undefined;
}

function findPath(result: EarlierResult): string | undefined {
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

/** A value whose key is the parameter's name: `chart_id` for `chart_id`, else `id` of a result about a chart. */
function findByName(parameter: Parameter, result: EarlierResult): unknown {
  const records = [...containers(result.value)].filter(isRecord);
  for (const test of [exactName, endsAlike]) {
    for (const record of records) {
      const entry = Object.entries(record).find(([key, value]) => isPlain(value) && test(key, parameter, result));
      if (entry) return entry[1];
    }
  }
  return undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function exactName(key: string, parameter: Parameter): boolean {
  return sameName(key, parameter);
}

function endsAlike(key: string, parameter: Parameter, result: EarlierResult): boolean {
  const own = nameTokens(key);
  const wanted = nameTokens(parameter.name);
  const last = wanted.at(-1);
  if (last === undefined || !handleWords.has(last) || own.at(-1) !== last) return false;
  const owner = wanted.slice(0, -1);
  if (own.length > 1 && owner.length > 0) return own.slice(0, -1).some((word) => owner.includes(word));
  if (owner.length === 0 || own.length > 1) return true;
  const about = new Set(words(result.label));
  return words(owner.join(" ")).some((word) => about.has(word));
}

function sameName(key: string, parameter: Parameter): boolean {
  return nameTokens(key).join(" ") === nameTokens(parameter.name).join(" ");
}

/** `chartIds` as ["chart", "id"]. */
function nameTokens(name: string): string[] {
  const spaced = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "")
    .map(singular);
}

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
