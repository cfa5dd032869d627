import { afterEach, describe, expect, it, vi } from "vitest";
import { linearTest } from "../../../catalog/schema/pattern.js";
import { compileSchema } from "../../../catalog/schema/validator.js";

function accepts(schema: Record<string, unknown>, value: unknown): boolean {
  return compileSchema(schema)!(value) as boolean;
}

describe("patterns of strangers", () => {
  it.each(["^(a+)+$", "^(a|aa)+$", "^([a-z]+)*$", "(.*)*x"])("%s takes time in proportion to the text", (pattern) => {
    const schema = { properties: { a: { type: "string", pattern } } };
    const started = performance.now();
    expect(accepts(schema, { a: `${"a".repeat(50_000)}!` })).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each(["^(?=a)b", "(?<!a)b", "(a)\\1", "^.{1,5000}$", "(", "x".repeat(5_000)])(
    "%s has no test in linear time and is not checked",
    (pattern) => {
      expect(linearTest(pattern)).toBeUndefined();
      expect(accepts({ properties: { a: { pattern } } }, { a: "zzz" })).toBe(true);
    },
  );

  it("names that cannot be matched in linear time do not close an object", () => {
    const schema = { patternProperties: { "^(?=x)": { type: "string" } }, additionalProperties: false };
    expect(accepts(schema, { a: 7 })).toBe(true);
  });

  it("two patterns in one schema are told apart", () => {
    const schema = { properties: { a: { pattern: "^x" }, b: { pattern: "^y" } } };
    expect(accepts(schema, { a: "x", b: "y" })).toBe(true);
    expect(accepts(schema, { a: "y", b: "y" })).toBe(false);
  });
});

describe("drafts", () => {
  const recursive = (anchor: object, reference: object) => ({
    ...anchor,
    type: "object",
    properties: { name: { type: "string" }, next: reference },
  });

  it.each<[string, Record<string, unknown>, unknown, unknown]>([
    [
      "draft 4 bounds",
      { $schema: "http://json-schema.org/draft-04/schema#", properties: { a: { minimum: 1, exclusiveMinimum: true } } },
      { a: 2 },
      { a: 1 },
    ],
    ["draft 4 ids", { id: "http://example.com/a", properties: { id: { type: "string" } } }, { id: "x" }, { id: 7 }],
    [
      "draft 7 dependencies",
      { $schema: "http://json-schema.org/draft-07/schema#", dependencies: { a: ["b"] } },
      { a: 1, b: 1 },
      { a: 1 },
    ],
    [
      "2019-09 recursion",
      {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        ...recursive({ $recursiveAnchor: true }, { $recursiveRef: "#" }),
      },
      { next: { name: "x" } },
      { next: { name: 7 } },
    ],
    [
      "2020-12 recursion",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        ...recursive({ $dynamicAnchor: "node" }, { $dynamicRef: "#node" }),
      },
      { next: { name: "x" } },
      { next: { name: 7 } },
    ],
    [
      "2020-12 tuples",
      { properties: { a: { prefixItems: [{ type: "string" }], items: false } } },
      { a: ["x"] },
      { a: ["x", 1] },
    ],
    [
      "an anchor",
      { properties: { a: { $ref: "#text" } }, $defs: { t: { $anchor: "text", type: "string" } } },
      { a: "x" },
      { a: 7 },
    ],
    ["nullable of OpenAPI", { properties: { a: { type: "string", nullable: true } } }, { a: null }, { a: 7 }],
  ])("%s are understood", (_name, schema, valid, invalid) => {
    expect(accepts(schema, valid)).toBe(true);
    expect(accepts(schema, invalid)).toBe(false);
  });
});

describe("what is malformed", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each<[string, Record<string, unknown>]>([
    ["an unknown type", { type: "objekt" }],
    ["required that is null", { required: null }],
    ["a bound that is text", { minProperties: "one" }],
    ["a remote reference", { allOf: [{ $ref: "https://example.com/a.json" }, { $ref: "file:///etc/passwd" }] }],
    ["a reference into nothing", { $ref: "#/$defs/none" }],
    ["an empty list of values", { enum: [] }],
    ["nullable without a type", { nullable: true }],
    ["an asynchronous schema", { $async: true }],
  ])("%s is left out, and the rest is checked", (_name, broken) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const schema = { ...broken, properties: { a: { type: "string" } } };
    expect(accepts(schema, { a: "x" })).toBe(true);
    expect(accepts(schema, { a: 7 })).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });
});
