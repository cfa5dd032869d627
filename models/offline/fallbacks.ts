/** Values for required parameters that nothing in the task names: what the step is about, else a placeholder of the right type. */

import type { Evidence } from "./evidence.js";
import { containers, plural, words } from "./language.js";
import {
  enumOf,
  isFreeText,
  isTextName,
  type Parameter,
  parametersOf,
  resolveSchema,
  type Schema,
  typeOf,
} from "./parameters.js";
import type { EarlierResult } from "./results.js";
import { type Step, saysWhat } from "./steps.js";
import { capitalize, reportResults, summarizeResult } from "./summaries.js";

/** A value from the words of the step itself; undefined when the parameter wants something more definite. */
export function valueFromStep(parameter: Parameter, step: Step, results: readonly EarlierResult[]): string | undefined {
  const is = (...names: string[]) => words(names.join(" ")).some((name) => parameter.words.includes(name));
  const object = step.object || results[0]?.label || "";
  if (parameter.kinds.has("sql") || (is("sql", "statement") && object))
    return object ? selectStatement(object, step.evidence) : undefined;
  if (["email", "url", "repository", "number", "cron"].some((kind) => parameter.kinds.has(kind as Evidence["kind"])))
    return undefined;
  // The directory at hand is a place to look, or to put something; nobody means to remove it.
  if (parameter.kinds.has("path")) return mayAssumePath(step) ? pathFor(parameter, step, object) : undefined;
  if (parameter.kinds.has("date")) return undefined;
  if (step.tells && is("message", "body", "text", "content")) {
    const told = results.filter(({ needed }) => needed);
    if (told.length > 0) return reportResults(told.toReversed());
  }
  if (results.length === 0 && isTextName(parameter) && saysNothing(step)) return undefined;
  if (results.length > 0 && is("message", "body", "text", "content", "data", "input", "document", "comment")) {
    return results
      .filter(({ needed }) => needed || !results.some((other) => other.needed))
      .map((result) => summarizeResult(result))
      .join("\n\n");
  }
  if (is("title", "subject", "heading", "headline")) return capitalize(object || step.text);
  if (is("query", "search", "keyword", "term", "q", "pattern", "topic", "keywords"))
    return searchTerms(step) || step.text;
  const named = wordBefore(object, parameter);
  if (named) return named;
  if (is("table", "collection")) return tableName(object, step.evidence);
  if (is("entity", "resource", "service", "metric", "kind")) return lastWord(object) || undefined;
  if (isFreeText(parameter.words) && !is("name")) return messageOf(step) ?? step.text;
  return object || step.text;
}

function mayAssumePath({ kind }: Step): boolean {
  return kind === undefined || kind === "look" || kind === "compute" || kind === "make";
}

/** "Notify the team", "send a message to #dev": whom to tell, and not what. */
function saysNothing({ kind, action, object, evidence }: Step): boolean {
  if (kind !== "send" || evidence.some(saysWhat)) return false;
  const isAddressed = /^(?:notify|inform|alert|tell|message|e?-?mail|text|ping|remind)$/i.test(action);
  return isAddressed
    ? object.split(" ").length < 2
    : /^(?:\w+ )?(?:messages?|e?-?mails?|notes?|notifications?|texts?)?$/i.test(object);
}

/** What a message is about, else the clause without its verb and its receiver: an instruction is no message. */
function messageOf({ kind, text, action, evidence }: Step): string | undefined {
  if (kind !== "send") return undefined;
  const topic = evidence.find(({ kind: form, key }) => form === "phrase" && key === "about")?.value;
  if (topic !== undefined) return capitalize(topic);
  const receivers = evidence.filter(({ kind: form }) => form === "email" || form === "channel");
  const rest = receivers.reduce((left, { value }) => left.replace(value, ""), text.slice(action.length));
  return capitalize(rest.replace(/^\s*(?:to\s+)?|\s+(?:to|in|on)\s*$/g, "").replace(/\s+/g, " "));
}

/** "the checkout service" for a parameter `service`. */
function wordBefore(object: string, parameter: Parameter): string | undefined {
  const tokens = object.split(" ");
  const index = tokens.findIndex((token) => parameter.words.includes(words(token)[0] ?? ""));
  return index > 0 ? tokens.slice(0, index).join(" ") : undefined;
}

/** Tables are named after what they hold: "add a row to products", "the status of order 7" is one of the orders. */
function tableName(object: string, evidence: Evidence[]): string | undefined {
  const phrases = evidence.filter(({ kind }) => kind === "phrase");
  const numbered = phrases
    .map(({ value }) => /^([a-z]+)s? #?\d+$/i.exec(value)?.[1])
    .find((noun) => noun !== undefined);
  if (numbered) return plural(numbered.toLowerCase());
  const noun = object
    .split(" ")
    .filter((word) => word !== "" && !containers.test(word))
    .at(-1);
  if (noun) return noun;
  const place = phrases.find(
    ({ key = "", value }) => /^(?:in|into|to|from|of)$/.test(key) && /^\w+$/.test(value) && !containers.test(value),
  );
  return place?.value ?? (object === "" ? undefined : lastWord(object));
}

function searchTerms(step: Step): string {
  const phrase = step.evidence.find(
    ({ kind, key }) => kind === "phrase" && (key === "for" || key === "about" || key === "containing"),
  );
  if (!phrase) return step.object;
  const generic = step.object === "" || step.object.includes(phrase.value);
  return generic ? phrase.value : `${step.object} ${phrase.value}`;
}

function lastWord(object: string): string {
  return object.split(" ").at(-1) ?? "";
}

/** What a person means by "query the users". */
function selectStatement(object: string, evidence: Evidence[]): string {
  const from = evidence
    .find(({ kind, key }) => kind === "phrase" && key === "from")
    ?.value.replace(/\s+(?:table|collection)$/i, "");
  const named = from && /^\w+$/.test(from) && !containers.test(from) ? from : undefined;
  const table = named ?? tableName(object, evidence) ?? lastWord(object);
  const condition = evidence.find(({ kind, key }) => kind === "phrase" && key === "where")?.value;
  return `SELECT * FROM ${table.toLowerCase()}${condition ? ` WHERE ${condition}` : ""}`;
}

/** The directory at hand, or a file named after what it will hold. */
function pathFor(parameter: Parameter, { kind }: Step, object: string): string {
  // "the README", "the Makefile": names of files as they are.
  if (kind === "look" && /^\p{Lu}\w+$/u.test(object)) return object;
  if (!/\bfile/i.test(`${parameter.name.replace(/_/g, " ")} ${parameter.description}`)) return ".";
  if (/\b(?:dir|director(?:y|ies)|folder|root)\b/i.test(`${parameter.name} ${parameter.description}`)) return ".";
  const name = object
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? "." : `${name}.txt`;
}

const formatPlaceholders: Record<string, string> = {
  email: "someone@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  "uri-reference": "https://example.com",
  date: "2025-01-01",
  "date-time": "2025-01-01T00:00:00Z",
  time: "00:00:00Z",
  uuid: "00000000-0000-0000-0000-000000000000",
  ipv4: "127.0.0.1",
  hostname: "localhost",
};

const unknownText = "unspecified";

/** True for a text that stands for what nobody said. */
export function isPlaceholder(value: unknown): boolean {
  return value === unknownText || Object.values(formatPlaceholders).includes(String(value));
}

/** A value of the right type and nothing more. Deterministic; the answer says where one was used. */
export function placeholder(
  schema: Schema,
  kinds: ReadonlySet<string> = new Set(),
  root: Schema = schema,
  depth = 0,
): unknown {
  const [allowed] = enumOf(schema);
  if (allowed !== undefined) return allowed;
  switch (typeOf(schema)) {
    case "number":
    case "integer":
      return smallestNumber(schema);
    case "boolean":
      return false;
    case "array":
      return depth > deepest ? [] : placeholderList(schema, root, depth);
    case "object": {
      const required = depth > deepest ? [] : parametersOf(schema, root).filter((parameter) => parameter.required);
      return Object.fromEntries(
        required.map(({ name, schema: inner, kinds: own }) => [name, placeholder(inner, own, root, depth + 1)]),
      );
    }
    case "null":
      return null;
    default: {
      const byFormat = formatPlaceholders[String(schema.format ?? "")];
      if (byFormat) return byFormat;
      const text = kinds.has("email")
        ? formatPlaceholders.email!
        : kinds.has("url")
          ? formatPlaceholders.url!
          : unknownText;
      const shortest = typeof schema.minLength === "number" ? schema.minLength : 0;
      const longest = typeof schema.maxLength === "number" ? schema.maxLength : text.length + shortest;
      return text.padEnd(shortest, ".").slice(0, longest);
    }
  }
}

/** Schemas may refer to themselves without end. */
const deepest = 6;

function placeholderList(schema: Schema, root: Schema, depth: number): unknown[] {
  const items = resolveSchema(schema.items, root);
  const length = typeof schema.minItems === "number" ? schema.minItems : 0;
  return Array.from({ length }, () => placeholder(items, new Set(), root, depth + 1));
}

function smallestNumber(schema: Schema): number {
  const { minimum, exclusiveMinimum, maximum } = schema as Record<string, number | undefined>;
  if (typeof minimum === "number") return typeOf(schema) === "integer" ? Math.ceil(minimum) : minimum;
  if (typeof exclusiveMinimum === "number") return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}
