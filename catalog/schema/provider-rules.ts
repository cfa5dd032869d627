/** What strict providers demand of the parameters of a function, and the limits that are kept here. */
import { defaults } from "../defaults.js";
import { isObject } from "../definition.js";
import type { SchemaLimits } from "./limits.js";
import { typeNames } from "./node.js";
import { parameterNamePattern } from "./way-back.js";

const allowed = new Set([
  ...["type", "title", "description", "default", "examples", "enum", "anyOf"],
  ...["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  ...["items", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "format"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

/** Lists every rule that a schema breaks, one line each with its place; empty when a strict provider takes it. */
export function findRuleViolations(schema: unknown, limits: SchemaLimits = defaults.schemaLimits): string[] {
  const violations: string[] = [];
  if (!isObject(schema)) return ["expected an object"];
  if (schema.type !== "object") violations.push('expected type "object" at the top');
  if (!isObject(schema.properties)) violations.push("expected properties at the top");
  for (const keyword of ["anyOf", "enum"]) if (keyword in schema) violations.push(`${keyword} at the top`);
  const length = JSON.stringify(schema).length;
  if (length > limits.totalLength) violations.push(`${length} characters, at most ${limits.totalLength}`);
  check(schema, "", 0, limits, violations);
  return violations;
}

function check(schema: unknown, place: string, depth: number, limits: SchemaLimits, violations: string[]): void {
  const say = (text: string): void => {
    violations.push(`${place || "the top"}: ${text}`);
  };
  if (!isObject(schema)) {
    say("expected a schema");
    return;
  }
  if (depth > limits.depth && Object.keys(schema).length > 0) {
    say(`nested deeper than ${limits.depth}`);
    return;
  }
  for (const keyword of Object.keys(schema)) if (!allowed.has(keyword)) say(`the keyword ${keyword}`);
  const { type, enum: values, anyOf, items, properties, required, additionalProperties: rest, description } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (!types.every((name) => typeNames.has(name)) || new Set(types).size < types.length) say("an unknown type");
  if (types.includes("array") && items === undefined) say("an array without items");
  if (values !== undefined && !(Array.isArray(values) && values.length > 0 && values.length <= limits.enumValues)) {
    say("an enum that is empty or too long");
  }
  if (typeof description === "string" && description.length > limits.descriptionLength) say("a description too long");
  const inner = (value: unknown, at: string): void => check(value, `${place}/${at}`, depth + 1, limits, violations);
  if (anyOf !== undefined) {
    if (!Array.isArray(anyOf) || anyOf.length < 2 || anyOf.length > limits.branches) say("anyOf without branches");
    else for (const [index, branch] of anyOf.entries()) inner(branch, `anyOf/${index}`);
  }
  if (items !== undefined) inner(items, "items");
  if (rest !== undefined && typeof rest !== "boolean") inner(rest, "additionalProperties");
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (names.length > limits.properties) say(`${names.length} properties, at most ${limits.properties}`);
  for (const name of names) {
    if (!parameterNamePattern.test(name)) say(`the name ${JSON.stringify(name)}`);
    inner((properties as Record<string, unknown>)[name], `properties/${name}`);
  }
  if (required === undefined) return;
  const isList = Array.isArray(required) && required.length > 0 && required.every((name) => names.includes(name));
  if (!isList) say("required that names no properties");
}
