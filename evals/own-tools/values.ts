/** Values for the parameters that a tool requires, by its schema: a task that names none could not be called. Pure. */
import { isObject } from "../../catalog/definition.js";
import type { JsonSchema } from "../../catalog/types.js";

/** Parameters that a request names; more of them read like a form. */
const mostNamed = 6;

const byFormat: Readonly<Record<string, string>> = {
  date: "2025-03-14",
  "date-time": "2025-03-14T09:30:00Z",
  email: "dana@example.com",
  time: "09:30:00Z",
  uri: "https://example.com/report",
  url: "https://example.com/report",
  uuid: "0b7e1c52-6a0f-4a5e-9c1b-1f3f6f0d2a11",
};

const byName: readonly (readonly [RegExp, string])[] = [
  [/e?mail|recipient/i, "dana@example.com"],
  [/url|uri|link/i, "https://example.com/report"],
  [/destination|target/i, "archive/today.md"],
  [/path|file|directory|folder|source/i, "notes/today.md"],
  [/date|day/i, "2025-03-14"],
  [/city|location|place/i, "Oslo"],
  [/query|search|pattern|term/i, "invoice"],
];

/** The required parameters with a value each, in the order of the schema: `[["path", "notes/today.md"]]`. */
export function requiredValues(schema: JsonSchema): [string, string][] {
  if (!isObject(schema) || !Array.isArray(schema.required) || !isObject(schema.properties)) return [];
  const { properties } = schema;
  const names = schema.required.filter((name): name is string => typeof name === "string");
  return names.slice(0, mostNamed).flatMap((name): [string, string][] => {
    const value = valueFor(name, properties[name], 0);
    return value === undefined ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]];
  });
}

function valueFor(name: string, schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > 4) return undefined;
  const given = [schema.const, first(schema.enum), schema.default, first(schema.examples)];
  const known = given.find((value) => value !== undefined && value !== null);
  if (known !== undefined) return known;
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "integer" || type === "number") return numberFor(schema);
  if (type === "boolean") return true;
  if (type === "array") {
    const item = valueFor(name, schema.items, depth + 1);
    return item === undefined ? undefined : [item];
  }
  if (type === "object") return objectFor(schema, depth);
  if (type !== "string" && type !== undefined) return undefined;
  const format = typeof schema.format === "string" ? byFormat[schema.format] : undefined;
  return format ?? byName.find(([pattern]) => pattern.test(name))?.[1] ?? "sample";
}

function objectFor(schema: Record<string, unknown>, depth: number): unknown {
  if (!isObject(schema.properties) || !Array.isArray(schema.required)) return undefined;
  const { properties, required } = schema;
  const entries = required.map((key) => [String(key), valueFor(String(key), properties[String(key)], depth + 1)]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function numberFor({ minimum, maximum }: Record<string, unknown>): number {
  const [least, most] = [typeof minimum === "number" ? minimum : 1, typeof maximum === "number" ? maximum : 5];
  return Math.max(least, Math.min(3, most));
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}
