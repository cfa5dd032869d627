/** From a tool's own JSON Schema to the function definition that providers accept: a plain object at the top, no references. */
import { isDeepStrictEqual } from "node:util";
import { defaults } from "./defaults.js";
import { isObject } from "./definition.js";
import type { CatalogTool, FunctionTool, JsonSchema } from "./types.js";

type SchemaObject = Record<string, unknown>;

/** Levels of schemas within schemas; what lies deeper accepts anything. */
const deepest = 40;
/** Schemas in one tool after which further references are cut to their type: each may double what is sent. */
const mostSchemas = 2000;

const typeNames = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const single = new Set(["not", "if", "then", "else", "contains", "propertyNames", "contentSchema"]);
const singleOrBoolean = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);
const listed = new Set(["anyOf", "oneOf", "allOf"]);
const named = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** Of use to a validator or only with references, which are resolved. */
const dropped = new Set([
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
  "$ref",
  "additionalItems",
  "prefixItems",
]);
/** Keywords that providers reject at the top. */
const droppedAtTop = new Set([
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "enum",
  "const",
  "type",
  "properties",
  "required",
  "items",
]);

/**
 * A tool as function definition under a call name. Never throws, and changes nothing in what it returned before.
 *
 * The schema becomes an object with `properties`; local references are written out, recursive ones end at their type.
 * An `allOf` at the top is merged. An `anyOf` or `oneOf` at the top becomes all parameters of its branches, of which
 * those of every branch are required, and the description says which belong together.
 */
export function toFunctionTool(tool: CatalogTool, callName: string): FunctionTool {
  const { parameters, note } = toParameters(tool.inputSchema);
  return {
    type: "function",
    function: { name: callName, description: joinDescription(cleanText(tool.description), note), parameters },
  };
}

function joinDescription(description: string, note: string | undefined): string {
  const limit = defaults.maxDescriptionLength;
  if (!note) return shorten(description, limit);
  const last = shorten(note, limit);
  const room = limit - last.length - 1;
  return description === "" || room < 1 ? last : `${shorten(description, room)}\n${last}`;
}

/** Without what a reader cannot see: control and format characters, tags, fillers, halves of surrogate pairs. */
export function cleanText(text: unknown): string {
  if (typeof text !== "string") return "";
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])/gu, "")
    .trim();
}

/** At most `limit` characters, the last of them an ellipsis when something was cut. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}

function toParameters(schema: JsonSchema): { parameters: SchemaObject; note?: string | undefined } {
  const cleaned = isObject(schema) ? createCleaner(schema)(schema, 0) : {};
  const { properties, required, rest, note } = flatten(cleaned);
  // Some providers refuse a required name that has no property.
  for (const name of required) if (!Object.hasOwn(properties, name)) define(properties, name, {});
  return {
    parameters: { type: "object", properties, ...(required.length > 0 ? { required } : {}), ...rest },
    note,
  };
}

/** Returns a function that copies a schema with its references written out and its malformed keywords left out. */
function createCleaner(root: SchemaObject): (node: unknown, depth: number) => SchemaObject {
  const open = new Set<unknown>();
  let schemas = 0;

  const clean = (node: unknown, depth: number): SchemaObject => {
    if (!isObject(node)) return {};
    if (depth > deepest || open.has(node)) return outline(node);
    schemas += 1;
    const target = typeof node.$ref === "string" ? lookUp(root, node.$ref) : undefined;
    open.add(node);
    try {
      if (target === undefined || target === node) return cleanObject(node, depth);
      const resolved = schemas > mostSchemas ? outline(target) : clean(target, depth);
      return { ...resolved, ...cleanObject(node, depth) };
    } finally {
      open.delete(node);
    }
  };

  const cleanObject = (node: SchemaObject, depth: number): SchemaObject => {
    const result: SchemaObject = {};
    for (const [keyword, value] of Object.entries(node)) {
      if (dropped.has(keyword)) continue;
      const kept = cleanKeyword(keyword, value, depth);
      if (kept !== undefined) define(result, keyword, kept);
    }
    const items = itemsOf(node);
    if (items !== undefined || isArrayType(result.type))
      result.items = items === undefined ? {} : clean(items, depth + 1);
    return result;
  };

  const cleanKeyword = (keyword: string, value: unknown, depth: number): unknown => {
    if (keyword === "type") return cleanType(value);
    if (keyword === "items") return undefined;
    if (keyword === "required") return cleanRequired(value);
    if (keyword === "enum") return Array.isArray(value) ? value : undefined;
    if (keyword === "description" || keyword === "title") return cleanText(value) || undefined;
    if (single.has(keyword)) return isObject(value) ? clean(value, depth + 1) : undefined;
    if (singleOrBoolean.has(keyword))
      return typeof value === "boolean" ? value : isObject(value) ? clean(value, depth + 1) : undefined;
    if (listed.has(keyword))
      return Array.isArray(value) && value.length > 0 ? value.map((branch) => clean(branch, depth + 1)) : undefined;
    if (named.has(keyword)) return isObject(value) ? cleanNamed(value, depth) : undefined;
    return value;
  };

  const cleanNamed = (schemas: SchemaObject, depth: number): SchemaObject => {
    const result: SchemaObject = {};
    // `false` says that there must be no such property.
    for (const [name, schema] of Object.entries(schemas))
      if (schema !== false) define(result, name, clean(schema, depth + 1));
    return result;
  };

  return clean;
}

/** Where a recursion or the depth ends: what kind of value, no longer what is in it. */
function outline(node: SchemaObject): SchemaObject {
  const type = cleanType(node.type) ?? (isObject(node.properties) ? "object" : undefined);
  const description = cleanText(node.description);
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === "" ? {} : { description }),
    ...(isArrayType(type) ? { items: {} } : {}),
  };
}

/** The schema that a local pointer names; undefined for one that is not there or not local. */
function lookUp(root: SchemaObject, reference: string): SchemaObject | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const step of reference.split("/").slice(1)) {
    const name = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as SchemaObject)[name];
  }
  return isObject(node) ? node : undefined;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** One schema for the elements of an array; the places of a tuple become alternatives. */
function itemsOf({ items, prefixItems }: SchemaObject): unknown {
  const places = [prefixItems, items].filter(Array.isArray).flat();
  if (places.length === 0) return isObject(items) ? items : undefined;
  const all = isObject(items) ? [...places, items] : places;
  return { anyOf: all };
}

function cleanType(type: unknown): unknown {
  if (typeof type === "string") return typeNames.has(type) ? type : undefined;
  if (!Array.isArray(type)) return undefined;
  const names = [...new Set(type.filter((name) => typeNames.has(name)))];
  return names.length > 1 ? names : names[0];
}

function cleanRequired(required: unknown): string[] | undefined {
  if (!Array.isArray(required)) return undefined;
  const names = [...new Set(required.filter((name): name is string => typeof name === "string"))];
  return names.length > 0 ? names : undefined;
}

interface FlatObject {
  properties: SchemaObject;
  required: string[];
  rest: SchemaObject;
  note?: string | undefined;
}

/** One object schema without combinations, from one that is already clean. */
function flatten(node: SchemaObject): FlatObject {
  const properties: SchemaObject = { ...(node.properties as SchemaObject | undefined) };
  let required = (node.required as string[] | undefined) ?? [];
  const rest = Object.fromEntries(Object.entries(node).filter(([keyword]) => !droppedAtTop.has(keyword)));
  const notes: string[] = [];

  for (const branch of objectsOf(node.allOf)) {
    const flat = flatten(branch);
    for (const [name, schema] of Object.entries(flat.properties)) {
      const known = Object.hasOwn(properties, name) ? (properties[name] as SchemaObject) : undefined;
      define(properties, name, known ? both(known, schema as SchemaObject) : schema);
    }
    required = [...new Set([...required, ...flat.required])];
    for (const [keyword, value] of Object.entries(flat.rest)) {
      // A closed branch would shut out the properties of the others.
      if (keyword !== "additionalProperties" && !Object.hasOwn(rest, keyword)) define(rest, keyword, value);
    }
    if (flat.note) notes.push(flat.note);
  }

  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = objectsOf(node[keyword]).map(flatten);
    if (branches.length === 0) continue;
    const added: SchemaObject = {};
    for (const branch of branches) {
      for (const [name, schema] of Object.entries(branch.properties)) {
        const known = Object.hasOwn(added, name) ? (added[name] as SchemaObject) : undefined;
        define(added, name, known ? either(known, schema as SchemaObject) : schema);
      }
    }
    for (const [name, schema] of Object.entries(added)) {
      if (!Object.hasOwn(properties, name)) define(properties, name, schema);
    }
    const common = branches
      .map((branch) => branch.required)
      .reduce((one, other) => one.filter((name) => other.includes(name)));
    required = [...new Set([...required, ...common])];
    const forms = [...new Set(branches.map(describeForm))].filter((form) => form !== "");
    if (forms.length > 1) notes.push(`Give one of these sets of parameters: ${forms.join(" or ")}.`);
  }

  if (Object.hasOwn(rest, "additionalProperties") && (node.allOf ?? node.anyOf ?? node.oneOf)) {
    delete rest.additionalProperties;
  }
  return { properties, required, rest, note: notes.length > 0 ? [...new Set(notes)].join(" ") : undefined };
}

/** The branches that an object can satisfy. */
function objectsOf(branches: unknown): SchemaObject[] {
  if (!Array.isArray(branches)) return [];
  return (branches as SchemaObject[]).filter(
    ({ type }) => type === undefined || type === "object" || (Array.isArray(type) && type.includes("object")),
  );
}

function describeForm({ required, properties }: FlatObject): string {
  const names = required.length > 0 ? required : Object.keys(properties);
  const constants = names.map((name) => {
    const { const: value } = (Object.hasOwn(properties, name) ? properties[name] : {}) as SchemaObject;
    return value === undefined ? cleanText(name) : `${cleanText(name)}=${cleanText(JSON.stringify(value))}`;
  });
  return names.length === 0 ? "" : `(${constants.join(", ")})`;
}

function both(one: SchemaObject, other: SchemaObject): SchemaObject {
  if (isSameSchema(one, other)) return one;
  return { allOf: [...(onlyHas(one, "allOf") ? (one.allOf as SchemaObject[]) : [one]), other] };
}

function either(one: SchemaObject, other: SchemaObject): SchemaObject {
  if (isSameSchema(one, other)) return one;
  const values = [one, other].map(valuesOf);
  if (values[0] && values[1]) {
    const { const: _value, enum: _values, ...rest } = one;
    return { ...rest, enum: [...new Set([...values[0], ...values[1]])] };
  }
  const branches = onlyHas(one, "anyOf") ? (one.anyOf as SchemaObject[]) : [one];
  return branches.some((branch) => isSameSchema(branch, other)) ? one : { anyOf: [...branches, other] };
}

/** The values of a schema that only lists them. */
function valuesOf({
  type,
  description,
  title,
  const: value,
  enum: values,
  ...others
}: SchemaObject): unknown[] | undefined {
  if (Object.keys(others).length > 0) return undefined;
  return value === undefined ? (values as unknown[] | undefined) : [value];
}

function isSameSchema(one: SchemaObject, other: SchemaObject): boolean {
  const { description: _one, ...rest } = one;
  const { description: _other, ...otherRest } = other;
  return isDeepStrictEqual(rest, otherRest);
}

function onlyHas(schema: SchemaObject, keyword: string): boolean {
  return Object.keys(schema).length === 1 && Array.isArray(schema[keyword]);
}

function isArrayType(type: unknown): boolean {
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

/** Assignment that takes `__proto__` as a name like any other. */
function define(target: SchemaObject, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
