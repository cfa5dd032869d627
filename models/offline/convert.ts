/** Puts a value found in a text into the type that a parameter asks for. */
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Evidence } from "./evidence.js";
import { isOwner } from "./evidence-match.js";
import { words } from "./language.js";
import { enumOf, type Parameter, resolveSchema, type Schema, typeOf } from "./parameters.js";
import { unitMilliseconds } from "./value-forms.js";

type Value = Pick<Evidence, "value"> & Partial<Evidence>;

/** The value in the parameter's type; undefined when it cannot be put into it. */
export function convert(evidence: Value, parameter: Parameter, siblings: readonly Parameter[]): unknown {
  const { value } = evidence;
  if (evidence.kind === "repository") {
    const [owner = "", ...rest] = value.split("/");
    const split = siblings.some(isOwner);
    if (isOwner(parameter) && !parameter.kinds.has("repository")) return fitText(owner, parameter.schema);
    if (split && parameter.kinds.has("repository")) return fitText(rest.join("/"), parameter.schema);
  }
  if (evidence.kind === "duration" && (parameter.type === "number" || parameter.type === "integer")) {
    return convertDuration(value, parameter);
  }
  const text = evidence.kind === "phrase" ? withoutParameterName(value, parameter) : value;
  return convertText(text, parameter.schema);
}

/** "24 hours" for `since_minutes` is 1440; without a unit of the parameter's own the number stays. */
function convertDuration(text: string, parameter: Parameter): number | undefined {
  const [, amount = "", unit = ""] = /(\d+(?:\.\d+)?)[ -]?(\p{L}+)/u.exec(text) ?? [];
  const from = unitMilliseconds(unit);
  const wanted = `${parameter.name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " ")} ${parameter.description}`;
  const own = /\b(?:ms|(?:milli)?sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?)\b/i.exec(wanted)?.[0];
  const to = own === undefined ? from : unitMilliseconds(own);
  if (from === undefined || to === undefined) return convertNumber(amount, parameter.schema);
  return convertNumber(String(Math.round(((Number(amount) * from) / to) * 1000) / 1000), parameter.schema);
}

/** "the users table" for a parameter `table` is "users"; "the docs folder" for a path is "docs". */
function withoutParameterName(phrase: string, parameter: Parameter): string {
  const tokens = phrase.split(" ");
  const isName = (token = "") => {
    const stems = words(token);
    const generic = parameter.kinds.has("path") && /^(?:folder|directory|dir|file)$/i.test(token);
    const described =
      tokens.length === 2 &&
      /[-_\d]/.test(phrase) &&
      stems.length > 0 &&
      stems.every((stem) => parameter.descriptionWords.includes(stem));
    return generic || described || (stems.length > 0 && stems.every((stem) => parameter.words.includes(stem)));
  };
  while (tokens.length > 1 && isName(tokens.at(-1))) tokens.pop();
  while (tokens.length > 1 && isName(tokens[0])) tokens.shift();
  return tokens.join(" ");
}

/** A list of values in the type of the list's items; undefined when one cannot be put into it. */
export function convertList(values: readonly Value[], parameter: Parameter): unknown[] | undefined {
  const [only] = values;
  if (only?.kind === "json") {
    const value = parseValue(only.value);
    const list = Array.isArray(value) ? value : [value];
    const isRecords = typeOf(resolveSchema(parameter.schema.items, parameter.schema)) === "object";
    // Where rows are wanted, plain numbers are rows of one column.
    const isPlain = list.every((item) => typeof item !== "object" || item === null);
    return isRecords && isPlain ? list.map((item) => ({ value: item })) : list;
  }
  const items = resolveSchema(parameter.schema.items, parameter.schema);
  const texts =
    values.length === 1 && only?.kind === "pair" ? only.value.split(/\s*[,;|]\s*/) : values.map(({ value }) => value);
  const converted = texts.map((text) => convertText(text, items));
  if (converted.some((value) => value === undefined)) return undefined;
  const most = typeof parameter.schema.maxItems === "number" ? parameter.schema.maxItems : converted.length;
  return converted.slice(0, most);
}

function convertText(text: string, schema: Schema): unknown {
  const allowed = enumOf(schema);
  if (allowed.length > 0) return allowed.find((value) => String(value).toLowerCase() === text.toLowerCase());
  switch (typeOf(schema)) {
    case "number":
    case "integer":
      return convertNumber(text, schema);
    case "boolean":
      return /^(?:true|yes|on|1)$/i.test(text) ? true : /^(?:false|no|off|0)$/i.test(text) ? false : undefined;
    case "object": {
      const value = parseValue(text);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
    }
    case "array":
    case "null":
      return undefined;
    default:
      return fitText(asDescribed(text, schema), schema);
  }
}

/** A date in the form that the description shows: "ISO 8601", "for example 2025-03-10T14:00". */
function asDescribed(text: string, schema: Schema): string {
  if (!/^(?:\d{4}-\d{2}-\d{2}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b/i.test(text)) return text;
  const description = String(schema.description ?? "");
  const wantsTime = /\d{4}-\d{2}-\d{2}T\d{2}|ISO[ -]?8601|RFC ?3339/i.test(description);
  const iso = wantsTime
    ? toIsoDate(text, "date-time")
    : /\d{4}-\d{2}-\d{2}|YYYY-MM-DD/.test(description)
      ? toIsoDate(text, "date")
      : undefined;
  return iso ?? text;
}

/** A text as the plain value it spells: a number, a truth value, else itself. */
export function plainValue(text: string): unknown {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text === "true" ? true : text === "false" ? false : text;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Clamped to the bounds of the schema: a service that allows 100 gives 100 to who asks for 500. */
function convertNumber(text: string, schema: Schema): number | undefined {
  const match = /-?\d+(?:\.\d+)?/.exec(text);
  if (!match) return undefined;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema as {
    minimum?: number;
    maximum?: number;
  };
  const value = Math.min(maximum, Math.max(minimum, Number(match[0])));
  return typeOf(schema) === "integer" ? Math.trunc(value) : value;
}

function fitText(text: string, schema: Schema): string | undefined {
  const fitted = schema.format === "date-time" || schema.format === "date" ? toIsoDate(text, schema.format) : text;
  if (fitted === undefined) return undefined;
  if (typeof schema.format === "string" && !hasFormat(fitted, schema.format)) return undefined;
  if (typeof schema.pattern === "string" && !matches(schema.pattern, fitted)) return undefined;
  if (typeof schema.minLength === "number" && fitted.length < schema.minLength) return undefined;
  return typeof schema.maxLength === "number" ? fitted.slice(0, schema.maxLength) : fitted;
}

function hasFormat(text: string, name: string): boolean {
  const format: unknown = (fullFormats as Record<string, unknown>)[name === "url" ? "uri" : name];
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === "function") return Boolean(format(text));
  const validate = (format as { validate?: RegExp | ((value: string) => boolean) } | undefined)?.validate;
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate === "function" ? validate(text) : true;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    // A pattern of another dialect cannot be checked here; the tool will.
    return true;
  }
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Dates that are complete in themselves; "tomorrow" is not, and there is no clock here. */
function toIsoDate(text: string, format: "date" | "date-time"): string | undefined {
  const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const named = /\b([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/i.exec(text);
  const month = named ? months.indexOf(named[1]!.toLowerCase()) + 1 : 0;
  const day = iso ? iso[0] : month > 0 ? `${named![3]}-${pad(month)}-${pad(Number(named![2]))}` : undefined;
  if (day === undefined) return undefined;
  if (format === "date") return day;
  const whole = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/.exec(text);
  if (whole) return whole[0];
  const clock = /(?:[T ]|\bat )(\d{1,2})(?::(\d{2}))?\s?(am|pm)?\b/i.exec(
    text.slice(text.indexOf(iso?.[0] ?? named![0]) + (iso?.[0] ?? named![0]).length),
  );
  if (!clock) return `${day}T00:00:00Z`;
  const hour = (Number(clock[1]) % (clock[3] ? 12 : 24)) + (/pm/i.test(clock[3] ?? "") ? 12 : 0);
  return `${day}T${pad(hour)}:${clock[2] ?? "00"}:00Z`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
