/** The keywords of one schema, each in the form that providers accept; what has none is left out and reported. */
import { isObject } from "../definition.js";
import type { Report } from "./intersect.js";
import {
  asType,
  define,
  isEmpty,
  type Node,
  never,
  type SchemaNode,
  typeNames,
  typesOf,
  under,
  withNote,
} from "./node.js";
import { linearTest } from "./pattern.js";
import { cleanText, showValue } from "./text.js";
import { unite } from "./union.js";

type Source = Record<string, unknown>;

export interface KeywordReader {
  /** Rewrites a schema within this one. */
  inner(schema: unknown, path: string): Node;
  report: Report;
}

/** Formats of the JSON Schema specification; of the others only some validators know what they mean. */
const formats = new Set([
  ...["date", "time", "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6"],
  ...["uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid"],
  ...["json-pointer", "relative-json-pointer", "regex"],
]);

/** Formats of OpenAPI and others that the check of arguments knows all the same. */
const checkedFormats = new Set([
  ...["int32", "int64", "float", "double", "byte", "binary", "password", "url"],
  ...["iso-time", "iso-date-time", "json-pointer-uri-fragment"],
]);

/** Keywords without a meaning of their own here: about the document, or read together with others. */
const silent = new Set([
  ...["$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"],
  ...[
    "$vocabulary",
    "$comment",
    "$defs",
    "definitions",
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
  ],
  ...["dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties", "nullable", "example"],
  ...["items", "prefixItems", "additionalItems", "patternProperties", "additionalProperties", "const"],
  ...["minContains", "maxContains"],
]);

type Read = (value: unknown, reader: KeywordReader, path: string) => unknown;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const when =
  (accepts: (value: unknown) => boolean): Read =>
  (value) =>
    accepts(value) ? value : undefined;
const text: Read = (value) => cleanText(value) || undefined;
const anything: Read = (value) => value;

/** What becomes of each keyword; undefined for a value that is malformed. */
const readers: Record<string, Read> = {
  type: readType,
  title: text,
  description: text,
  default: anything,
  examples: when(Array.isArray),
  enum: when((value) => Array.isArray(value) && value.length > 0),
  required: readRequired,
  properties: readProperties,
  minimum: when(isNumber),
  maximum: when(isNumber),
  exclusiveMinimum: when(isNumber),
  exclusiveMaximum: when(isNumber),
  multipleOf: when((value) => isNumber(value) && (value as number) > 0),
  minLength: when(isCount),
  maxLength: when(isCount),
  minItems: when(isCount),
  maxItems: when(isCount),
  minProperties: when(isCount),
  maxProperties: when(isCount),
  uniqueItems: when((value) => typeof value === "boolean"),
};

/** Keywords that providers do not know and validators do: where what they forbid shows. */
const widening: Record<string, "here" | "below"> = {
  contains: "below",
  propertyNames: "here",
  unevaluatedItems: "here",
};

/** The keywords of a schema that stand for themselves; references and combinations are not among them. */
export function readKeywords(given: Source, path: string, reader: KeywordReader): Node {
  const source = withoutOlderForms(given);
  const result: SchemaNode = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (silent.has(keyword)) continue;
    if (keyword === "pattern" || keyword === "format") readText(result, keyword, value, path, reader);
    else if (Object.hasOwn(readers, keyword)) {
      const kept = readers[keyword]!(value, reader, path);
      if (kept !== undefined) define(result, keyword, kept);
      else if (value !== null && value !== "")
        reader.report({ path, what: `${keyword} is malformed and left out`, wider: "below" });
    } else {
      reader.report({ path, what: `the keyword ${cleanText(keyword)} is left out`, wider: widening[keyword] });
      if (keyword === "propertyNames") noteNames(result, value);
    }
  }
  if (Object.hasOwn(source, "const")) {
    const isAllowed = !Array.isArray(result.enum) || result.enum.some((value) => sameJson(value, source.const));
    if (!isAllowed) return never;
    result.enum = [source.const];
  }
  if (!Array.isArray(result.examples) && source.example !== undefined) result.examples = [source.example];
  readElements(result, source, path, reader);
  readFurtherProperties(result, source, path, reader);
  return result;
}

/** `nullable` of OpenAPI 3.0, and the exclusive bounds of draft 4, as later drafts say them. */
function withoutOlderForms(source: Source): Source {
  const result = { ...source };
  const types = typesOf(source);
  if (source.nullable === true && types && !types.includes("null")) result.type = [...types, "null"];
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof source[exclusive] !== "boolean") continue;
    delete result[exclusive];
    if (source[exclusive] && isNumber(source[bound])) {
      result[exclusive] = source[bound];
      delete result[bound];
    }
  }
  return result;
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readType(type: unknown): unknown {
  const names = (Array.isArray(type) ? type : [type]).filter((name): name is string => typeNames.has(name as string));
  return names.length > 0 ? asType([...new Set(names)]) : undefined;
}

function readRequired(required: unknown): unknown {
  if (!Array.isArray(required)) return undefined;
  return [...new Set(required.filter((name): name is string => typeof name === "string"))];
}

function readProperties(properties: unknown, reader: KeywordReader, path: string): unknown {
  if (!isObject(properties)) return undefined;
  const result = {};
  for (const [name, schema] of Object.entries(properties))
    define(result, name, reader.inner(schema, under(path, name)));
  return result;
}

function readText(result: SchemaNode, keyword: string, value: unknown, path: string, reader: KeywordReader): void {
  if (typeof value !== "string") {
    reader.report({ path, what: `${keyword} is malformed and left out`, wider: "here" });
  } else if (keyword === "format") {
    if (formats.has(value)) result.format = value;
    else {
      const wider = checkedFormats.has(value) ? "here" : undefined;
      reader.report({ path, what: `the format ${showValue(value)} is left out`, wider });
    }
  } else if (linearTest(value)) {
    result.pattern = value;
  } else {
    reader.report({
      path,
      what: `the pattern ${showValue(value)} is not checked: it cannot be matched in linear time`,
      wider: "here",
    });
    withNote(result, `Matches the pattern ${showValue(value)}.`);
  }
}

function noteNames(result: SchemaNode, names: unknown): void {
  if (!isObject(names)) return;
  if (typeof names.pattern === "string") withNote(result, `Names match the pattern ${showValue(names.pattern)}.`);
  if (Array.isArray(names.enum))
    withNote(result, `Names are among ${names.enum.slice(0, 20).map(showValue).join(", ")}.`);
}

/** One schema for the elements of an array; the places of a tuple become alternatives. */
function readElements(result: SchemaNode, source: Source, path: string, reader: KeywordReader): void {
  const { prefixItems, items } = source;
  const element = (schema: unknown): Node => reader.inner(schema, under(path, "*"));
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  const rest = Array.isArray(items) ? source.additionalItems : items;
  if (!tuple || tuple.length === 0) {
    if (rest !== undefined && rest !== null) result.items = element(rest);
    return;
  }
  const places = tuple.map(element);
  const further = rest === undefined ? {} : element(rest);
  if (further === never)
    result.maxItems = Math.min((result.maxItems as number) ?? Number.POSITIVE_INFINITY, places.length);
  // An open end would make everything of the places.
  const isOpen = further !== never && isEmpty(further);
  result.items = unite(isOpen || further === never ? places : [...places, further]);
  reader.report({ path: under(path, "*"), what: "the places of the tuple became alternatives", wider: "below" });
  withNote(result, `In this order: ${tuple.map(describePlace).join(", ")}.`);
}

function describePlace(schema: unknown): string {
  if (!isObject(schema)) return "any value";
  const { title, description, type } = schema;
  const name = [title, description].map(cleanText).find((text) => text !== "" && text.length <= 60);
  return name ?? (typeof type === "string" ? cleanText(type) : "a value");
}

/** `additionalProperties` and `patternProperties` in one: what a property that is not named may be. */
function readFurtherProperties(result: SchemaNode, source: Source, path: string, reader: KeywordReader): void {
  const { additionalProperties: rest, patternProperties: patterns } = source;
  const inner = (schema: unknown): Node => reader.inner(schema, under(path, "*"));
  if (typeof rest === "boolean") result.additionalProperties = rest;
  else if (isObject(rest)) {
    const schema = inner(rest);
    result.additionalProperties = schema === never ? false : schema;
  }
  if (!isObject(patterns) || Object.keys(patterns).length === 0) return;
  const matching = Object.values(patterns).map(inner);
  const names = Object.keys(patterns).map(showValue).join(", ");
  reader.report({ path: under(path, "*"), what: `the names of properties need not match ${names}`, wider: "below" });
  reader.report({ path, what: `the names of properties need not match ${names}`, wider: "here" });
  if (result.additionalProperties === undefined || result.additionalProperties === true) return;
  const isClosed = result.additionalProperties === false;
  const either = unite(isClosed ? matching : [result.additionalProperties as SchemaNode, ...matching]);
  result.additionalProperties = either === never ? false : either;
  withNote(result, `Names of further properties match ${names}.`);
}
