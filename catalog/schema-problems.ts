/** Parts of a tool's schema that are no JSON Schema. The tool works without them; its author should hear of them. */
import { isObject, kindOf } from "./definition.js";
import type { JsonSchema } from "./types.js";

const typeNames = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const deepest = 40;

/** What each keyword must be; undefined when the value is fine. */
const checks: Record<string, (value: unknown) => string | undefined> = {
  type: (value) => {
    const names = Array.isArray(value) ? value : [value];
    const wrong = names.find((name) => typeof name !== "string" || !typeNames.has(name));
    return names.length > 0 && wrong === undefined ? undefined : `no type is ${JSON.stringify(wrong ?? value)}`;
  },
  properties: (value) => (isObject(value) ? undefined : `expected an object, given ${kindOf(value)}`),
  required: (value) =>
    value === null || (Array.isArray(value) && value.every((name) => typeof name === "string"))
      ? undefined
      : `expected a list of names, given ${JSON.stringify(value)}`,
  enum: (value) => (Array.isArray(value) ? undefined : `expected a list, given ${kindOf(value)}`),
  pattern: (value) => {
    try {
      new RegExp(String(value), "u");
      return undefined;
    } catch {
      return `${JSON.stringify(value)} is no regular expression`;
    }
  },
};

/**
 * Lists the parts of a schema that no validator accepts, each as one line with its place. A `required: null`, which many
 * servers send, is not among them. Costs one walk over the schema; nothing is compiled.
 */
export function findSchemaProblems(schema: JsonSchema): string[] {
  const problems: string[] = [];
  walk(schema, "", schema, problems, 0);
  return problems;
}

function walk(schema: unknown, place: string, root: JsonSchema, problems: string[], depth: number): void {
  if (typeof schema === "boolean" || depth > deepest) return;
  if (!isObject(schema)) {
    problems.push(`${place || "the schema"}: expected a schema, given ${kindOf(schema)}`);
    return;
  }
  for (const [keyword, check] of Object.entries(checks)) {
    const problem = Object.hasOwn(schema, keyword) ? check(schema[keyword]) : undefined;
    if (problem !== undefined) problems.push(`${place}/${keyword}: ${problem}`);
  }
  if (typeof schema.$ref === "string" && schema.$ref.startsWith("#/") && !resolves(schema.$ref, root)) {
    problems.push(`${place}/$ref: there is no ${schema.$ref}`);
  }
  const inner = (value: unknown, at: string) => walk(value, `${place}/${at}`, root, problems, depth + 1);
  for (const keyword of ["properties", "$defs", "definitions"]) {
    const named = schema[keyword];
    if (isObject(named)) for (const [name, value] of Object.entries(named)) inner(value, `${keyword}/${name}`);
  }
  if (isObject(schema.items)) inner(schema.items, "items");
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) for (const [index, value] of branches.entries()) inner(value, `${keyword}/${index}`);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a JSON Pointer (RFC 6901) leads somewhere in a schema. */
function resolves(pointer: string, root: JsonSchema): boolean {
  let at: unknown = root;
  for (const part of pointer.slice(2).split("/")) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}
