import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../catalog/defaults.js";
import { type SchemaChange, transformSchema } from "../../../catalog/schema/transform.js";
import type { JsonSchema } from "../../../catalog/types.js";
import { foreignSchema } from "./foreign-schemas.js";
import { instancesOf } from "./instances.js";

const validator = new Ajv2020({
  strict: false,
  allErrors: true,
  ownProperties: true,
  addUsedSchema: false,
  logger: false,
});
addFormats.default(validator);

/** The validator passes over a property `__proto__`; the tests of arguments have it. */
function hasProto(value: unknown): boolean {
  return JSON.stringify(value).includes('"__proto__":');
}

function compile(schema: unknown) {
  try {
    return validator.compile(schema as object);
  } catch {
    return undefined;
  }
}

/** Whether a change allows a failure at a place of the arguments. */
function covers({ path, wider }: SchemaChange, place: string): boolean {
  if (!wider) return false;
  const [wanted, given] = [path.split("/"), place.split("/")];
  const isLongEnough = wider === "here" ? wanted.length === given.length : wanted.length <= given.length;
  return isLongEnough && wanted.every((step, index) => step === "*" || step === given[index]);
}

const combining = ["anyOf", "oneOf", "not", "if", "contains"];

/** The failures that are no consequence of another: those of branches belong to their union. */
function groups(errors: readonly ErrorObject[], refers: boolean): ErrorObject[][] {
  const unions = errors.filter(({ keyword }) => combining.includes(keyword));
  // Behind a reference an error no longer says to which union it belongs: then only its place does.
  const isWithin = (error: ErrorObject, union: ErrorObject) =>
    union !== error &&
    error.instancePath.startsWith(union.instancePath) &&
    (refers || error.schemaPath.startsWith(`${union.schemaPath}/`));
  return errors
    .filter(
      (error) => !unions.some((union) => isWithin(error, union) && !(unions.includes(error) && isWithin(union, error))),
    )
    .map((error) => [
      error,
      ...errors.filter(
        (other) =>
          other !== error && other.instancePath.startsWith(error.instancePath) && combining.includes(error.keyword),
      ),
    ]);
}

let checked = 0;
let exact = 0;

function holds(schema: Record<string, unknown>, seed: number): void {
  const original = compile(schema);
  if (!original) return;
  const { schema: sent, toOriginal, names, changes } = transformSchema(schema as JsonSchema);
  const accepted = compile(sent);
  expect(accepted, "the schema that is sent compiles").toBeDefined();
  for (const instance of fc.sample(instancesOf(sent), { seed, numRuns: 12 })) {
    if (!accepted!(instance)) continue;
    // A tool's own name for a renamed parameter is taken as that parameter, not as a further one.
    if ([...names.values()].some((own) => JSON.stringify(instance).includes(`${JSON.stringify(own)}:`))) continue;
    checked += 1;
    const args = toOriginal(structuredClone(instance) as Record<string, unknown>);
    let valid: boolean;
    try {
      valid = original(args) as boolean;
    } catch {
      continue;
    }
    if (valid) exact += 1;
    else {
      const failures = groups(original.errors ?? [], JSON.stringify(schema).includes('"$ref"'));
      const unlisted = failures.filter(
        (group) => !group.some(({ instancePath }) => changes.some((change) => covers(change, instancePath))),
      );
      expect(unlisted, JSON.stringify({ schema, sent, args, changes })).toEqual([]);
    }
  }
}

describe("the round trip", () => {
  it("sampled arguments for the sent schema satisfy the tool's own, or fail at a place that is listed as wider", () => {
    fc.assert(
      fc.property(foreignSchema, fc.integer(), (schema, seed) => {
        fc.pre(!hasProto(schema));
        holds(schema, seed);
      }),
      { numRuns: 600 },
    );
    expect(checked).toBeGreaterThan(1_500);
    expect(exact / checked).toBeGreaterThan(0.5);
  });

  it("comes out the same the second time", () => {
    fc.assert(
      fc.property(foreignSchema, (schema) => {
        const { schema: once } = transformSchema(schema as JsonSchema);
        const twice = transformSchema(structuredClone(once));
        expect(twice.schema).toEqual(once);
        expect(twice.changes).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it("holds with narrow limits too", () => {
    const limits = { ...defaults.schemaLimits, depth: 2, recursionDepth: 1, properties: 2, enumValues: 2, branches: 2 };
    fc.assert(
      fc.property(foreignSchema, (schema) => {
        const once = transformSchema(schema as JsonSchema, limits).schema;
        expect(transformSchema(once, limits).schema).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });
});
