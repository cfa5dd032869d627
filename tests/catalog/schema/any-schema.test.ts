import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../catalog/defaults.js";
import { findRuleViolations } from "../../../catalog/schema/provider-rules.js";
import { transformSchema } from "../../../catalog/schema/transform.js";
import { compileSchema } from "../../../catalog/schema/validator.js";
import type { JsonSchema } from "../../../catalog/types.js";
import { brokenSchema, foreignSchema } from "./foreign-schemas.js";

const schemas = fc.oneof(brokenSchema, foreignSchema) as fc.Arbitrary<JsonSchema>;
const narrow = { ...defaults.schemaLimits, depth: 3, properties: 3, enumValues: 3, branches: 3, totalLength: 2_000 };

describe("any schema, however broken,", () => {
  it.each([
    ["usual", defaults.schemaLimits],
    ["narrow", narrow],
  ])("becomes one that a strict provider takes, within %s limits", (_name, limits) => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(findRuleViolations(transformSchema(schema, limits).schema, limits)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it("comes out the same the second time", () => {
    fc.assert(
      fc.property(brokenSchema as fc.Arbitrary<JsonSchema>, (schema) => {
        const once = transformSchema(schema).schema;
        expect(transformSchema(structuredClone(once)).schema).toEqual(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is left as it was", () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const before = JSON.stringify(schema);
        transformSchema(schema);
        expect(JSON.stringify(schema)).toBe(before);
      }),
    );
  });

  it("compiles, or lets everything through", () => {
    fc.assert(
      fc.property(brokenSchema, fc.object(), (schema, args) => {
        if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
        const check = compileSchema(schema as Record<string, unknown>);
        if (check === undefined) return;
        expect(check(args)).toBeTypeOf("boolean");
      }),
      { numRuns: 300 },
    );
  });

  it("however deep ends", () => {
    let deep: JsonSchema = { type: "string" };
    for (let level = 0; level < 5000; level += 1) deep = { type: "object", properties: { next: deep } };
    const { schema, changes } = transformSchema(deep);
    expect(JSON.stringify(schema).length).toBeLessThan(5000);
    expect(changes.some(({ what, wider }) => what.includes("nesting is cut") && wider === "below")).toBe(true);
  });

  it("with a name of many underscores takes time in proportion to it", () => {
    const name = `a b${"_".repeat(200_000)}c`;
    const started = performance.now();
    const { schema, toOriginal } = transformSchema({ type: "object", properties: { [name]: { type: "string" } } });
    expect(performance.now() - started).toBeLessThan(3_000);
    const [sent] = Object.keys(schema.properties as object);
    expect(Object.keys(toOriginal({ [sent!]: "x" }))).toEqual([name]);
  });

  it("that holds itself as an object ends", () => {
    const endless: Record<string, unknown> = { type: "object", default: {} };
    endless.properties = { again: endless };
    (endless.default as Record<string, unknown>).self = endless.default;
    expect(findRuleViolations(transformSchema(endless).schema)).toEqual([]);
  });
});
