/** Checks the arguments of a call against the tool's own JSON Schema and says what to change in words a model can act on. */
import type { Options, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeErrors } from "./argument-errors.js";
import { isObject } from "./definition.js";
import type { JsonSchema, ToolDefinition } from "./types.js";

type Compiled = ValidateFunction | "anything";

/**
 * A checker that compiles each schema on its first use and keeps the result as long as the tool lives.
 *
 * Drafts 7 and 2020-12 are told apart by `$schema`; without one both are tried, the newer first. References to other
 * documents are never fetched. What cannot be compiled lets every object through.
 *
 * @returns undefined for valid arguments, else a text for the model.
 */
export function createArgumentChecker(): (tool: ToolDefinition, args: unknown) => string | undefined {
  const compiled = new WeakMap<ToolDefinition, Compiled>();
  const compile = createCompiler();
  return (tool, args) => {
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      const kind = Array.isArray(args) ? "an array" : args === null ? "null" : typeof args;
      return `Invalid arguments for ${tool.name}: expected one JSON object, given ${kind}.`;
    }
    if (tool.inputSchema === true) return undefined;
    // Taken literally `false` forbids every call; what its author meant is that the tool takes nothing.
    if (tool.inputSchema === false) {
      return Object.keys(args).length === 0 ? undefined : `Invalid arguments for ${tool.name}: it takes none, send {}.`;
    }
    let check = compiled.get(tool);
    if (check === undefined) {
      check = compile(tool.inputSchema);
      compiled.set(tool, check);
    }
    if (check === "anything" || check(args)) return undefined;
    return describeErrors(tool, args as Record<string, unknown>, check.errors ?? []);
  };
}

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
};

function createCompiler(): (schema: Exclude<JsonSchema, boolean>) => Compiled {
  const engines = new Map<string, Ajv | Ajv2020>();
  const engineOf = (draft: "7" | "2020", unicodeRegExp: boolean) => {
    const key = `${draft} ${unicodeRegExp}`;
    let engine = engines.get(key);
    if (!engine) {
      engine = draft === "7" ? new Ajv({ ...options, unicodeRegExp }) : new Ajv2020({ ...options, unicodeRegExp });
      addFormats.default(engine);
      engines.set(key, engine);
    }
    return engine;
  };
  return (schema) => {
    const { $schema: dialect, ...others } = schema;
    const rest = readable(others);
    if (rest === undefined) return "anything";
    const isOlder = typeof dialect === "string" && /draft-0[67]/.test(dialect);
    for (const draft of isOlder ? (["7"] as const) : (["2020", "7"] as const)) {
      // Many patterns in the wild are valid only without the `u` flag.
      for (const unicodeRegExp of [true, false]) {
        const engine = engineOf(draft, unicodeRegExp);
        try {
          const validate = engine.compile(rest);
          // An `$async` schema answers with a promise, which would pass for "valid".
          if (!("$async" in validate)) return validate;
        } catch {
          // The next engine may accept it; when none does, the tool itself judges its arguments.
        } finally {
          engine.removeSchema(rest);
        }
      }
    }
    return "anything";
  };
}

/** The schema in a form that the validator takes as it was meant; undefined for one without an end. */
function readable(schema: Record<string, unknown>): Record<string, unknown> | undefined {
  try {
    return acceptProto(schema) as Record<string, unknown>;
  } catch {
    // It holds itself, or is nested deeper than the stack.
    return undefined;
  }
}

/** A copy in which a property `__proto__`, which the validator passes over in `properties`, is a pattern of that name. */
function acceptProto(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(acceptProto);
  if (!isObject(node)) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, acceptProto(value)]),
  );
  if (isObject(copy.properties) && Object.hasOwn(copy.properties, "__proto__")) {
    const { __proto__: schema, ...others } = copy.properties;
    copy.properties = others;
    copy.patternProperties = { ...(copy.patternProperties as object | undefined), "^__proto__$": schema };
  }
  return copy;
}
