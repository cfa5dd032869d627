/** Reads a JSON Schema as a list of parameters: which type, which allowed values, which kinds of value it takes. */
import type { EvidenceKind } from "./evidence.js";
import { words } from "./language.js";

export type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  words: string[];
  description: string;
  descriptionWords: string[];
  required: boolean;
  /** References resolved and unions reduced to one branch that can be filled. */
  schema: Schema;
  type: string;
  /** Allowed values, as text. */
  values: string[];
  /** Kinds of value this takes, by name, format and description. */
  kinds: Set<EvidenceKind>;
}

const deepest = 8;

export function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

/** Follows local references and takes the first branch of a union that can be filled. */
export function resolveSchema(value: unknown, root: Schema, depth = 0): Schema {
  const schema = asSchema(value);
  if (depth > deepest) return schema;
  if (typeof schema.$ref === "string") {
    const { $ref, ...rest } = schema;
    const target = followReference(schema.$ref, root);
    return target === undefined ? rest : resolveSchema({ ...asSchema(target), ...rest }, root, depth + 1);
  }
  const branches = (schema.anyOf ?? schema.oneOf) as unknown;
  if (Array.isArray(branches)) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
    const resolved = branches.map((branch) => resolveSchema(branch, root, depth + 1));
    const branch = resolved.find((candidate) => typeOf(candidate) !== "null") ?? resolved[0] ?? {};
    return { ...branch, ...rest, ...mergeObjects(branch, rest) };
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    let merged: Schema = rest;
    for (const part of allOf as unknown[]) {
      const resolved = resolveSchema(part, root, depth + 1);
      merged = { ...merged, ...resolved, ...mergeObjects(merged, resolved) };
    }
    return merged;
  }
  return schema;
}

function mergeObjects(one: Schema, other: Schema): Schema {
  if (!one.properties && !other.properties) return {};
  return {
    properties: { ...asSchema(one.properties), ...asSchema(other.properties) },
    required: [...requiredOf(one), ...requiredOf(other)],
  };
}

function followReference(reference: string, root: Schema): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, key) => asSchema(value)[key], root);
}

/** The one type that is filled; a nullable type is its other type. */
export function typeOf(schema: Schema): string {
  const { type } = schema;
  if (Array.isArray(type)) return String(type.find((name) => name !== "null") ?? "null");
  if (typeof type === "string") return type;
  const [example] = enumOf(schema);
  if (example !== undefined) return typeof example;
  if (schema.properties) return "object";
  if (schema.items) return "array";
  return "any";
}

export function enumOf(schema: Schema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
}

export function requiredOf(schema: Schema): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
}

/** The parameters of an object schema, required ones first, otherwise in the order of the schema. */
export function parametersOf(schemaValue: unknown, root: Schema = asSchema(schemaValue)): Parameter[] {
  const schema = resolveSchema(schemaValue, root);
  const required = new Set(requiredOf(schema));
  return Object.entries(asSchema(schema.properties))
    .map(([name, value]) => makeParameter(name, value, required.has(name), root))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function makeParameter(name: string, value: unknown, required: boolean, root: Schema): Parameter {
  const schema = resolveSchema(value, root);
  const description = typeof schema.description === "string" ? schema.description : "";
  const nameWords = words(name.replace(/[_-]/g, " "));
  const descriptionWords = words(description);
  const items = resolveSchema(schema.items, root);
  return {
    name,
    words: nameWords.length > 0 ? nameWords : [name.toLowerCase()],
    description,
    descriptionWords,
    required,
    schema,
    type: typeOf(schema),
    values: [...enumOf(schema), ...enumOf(items)].map(String),
    kinds: kindsOf(name, description, String(schema.format ?? items.format ?? ""), schema),
  };
}

/** True for objects with keys of their own choice, and lists of such. */
export function isOpen({ type, schema }: Parameter): boolean {
  const inner = type === "array" ? resolveSchema(schema.items, schema) : schema;
  return typeOf(inner) === "object" && inner.properties === undefined;
}

const freeText = new Set([
  ...words(
    "query search keyword text message body content description prompt question input note comment instruction pattern subject title summary request goal value caption name thought observation",
  ),
  "q",
]);

/** Parameters that take what a person writes, whole sentences included. */
export function isFreeText(nameWords: readonly string[]): boolean {
  return nameWords.some((word) => freeText.has(word));
}

const textNames = new Set(words("message body text content"));

/** Parameters for a text that somebody reads. */
export function isTextName({ words: name }: Parameter): boolean {
  return name.some((word) => textNames.has(word));
}

/** Words by which people who write schemas say what kind of value they want. */
const kindWords: readonly [EvidenceKind, RegExp][] = [
  ["path", /\b(?:paths?|files?|file ?names?|director(?:y|ies)|dirs?|folders?)\b/i],
  ["url", /\b(?:ur[li]s?|links?|endpoint|website|web ?(?:page|site)|addresses? of (?:a|the) page|href|webhook)\b/i],
  ["email", /\b(?:e-?mails?|recipients?|attendees?|invitees?|participants?|cc|bcc|mailbox)\b/i],
  ["repository", /\b(?:repo(?:sitory)?|repositories|owner\/\w+)\b/i],
  ["date", /\b(?:dates?|times?|datetime|timestamps?|since|until|when|deadline|start|end|due|day)\b/i],
  ["cron", /\b(?:cron)\b/i],
  ["sql", /\b(?:sql)\b/i],
  ["glob", /\b(?:globs?|patterns?|masks?|wildcards?)\b/i],
  [
    "duration",
    /\b(?:duration|period|window|interval|timeout|horizon|ttl|time ?range|look ?back|(?:milli)?seconds|minutes|hours|days|weeks|months)\b/i,
  ],
  ["version", /\b(?:version|release|tag)\b/i],
  ["address", /\b(?:ip|cidr|host|address|source range|addresses)\b/i],
  ["channel", /\b(?:channels?|chat room)\b/i],
];

const formatKinds: Record<string, EvidenceKind> = {
  uri: "url",
  url: "url",
  "uri-reference": "url",
  email: "email",
  date: "date",
  "date-time": "date",
  time: "date",
  path: "path",
};

function kindsOf(name: string, description: string, format: string, schema: Schema): Set<EvidenceKind> {
  const kinds = new Set<EvidenceKind>();
  const byFormat = formatKinds[format];
  if (byFormat) return new Set([byFormat]);
  const type = typeOf(schema);
  const plainName = name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " ");
  if (type === "number" || type === "integer") {
    const isTime = kindWords.some(
      ([kind, pattern]) => kind === "duration" && pattern.test(`${plainName} ${description}`),
    );
    return new Set(isTime ? ["number", "duration"] : ["number"]);
  }
  if (type === "boolean" || type === "object") return kinds;
  for (const [kind, pattern] of kindWords) if (pattern.test(plainName)) kinds.add(kind);
  if (kinds.size > 0 && !kinds.has("date")) return kinds;
  if (isFreeText(words(plainName))) return kinds;
  // The name says nothing: the description decides, by its first phrase.
  const [lead = ""] = description.split(/[.;(]/);
  for (const [kind, pattern] of kindWords) if (kind !== "date" && pattern.test(lead)) kinds.add(kind);
  return kinds;
}
