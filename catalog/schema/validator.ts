/** Compiles the JSON Schemas of strangers: any draft, whatever is malformed left out, nothing fetched, bounded in time. */
import type { ErrorObject, Options, ValidateFunction } from "ajv";
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

/** Schemas within one that is compiled, and schemas looked at in one check: references may double them at each level. */
const mostSchemas = 20_000;
const mostSteps = 50_000;

class TooMuchWork extends Error {}

/** Counts the schemas that a check looks at, as a keyword that stands in each of them. */
const step = "toolgap-step";
let steps = 0;

function countStep(): boolean {
  steps += 1;
  if (steps > mostSteps) throw new TooMuchWork("the check of the arguments takes too long");
  return true;
}

/** Draft 4 is read as draft 7, which `readable` makes of it. */
const drafts = { "7": Ajv, "2019": Ajv2019, "2020": Ajv2020 } as const;
type Draft = keyof typeof drafts;
const engines = new Map<Draft, Ajv>();

function engineOf(draft: Draft): Ajv {
  let engine = engines.get(draft);
  if (!engine) {
    engine = new drafts[draft](options);
    addFormats.default(engine);
    engine.addKeyword({ keyword: step, validate: countStep, schema: false, errors: false });
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

/** Whether a value satisfies a schema; `errors` are those of the last value. */
export interface SchemaCheck {
  (value: unknown): boolean;
  errors: ErrorObject[];
}

/**
 * Compiles a schema. References to other documents are never fetched: they accept anything, as does every part that is
 * malformed. Where that would take more than a bounded number of steps, or a reference leads in a circle, everything is
 * checked but references and combinations, which may double the work at each level.
 *
 * @returns undefined for a schema that cannot be compiled at all.
 */
export function compileSchema(schema: Record<string, unknown>): SchemaCheck | undefined {
  const whole = compile(schema, none);
  let plain = whole ? undefined : compile(schema, combining);
  if (!whole && !plain) return undefined;
  const check: SchemaCheck = Object.assign(
    (value: unknown): boolean => {
      let used = whole;
      let isValid = whole && withinBounds(whole, value);
      if (isValid === undefined) {
        plain ??= compile(schema, combining);
        used = plain;
        isValid = plain === undefined || (withinBounds(plain, value) ?? true);
      }
      check.errors = used?.errors ?? [];
      return isValid;
    },
    { errors: [] },
  );
  return check;
}

/** Undefined where there is no answer within the steps, or the stack. */
function withinBounds(check: ValidateFunction, value: unknown): boolean | undefined {
  steps = 0;
  try {
    return check(value) as boolean;
  } catch (error) {
    if (error instanceof TooMuchWork || error instanceof RangeError) return undefined;
    throw error;
  }
}

function compile(schema: Record<string, unknown>, without: ReadonlySet<string>): ValidateFunction | undefined {
  const { $schema: dialect, ...given } = schema;
  let copy: Record<string, unknown>;
  try {
    copy = readable(given, { resolve: createResolver(given), without, schemas: 0 });
  } catch {
    // It holds itself, is nested deeper than the stack, or has too many parts.
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

interface Reading {
  resolve: (reference: string) => unknown;
  /** Keywords to leave out. */
  without: ReadonlySet<string>;
  /** How many schemas were read. */
  schemas: number;
}

const none: ReadonlySet<string> = new Set();

/** Keywords by which a value is held against further schemas, and those that depend on the outcome. */
const combining: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["dependentSchemas", "dependencies", "unevaluatedProperties", "unevaluatedItems"],
]);

const data = new Set(["enum", "const", "default", "examples", "example", "required", "type"]);
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** About the document, in words that this validator refuses or takes as something else. */
const dropped = new Set(["$async", "id", "$vocabulary"]);

const texts = new Set(["$id", "$anchor", "$dynamicAnchor"]);

/** A copy in which each part is one that the validator takes as it was meant; what is malformed is left out. */
function readable(schema: Record<string, unknown>, reading: Reading): Record<string, unknown> {
  reading.schemas += 1;
  if (reading.schemas > mostSchemas) throw new TooMuchWork("the schema has too many parts");
  const { resolve, without } = reading;
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (without.has(keyword) || keyword === step) continue;
    if (dropped.has(keyword) && typeof value !== "object") continue;
    if (value === null && keyword !== "const" && keyword !== "default") continue;
    if (texts.has(keyword) && typeof value !== "string") continue;
    if (findKeywordProblem(keyword, value) !== undefined) continue;
    if (keyword === "enum" && (value as unknown[]).length === 0) continue;
    if (keyword === "nullable" && schema.type === undefined) continue;
    if (/^\$(dynamic|recursive)?[rR]ef$/.test(keyword) && (typeof value !== "string" || resolve(value) === undefined))
      continue;
    define(copy, keyword, readableValue(keyword, value, reading));
  }
  readExclusiveBounds(copy);
  acceptProto(copy);
  dropUncheckedNames(copy);
  if (Object.keys(copy).length > 0) copy[step] = true;
  return copy;
}

function readableValue(keyword: string, value: unknown, reading: Reading): unknown {
  const inner = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inner);
    // Between schemas only a schema may stand.
    return isObject(part) ? readable(part, reading) : part;
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
