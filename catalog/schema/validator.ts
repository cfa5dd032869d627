/** Compiles the JSON Schemas of strangers: any draft, whatever is malformed left out, nothing fetched, bounded in time. */
import type { Options, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject } from "../definition.js";
import { findKeywordProblem } from "../schema-problems.js";
import { define } from "./node.js";
import { linearTest } from "./pattern.js";
import { createResolver } from "./references.js";

/** The validator's regular expressions; a pattern that has none in linear time is not checked. */
const regExp = Object.assign(
  (pattern: string) => ({ test: linearTest(pattern) ?? (() => true), toString: () => JSON.stringify(pattern) }),
  { code: "linearRegExp" },
);

const options: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  validateSchema: false,
  // Otherwise every object has a "constructor" and a "toString".
  ownProperties: true,
  // Two tools may carry one `$id`.
  addUsedSchema: false,
  logger: false,
  code: { regExp },
};

/** Draft 4 is read as draft 7, which `readable` makes of it. */
const drafts = { "7": Ajv, "2019": Ajv2019, "2020": Ajv2020 } as const;
type Draft = keyof typeof drafts;
const engines = new Map<Draft, Ajv>();

function engineOf(draft: Draft): Ajv {
  let engine = engines.get(draft);
  if (!engine) {
    engine = new drafts[draft](options);
    addFormats.default(engine);
    engines.set(draft, engine);
  }
  return engine;
}

/** The drafts to try, in order: the one that the schema names, or the newest first. */
function draftsOf(dialect: unknown): readonly Draft[] {
  if (typeof dialect !== "string") return ["2020", "7"];
  if (/draft-0[3467]/.test(dialect)) return ["7"];
  return dialect.includes("2019-09") ? ["2019", "7"] : ["2020", "7"];
}

/**
 * Compiles a schema. References to other documents are never fetched: they accept anything, as does every part that is
 * malformed.
 *
 * @returns undefined for a schema that cannot be compiled at all.
 */
export function compileSchema(schema: Record<string, unknown>): ValidateFunction | undefined {
  const { $schema: dialect, ...given } = schema;
  let copy: Record<string, unknown>;
  try {
    copy = readable(given, createResolver(given));
  } catch {
    // It holds itself, or is nested deeper than the stack.
    return undefined;
  }
  for (const draft of draftsOf(dialect)) {
    const engine = engineOf(draft);
    try {
      return engine.compile(copy);
    } catch {
      // The next draft may accept it.
    } finally {
      engine.removeSchema(copy);
    }
  }
  return undefined;
}

type Resolve = (reference: string) => unknown;

const data = new Set(["enum", "const", "default", "examples", "example", "required", "type"]);
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** About the document, in words that this validator refuses or takes as something else. */
const dropped = new Set(["$async", "id", "$vocabulary"]);

const texts = new Set(["$id", "$anchor", "$dynamicAnchor"]);

/** A copy in which each part is one that the validator takes as it was meant; what is malformed is left out. */
function readable(schema: Record<string, unknown>, resolve: Resolve): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) && typeof value !== "object") continue;
    if (value === null && keyword !== "const" && keyword !== "default") continue;
    if (texts.has(keyword) && typeof value !== "string") continue;
    if (findKeywordProblem(keyword, value) !== undefined) continue;
    if (keyword === "enum" && (value as unknown[]).length === 0) continue;
    if (keyword === "nullable" && schema.type === undefined) continue;
    if (/^\$(dynamic|recursive)?[rR]ef$/.test(keyword) && (typeof value !== "string" || resolve(value) === undefined))
      continue;
    define(copy, keyword, readableValue(keyword, value, resolve));
  }
  readExclusiveBounds(copy);
  acceptProto(copy);
  dropUncheckedNames(copy);
  return copy;
}

function readableValue(keyword: string, value: unknown, resolve: Resolve): unknown {
  const inner = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inner);
    // Between schemas only a schema may stand.
    return isObject(part) ? readable(part, resolve) : part;
  };
  if (data.has(keyword)) return value;
  if (!named.has(keyword)) return inner(value);
  const copy = {};
  for (const [name, part] of Object.entries(value as object)) {
    const isSchema = isObject(part) || typeof part === "boolean";
    if (isSchema || Array.isArray(part)) define(copy, name, isSchema ? inner(part) : part);
    else define(copy, name, true);
  }
  return copy;
}

/** Draft 4 said `exclusiveMinimum: true` beside the bound. */
function readExclusiveBounds(copy: Record<string, unknown>): void {
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof copy[exclusive] !== "boolean") continue;
    const isExclusive = copy[exclusive] && copy[bound] !== undefined;
    if (isExclusive) copy[exclusive] = copy[bound];
    else delete copy[exclusive];
    if (isExclusive) delete copy[bound];
  }
}

/** A property `__proto__`, which the validator passes over in `properties`, becomes a pattern of that name. */
function acceptProto(copy: Record<string, unknown>): void {
  if (!isObject(copy.properties) || !Object.hasOwn(copy.properties, "__proto__")) return;
  const { __proto__: schema, ...others } = copy.properties;
  copy.properties = others;
  copy.patternProperties = { ...(copy.patternProperties as object | undefined), "^__proto__$": schema };
}

/** Names of properties that cannot be matched in linear time may have any value. */
function dropUncheckedNames(copy: Record<string, unknown>): void {
  if (!isObject(copy.patternProperties)) return;
  const entries = Object.entries(copy.patternProperties);
  const checked = entries.filter(([pattern]) => linearTest(pattern));
  if (checked.length === entries.length) return;
  copy.patternProperties = Object.fromEntries(checked);
  delete copy.additionalProperties;
}
