/** From a tool's own JSON Schema to the one that is sent to providers, and the way back for the arguments. */
import { defaults } from "../defaults.js";
import { isObject } from "../definition.js";
import type { JsonSchema } from "../types.js";
import { limit, type SchemaLimits } from "./limits.js";
import { notes, type SchemaChange } from "./node.js";
import { toRoot } from "./root.js";
import { simplify } from "./simplify.js";
import { createWayBack, type ParameterNames, renameParameters } from "./way-back.js";

export type { SchemaChange } from "./node.js";

export interface TransformedSchema {
  /** The schema to send; its rules are in provider-rules.ts. */
  schema: Record<string, unknown>;
  /** What the schema cannot say, for the description of the function; undefined when it says all. */
  note: string | undefined;
  /** From arguments for `schema` to arguments for the tool. Arguments in the tool's own form pass as they are. */
  toOriginal: (args: Record<string, unknown>) => Record<string, unknown>;
  /** From the names of parameters that were changed to the tool's own. */
  names: ParameterNames;
  /** Every difference but those that lose nothing: references written out, `allOf` merged, `const` as `enum`. */
  changes: SchemaChange[];
}

/**
 * Rewrites a JSON Schema of any draft from 4 to 2020-12, booleans included. Never throws, and leaves the given schema as
 * it is. What comes out comes out the same the second time.
 *
 * Arguments that satisfy the new schema satisfy the given one after `toOriginal`, except at the places that `changes`
 * lists as wider.
 */
export function transformSchema(given: JsonSchema, limits: SchemaLimits = defaults.schemaLimits): TransformedSchema {
  const source = isObject(given) ? given : {};
  const { node, changes } = simplify(source, limits);
  const root = toRoot(node, (change) => changes.push(change));
  const renamed = renameParameters(root.node);
  for (const [name, own] of renamed.names) {
    changes.push({ path: "", what: `the parameter ${JSON.stringify(own)} is called ${name}` });
  }
  const limited = limit(renamed.node, { wrapper: root.wrapper, names: renamed.names }, limits);
  const { [notes]: said, ...schema } = limited.node;
  return {
    schema,
    note: said?.join(" "),
    toOriginal: createWayBack(schema, renamed.names, root.wrapper),
    names: renamed.names,
    changes: distinct([...changes, ...limited.changes]),
  };
}

function distinct(changes: readonly SchemaChange[]): SchemaChange[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

const known = new WeakMap<object, TransformedSchema>();

/** The same, remembered as long as the schema lives. What it returns belongs to all callers: it must not be changed. */
export function transformOnce(given: JsonSchema): TransformedSchema {
  if (!isObject(given)) return transformSchema(given);
  let transformed = known.get(given);
  if (!transformed) {
    transformed = transformSchema(given);
    known.set(given, transformed);
  }
  return transformed;
}
