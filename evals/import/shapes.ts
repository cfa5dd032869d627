/** Reading of foreign values: what is not of the expected shape is told with its file. */
import type { z } from "zod";
import type { JsonSchema } from "../../catalog/types.js";
import type { Clone } from "./clone.js";

/** @throws InputError when the value has another shape. */
export function expectShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  clone: Clone,
  path: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.map(String).join(".") || "it";
  throw clone.unexpected(path, `${where} has another shape (${issue.message.replace(/^Invalid input: /, "")})`);
}

/** The type names of Python and of older data sets, as JSON Schema calls them. */
const typeNames: Record<string, string> = {
  dict: "object",
  float: "number",
  double: "number",
  int: "integer",
  long: "integer",
  str: "string",
  bool: "boolean",
  list: "array",
  tuple: "array",
  set: "array",
  ...Object.fromEntries(
    ["object", "array", "string", "number", "integer", "boolean", "null"].map((name) => [name, name]),
  ),
};

/** A schema with foreign type names; a name that means nothing is left out, so that anything is accepted. */
export function toJsonSchema(schema: unknown): JsonSchema {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return {};
  const { type, properties, items, ...rest } = schema as Record<string, unknown>;
  const known = typeof type === "string" ? typeNames[type.toLowerCase()] : undefined;
  return {
    ...(known === undefined ? {} : { type: known }),
    ...(typeof properties === "object" && properties !== null ? { properties: mapSchemas(properties) } : {}),
    ...(items === undefined ? {} : { items: toJsonSchema(items) }),
    ...rest,
  };
}

/** A schema from parameters by name, as many sources write them. */
export function parametersSchema(parameters: object, required: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: mapSchemas(parameters),
    ...(required.length > 0 ? { required: [...required] } : {}),
  };
}

function mapSchemas(schemas: object): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema)]));
}

/** Groups in the order in which their keys first appear. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Counts tasks that are left out, by reason. */
export class Drops {
  readonly counts: Record<string, number> = {};

  add(reason: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
  }
}
