/** Turns the errors of a schema validator into one text: which parameter, what was expected, what was given. */
import type { ErrorObject } from "ajv";
import type { JsonSchema, ToolDefinition } from "./types.js";

/** More errors than this tell a model nothing new. */
const mostErrors = 5;
const mostParameters = 30;
const longestValue = 80;

/** One text for all errors of one call; lists the parameters there are when one is missing or unknown. */
export function describeErrors(tool: ToolDefinition, args: Record<string, unknown>, errors: ErrorObject[]): string {
  const top = withoutBranches(errors);
  const lines = [...new Set(top.map(describeError))];
  const shown = lines.slice(0, mostErrors).join("; ");
  const more = lines.length > mostErrors ? `; and ${lines.length - mostErrors} more` : "";
  const list = top.some(isAboutNames) ? ` ${describeParameters(tool.inputSchema, args)}` : "";
  return `Invalid arguments for ${tool.name}: ${shown}${more}.${list}`;
}

/** The error of an anyOf or oneOf stands for those of its branches, which contradict each other. */
function withoutBranches(errors: ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return errors.filter(
    (error) =>
      // `if` only repeats what the failed `then` or `else` says.
      error.keyword !== "if" &&
      !unions.some((union) => union !== error && error.schemaPath.startsWith(`${union.schemaPath}/`)),
  );
}

function isAboutNames({ keyword }: ErrorObject): boolean {
  return keyword === "required" || keyword === "additionalProperties" || keyword === "unevaluatedProperties";
}

type Describe = (error: ErrorObject, place: string) => string;

const given = (error: ErrorObject) => `given ${show(error.data)}`;

const describeKeyword: Record<string, Describe> = {
  required: ({ params, parentSchema, instancePath }) => {
    const name = String(params.missingProperty);
    const known = (parentSchema?.properties ?? {}) as Record<string, JsonSchema>;
    const expected = Object.hasOwn(known, name) ? ` (expected ${describeSchema(known[name])})` : "";
    return `missing required parameter ${placeOf(`${instancePath}/${name}`)}${expected}`;
  },
  additionalProperties: ({ params, instancePath }) =>
    `unknown parameter ${placeOf(`${instancePath}/${String(params.additionalProperty)}`)}`,
  unevaluatedProperties: ({ params, instancePath }) =>
    `unknown parameter ${placeOf(`${instancePath}/${String(params.unevaluatedProperty)}`)}`,
  type: (error, place) => `${place} must be ${withArticle(error.params.type)}, ${given(error)}`,
  enum: (error, place) =>
    `${place} must be one of ${(error.params.allowedValues as unknown[]).map(show).join(", ")}, ${given(error)}`,
  const: (error, place) => `${place} must be ${show(error.params.allowedValue)}, ${given(error)}`,
  format: (error, place) => `${place} must be in the format "${String(error.params.format)}", ${given(error)}`,
  pattern: (error, place) => `${place} must match the pattern ${String(error.params.pattern)}, ${given(error)}`,
  anyOf: (error, place) => `${place} must be ${describeSchema({ anyOf: error.schema })}, ${given(error)}`,
  oneOf: (error, place) =>
    `${place} must be exactly one of: ${describeSchema({ anyOf: error.schema })}, ${given(error)}`,
};

function describeError(error: ErrorObject): string {
  const place = placeOf(error.instancePath);
  const describe = describeKeyword[error.keyword];
  return describe ? describe(error, place) : `${place} ${error.message ?? "is invalid"}, ${given(error)}`;
}

/** `/filters/0/name` as `"filters[0].name"`. */
function placeOf(pointer: string): string {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (steps.length === 0) return "the arguments";
  const [first = "", ...rest] = steps;
  return `"${first}${rest.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join("")}"`;
}

/** A short name for what a schema asks for. */
function describeSchema(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "any value";
  const { type, enum: values, const: value, anyOf, oneOf, items, required, format } = schema as Record<string, unknown>;
  if (Array.isArray(values)) return `one of ${values.map(show).join(", ")}`;
  if (value !== undefined) return show(value);
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (branches) return [...new Set(branches.map(describeSchema))].join(" or ");
  const needs = Array.isArray(required) && required.length > 0 ? ` with ${required.join(", ")}` : "";
  if (type === undefined) return needs ? `an object${needs}` : "any value";
  if (type === "array" && typeof items === "object") return `an array of ${describeSchema(items)}`;
  if (type === "object") return `an object${needs}`;
  return typeof format === "string" ? `${withArticle(type)} (${format})` : withArticle(type);
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : String(type).split(",");
  return names.map((name) => (name === "null" ? name : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`)).join(" or ");
}

function describeParameters(schema: JsonSchema, args: Record<string, unknown>): string {
  const { properties, required } = schema as { properties?: unknown; required?: unknown };
  const names = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
  if (names.length === 0) return "";
  const needed = new Set(Array.isArray(required) ? required : []);
  const listed = names
    .slice(0, mostParameters)
    .map(([name, property]) => `${name} (${needed.has(name) ? "required, " : ""}${describeSchema(property)})`);
  const more = names.length > mostParameters ? `, and ${names.length - mostParameters} more` : "";
  return `Parameters: ${listed.join(", ")}${more}. Given: ${Object.keys(args).join(", ") || "none"}.`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}...` : text;
}
