/** Hands earlier results on: a value of one for a parameter of the next call. */
import { firstUrl } from "./evidence.js";
import { singular, words } from "./language.js";
import {
  asSchema,
  enumOf,
  isTextName,
  type Parameter,
  parametersOf,
  resolveSchema,
  type Schema,
  typeOf,
} from "./parameters.js";
import {
  containers,
  type EarlierResult,
  findPath,
  findRows,
  isRecord,
  type Row,
  rowsOf,
  withoutMark,
} from "./results.js";

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

/** A value whose key is the parameter's name: `chart_id` for `chart_id`, else `id` of a result about a chart. */
function findByName(parameter: Parameter, result: EarlierResult): unknown {
  // A text of one of many rows is not the text that was found.
  const records = (isTextName(parameter) ? [result.value] : [...containers(result.value)]).filter(isRecord);
  for (const test of [sameName, endsAlike]) {
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
