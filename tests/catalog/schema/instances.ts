/** Values that a schema in the language that is sent accepts; most of them do, the caller sorts out the others. */
import fc from "fast-check";
import { isObject } from "../../../catalog/definition.js";

type Schema = Record<string, unknown>;

const texts: Record<string, fc.Arbitrary<string>> = {
  date: fc.constantFrom("2024-02-29", "1999-12-31"),
  email: fc.constantFrom("x@example.com", "a@b.org"),
};
const anyText = fc.oneof(fc.constantFrom("", "a", "ab", "abb", "b"), fc.string({ maxLength: 6 }));
const anyName = fc.constantFrom("a", "b", "kind", "c", "$set", "extra");

/** Values for a schema; anything for one that says nothing. */
export function instancesOf(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.constant(null);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) {
    const { anyOf, ...rest } = schema;
    return fc.oneof(...(anyOf as Schema[]).map((branch) => instancesOf(merge(rest, branch), depth)));
  }
  const all = ["string", "integer", "boolean", "null", "object", "array"];
  const types = schema.type === undefined ? all : [schema.type].flat();
  return fc.oneof(...types.map((type) => instancesOfType(type as string, schema, depth)));
}

/** Roughly what both say, for the sake of values that satisfy both. */
function merge(one: Schema, other: Schema): Schema {
  const properties = { ...(one.properties as Schema), ...(other.properties as Schema) };
  const required = [...new Set([one.required ?? [], other.required ?? []].flat())];
  const isObjectLike = one.properties !== undefined || other.properties !== undefined || required.length > 0;
  return { ...one, ...other, ...(isObjectLike ? { properties, required } : {}) };
}

function instancesOfType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return numbers(schema, type);
  if (type === "string") return strings(schema);
  if (depth > 5) return fc.constant(type === "array" ? [] : {});
  return type === "array" ? arrays(schema, depth) : objects(schema, depth);
}

function numbers(schema: Schema, type: string): fc.Arbitrary<number> {
  const least = Math.max((schema.minimum as number) ?? -4, ((schema.exclusiveMinimum as number) ?? -5) + 1);
  const most = Math.min((schema.maximum as number) ?? 13, ((schema.exclusiveMaximum as number) ?? 14) - 1);
  const step = (schema.multipleOf as number) ?? 1;
  const whole = fc.integer({
    min: Math.ceil(least / step),
    max: Math.max(Math.floor(most / step), Math.ceil(least / step)),
  });
  const multiples = whole.map((factor) => factor * step);
  return type === "number" && schema.multipleOf === undefined
    ? fc.oneof(
        multiples,
        multiples.map((base) => base + 0.5),
      )
    : multiples;
}

function strings(schema: Schema): fc.Arbitrary<string> {
  const known = texts[schema.format as string];
  if (known) return known;
  const { minLength = 0, pattern } = schema as { minLength?: number; pattern?: string };
  const base = pattern === undefined ? anyText : fc.oneof(anyText, fc.constantFrom("a", "ab", "aab", "b", "aaab"));
  return base.map((text) => (text.length < minLength ? text.padEnd(minLength, "ab") : text));
}

function arrays(schema: Schema, depth: number): fc.Arbitrary<unknown[]> {
  const minLength = (schema.minItems as number) ?? 0;
  const maxLength = Math.max(minLength, Math.min((schema.maxItems as number) ?? 3, minLength + 3));
  return fc.array(instancesOf(schema.items ?? {}, depth + 1), { minLength, maxLength });
}

function objects(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties as Schema) ?? {});
  const required = new Set((schema.required as string[]) ?? []);
  const entries = properties.map(([name, inner]) => {
    const given = instancesOf(inner, depth + 1).map((value) => [[name, value] as const]);
    return required.has(name) ? given : fc.oneof(given, fc.constant([]));
  });
  const rest = schema.additionalProperties ?? true;
  const known = new Set(properties.map(([name]) => name));
  const further =
    rest === false
      ? fc.constant([])
      : fc
          .array(fc.tuple(anyName, instancesOf(rest === true ? {} : rest, Math.max(depth + 1, 4))), { maxLength: 2 })
          .map((list) => list.filter(([name]) => !known.has(name)));
  return fc.tuple(...entries, further).map((lists) => Object.fromEntries(lists.flat()));
}
