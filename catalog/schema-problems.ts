/** Parts of a tool's schema that are no JSON Schema. The tool works without them; its author should hear of them. */
import { isObject, kindOf } from "./definition.js";
import { createResolver } from "./schema/references.js";
import type { JsonSchema } from "./types.js";

const typeNames = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const deepest = 40;

type Check = (value: unknown) => string | undefined;

const expect =
  (what: string, accepts: (value: unknown) => boolean): Check =>
  (value) =>
    accepts(value) ? undefined : `expected ${what}, given ${kindOf(value)}`;
const number = expect("a number", Number.isFinite);
const count = expect("a whole number from 0", (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const object = expect("an object", isObject);
const boolean = expect("a boolean", (value) => typeof value === "boolean");
const numberOrBoolean = expect("a number", (value) => Number.isFinite(value) || typeof value === "boolean");
const text = expect("a text", (value) => typeof value === "string");
const list = expect("a list", (value) => Array.isArray(value) && value.length > 0);

/** What each keyword must be; undefined when the value is fine. */
const checks: Record<string, Check> = {
  type: (value) => {
    const names = Array.isArray(value) ? value : [value];
    const wrong = names.find((name) => typeof name !== "string" || !typeNames.has(name));
    return names.length > 0 && wrong === undefined ? undefined : `no type is ${JSON.stringify(wrong ?? value)}`;
  },
  required: (value) =>
    value === null || (Array.isArray(value) && value.every((name) => typeof name === "string"))
      ? undefined
      : `expected a list of names, given ${JSON.stringify(value)}`,
  pattern: (value) => (isRegularExpression(value) ? undefined : `${JSON.stringify(value)} is no regular expression`),
  format: text,
  enum: expect("a list", Array.isArray),
  ...{ properties: object, patternProperties: object, dependentRequired: object, dependentSchemas: object },
  ...{ dependencies: object, $defs: object, definitions: object },
  ...{ minimum: number, maximum: number, exclusiveMinimum: numberOrBoolean, exclusiveMaximum: numberOrBoolean },
  multipleOf: expect("a number above 0", (value) => Number.isFinite(value) && (value as number) > 0),
  ...{ minLength: count, maxLength: count, minItems: count, maxItems: count },
  ...{ minProperties: count, maxProperties: count, minContains: count, maxContains: count },
  ...{ uniqueItems: boolean, anyOf: list, oneOf: list, allOf: list },
};

function isRegularExpression(value: unknown): boolean {
  if (typeof value !== "string") return false;
  // Many patterns in the wild are valid only without the `u` flag.
  return ["u", ""].some((flags) => {
    try {
      new RegExp(value, flags);
      return true;
    } catch {
      return false;
    }
  });
}

/** What is wrong with the value of a keyword; undefined when nothing is. */
export function findKeywordProblem(keyword: string, value: unknown): string | undefined {
  return Object.hasOwn(checks, keyword) ? checks[keyword]!(value) : undefined;
}

/**
 * Lists the parts of a schema that no validator accepts, each as one line with its place. A `required: null`, which many
 * servers send, is not among them. Costs one walk over the schema; nothing is compiled.
 */
export function findSchemaProblems(schema: JsonSchema): string[] {
  const problems: string[] = [];
  walk(schema, "", createResolver(schema), problems, 0);
  return problems;
}

function walk(
  schema: unknown,
  place: string,
  resolve: (reference: string) => unknown,
  problems: string[],
  depth: number,
): void {
  if (typeof schema === "boolean" || depth > deepest) return;
  if (!isObject(schema)) {
    problems.push(`${place || "the schema"}: expected a schema, given ${kindOf(schema)}`);
    return;
  }
  for (const keyword of Object.keys(checks)) {
    const problem = Object.hasOwn(schema, keyword) ? findKeywordProblem(keyword, schema[keyword]) : undefined;
    if (problem !== undefined) problems.push(`${place}/${keyword}: ${problem}`);
  }
  const { $ref } = schema;
  if (typeof $ref === "string" && $ref.startsWith("#/") && resolve($ref) === undefined) {
    problems.push(`${place}/$ref: there is no ${$ref}`);
  }
  const inner = (value: unknown, at: string) => walk(value, `${place}/${at}`, resolve, problems, depth + 1);
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
