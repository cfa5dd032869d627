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

describe("work that doubles at each level", () => {
  const doubled = (levels: number, combine: (two: object[]) => object) => {
    const $defs: Record<string, object> = { d0: { type: "string" } };
    for (let level = 1; level <= levels; level += 1) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = combine([{ $ref }, { $ref }]);
    }
    const properties = { a: { $ref: `#/$defs/d${levels}` }, b: { type: "integer" }, c: { enum: ["x"] } };
    return { type: "object", properties, required: ["b"], additionalProperties: false, $defs };
  };

  it.each<[string, (two: object[]) => object]>([
    ["anyOf", (anyOf) => ({ anyOf })],
    ["oneOf", (oneOf) => ({ oneOf })],
    ["allOf", (allOf) => ({ allOf })],
    ["conditions", ([one, two]) => ({ if: one, else: two })],
    ["dependent schemas", ([one, two]) => ({ not: one, dependentSchemas: { a: two }, anyOf: [two] })],
  ])("by %s is given up after a while, and everything else is checked", (_name, combine) => {
    const schema = doubled(60, combine);
    const check = compileSchema(schema)!;
    const started = process.cpuUsage();
    expect(check({ a: 1, b: 2, c: "x" })).toBe(true);
    expect(check({ a: 1, b: "two" })).toBe(false);
    expect(check.errors.map(({ instancePath }) => instancePath)).toEqual(["/b"]);
    for (const wrong of [{ a: 1 }, { b: 2, c: "y" }, { a: 1, b: 2, d: 3 }]) expect(check(wrong)).toBe(false);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it("is done where it is little, and the errors are those of the last value", () => {
    const check = compileSchema(doubled(5, (anyOf) => ({ anyOf })))!;
    expect(check({ a: "x", b: 2 })).toBe(true);
    expect(check.errors).toEqual([]);
    expect(check({ a: 1, b: 2 })).toBe(false);
    expect(check.errors.length).toBeGreaterThan(5);
    expect(check({ a: "x", b: 2 })).toBe(true);
    expect(check.errors).toEqual([]);
  });

  it("by the depth of the arguments is given up too", () => {
    const $ref = "#/$defs/node";
    const node = { anyOf: [{ properties: { next: { $ref }, end: { const: 1 } } }, { properties: { next: { $ref } } }] };
    const check = compileSchema({ properties: { a: { $ref }, b: { type: "integer" } }, $defs: { node } })!;
    let value: object = { next: 7, end: 2 };
    for (let level = 0; level < 60; level += 1) value = { next: value, end: 2 };
    expect(check({ a: value, b: 1 })).toBe(true);
    expect(check({ a: value, b: "x" })).toBe(false);
  });

  it("in a schema that is written out is not compiled, and everything else is checked", () => {
    let shared: object = { type: "string" };
    for (let level = 0; level < 40; level += 1) shared = { anyOf: [shared, shared] };
    const check = compileSchema({ properties: { a: shared, b: { type: "integer" } } })!;
    expect(check({ a: 1, b: 1 })).toBe(true);
    expect(check({ a: 1, b: "x" })).toBe(false);
  });

  it("a circle of references leaves the rest checked", () => {
    const schema = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } }, properties: { b: { type: "integer" } } };
    expect(accepts(schema, { b: 1 })).toBe(true);
    expect(accepts(schema, { b: "x" })).toBe(false);
  });

  it("a keyword of the tool's own by the name of the counter changes nothing", () => {
    const schema = { "toolgap-step": { type: "string" }, properties: { b: { "toolgap-step": 7, type: "integer" } } };
    expect(accepts(schema, { b: 1 })).toBe(true);
    expect(accepts(schema, { b: "x" })).toBe(false);
  });

  it("large arguments for a plain schema are checked whole", () => {
    const items = { type: "object", properties: { id: { type: "integer" }, name: { type: ["string", "null"] } } };
    const schema = { properties: { rows: { type: "array", items } } };
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, name: "x" }));
    expect(accepts(schema, { rows })).toBe(true);
    expect(accepts(schema, { rows: [...rows, { id: "x" }] })).toBe(false);
  });
});
