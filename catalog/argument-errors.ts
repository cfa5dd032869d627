/** Turns the errors of a schema validator into one text: which parameter, what was expected, what was given. */
import type { ErrorObject } from "ajv";
import { distance } from "fastest-levenshtein";
import { transformOnce } from "./schema/transform.js";
import type { JsonSchema, ToolDefinition } from "./types.js";

/** More errors than this tell a model nothing new. */
const mostErrors = 5;
const mostParameters = 30;
const longestValue = 80;
/** Of more values than this the nearest are told. */
const mostValues = 20;

/**
 * One text for all errors of one call; lists the parameters there are when one is missing or unknown. Parameters are
 * named as in the schema that was sent.
 */
export function describeErrors(tool: ToolDefinition, args: Record<string, unknown>, errors: ErrorObject[]): string {
  const { schema, names } = transformOnce(tool.inputSchema);
  const sent = new Map([...names].map(([name, own]) => [own, name]));
  const top = withoutBranches(errors).map((error) => withSentNames(error, sent));
  const lines = [...new Set(top.map(describeError))];
  const shown = lines.slice(0, mostErrors).join("; ");
  const more = lines.length > mostErrors ? `; and ${lines.length - mostErrors} more` : "";
  const list = top.some(isAboutNames) ? ` ${describeParameters(schema, args)}` : "";
  return `Invalid arguments for ${tool.name}: ${shown}${more}.${list}`;
}

const namedIn = ["missingProperty", "additionalProperty", "unevaluatedProperty"] as const;

function withSentNames(error: ErrorObject, sent: ReadonlyMap<string, string>): ErrorObject {
  if (sent.size === 0) return error;
  const steps = error.instancePath
    .split("/")
    .map((step) => escapeStep(sent.get(unescapeStep(step)) ?? unescapeStep(step)));
  const params = { ...error.params };
  for (const param of namedIn) if (param in params) params[param] = sent.get(params[param]) ?? params[param];
  return { ...error, params, instancePath: steps.join("/") };
}

/** A step of a JSON Pointer (RFC 6901), and the name that it stands for. */
function escapeStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The error of an anyOf or oneOf stands for those of its branches, which contradict each other. */
function withoutBranches(errors: ErrorObject[]): ErrorObject[] {
  const unions = new Set(
    errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf").map(({ schemaPath }) => schemaPath),
  );
  // `if` only repeats what the failed `then` or `else` says.
  return errors.filter(({ keyword, schemaPath }) => keyword !== "if" && !isBelowOne(schemaPath, unions));
}

function isBelowOne(schemaPath: string, paths: ReadonlySet<string>): boolean {
  for (let end = schemaPath.lastIndexOf("/"); end > 0; end = schemaPath.lastIndexOf("/", end - 1))
    if (paths.has(schemaPath.slice(0, end))) return true;
  return false;
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
    return `missing required parameter ${placeOf(`${instancePath}/${escapeStep(name)}`)}${expected}`;
  },
  additionalProperties: ({ params, instancePath }) =>
    `unknown parameter ${placeOf(`${instancePath}/${escapeStep(String(params.additionalProperty))}`)}`,
  unevaluatedProperties: ({ params, instancePath }) =>
    `unknown parameter ${placeOf(`${instancePath}/${escapeStep(String(params.unevaluatedProperty))}`)}`,
  type: (error, place) => `${place} must be ${withArticle(error.params.type)}, ${given(error)}`,
  enum: (error, place) =>
    `${place} must be ${listValues(error.params.allowedValues as unknown[], error.data)}, ${given(error)}`,
  const: (error, place) => `${place} must be ${show(error.params.allowedValue)}, ${given(error)}`,
  format: (error, place) => `${place} must be in the format "${String(error.params.format)}", ${given(error)}`,
  pattern: (error, place) => `${place} must match the pattern ${String(error.params.pattern)}, ${given(error)}`,
  anyOf: (error, place) => `${place} must be ${describeBranches(error)}, ${given(error)}`,
  oneOf: (error, place) => `${place} must be exactly one of: ${describeBranches(error)}, ${given(error)}`,
};

function describeError(error: ErrorObject): string {
  const place = placeOf(error.instancePath);
  const describe = describeKeyword[error.keyword];
  return describe ? describe(error, place) : `${place} ${error.message ?? "is invalid"}, ${given(error)}`;
}

/** `/filters/0/name` as `"filters[0].name"`. */
function placeOf(pointer: string): string {
  const steps = pointer.split("/").slice(1).map(unescapeStep);
  if (steps.length === 0) return "the arguments";
  const [first = "", ...rest] = steps;
  return `"${first}${rest.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join("")}"`;
}

const anyValue = "any value";

/** A short name for what a schema asks for. */
function describeSchema(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return anyValue;
  const { type, enum: values, const: value, anyOf, oneOf, items, required, format } = schema as Record<string, unknown>;
  if (Array.isArray(values)) return listValues(values);
  if (value !== undefined) return show(value);
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (branches) return [...new Set(branches.map(describeSchema))].join(" or ");
  const needs = Array.isArray(required) && required.length > 0 ? ` with ${required.join(", ")}` : "";
  if (type === undefined) return needs ? `an object${needs}` : anyValue;
  if (type === "array" && typeof items === "object") return `an array of ${describeSchema(items)}`;
  if (type === "object") return `an object${needs}`;
  return typeof format === "string" ? `${withArticle(type)} (${format})` : withArticle(type);
}

/** A branch that only refers to a schema elsewhere has no name of its own. */
function describeBranches({ schema }: ErrorObject): string {
  const names = [...new Set((schema as unknown[]).map(describeSchema))];
  const known = names.filter((name) => name !== anyValue);
  return [...known, ...(known.length < names.length ? ["another form that its schema allows"] : [])].join(" or ");
}

/** All values of a short list; of a long one those nearest to what was given. */
function listValues(values: readonly unknown[], given?: unknown): string {
  if (values.length <= mostValues) return `one of ${values.map(show).join(", ")}`;
  const near =
    given === undefined
      ? values
      : values.toSorted((a, b) => distance(show(a), show(given)) - distance(show(b), show(given)));
  return `one of ${values.length} values${given === undefined ? ", such as" : "; the nearest are"} ${near.slice(0, 5).map(show).join(", ")}`;
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
