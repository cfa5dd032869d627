import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { transformSchema } from "../../catalog/schema/transform.js";
import { toFunctionTool } from "../../catalog/schema.js";
import type { CatalogTool, JsonSchema } from "../../catalog/types.js";

function toolOf(inputSchema: unknown, description: unknown = "Does something."): CatalogTool {
  return {
    id: { server: "s", name: "t" },
    description: description as string,
    inputSchema: inputSchema as JsonSchema,
    annotations: {},
    examples: [],
    executable: false,
    simulated: false,
  };
}

function parametersOf(inputSchema: unknown): Record<string, unknown> {
  return toFunctionTool(toolOf(inputSchema), "t").function.parameters;
}

function describedBy(inputSchema: unknown, description?: string): string {
  return toFunctionTool(toolOf(inputSchema, description), "t").function.description;
}

describe("parameters", () => {
  it.each([
    ["true", true],
    ["false", false],
    ["nothing", undefined],
    ["null", null],
    ["an array", []],
    ["an empty object", {}],
    ["another type", { type: "string" }],
    ["properties that are null", { type: "object", properties: null }],
    ["required that is null", { type: "object", required: null }],
  ])("%s as schema is an object without parameters", (_name, schema) => {
    expect(parametersOf(schema)).toEqual({ type: "object", properties: {} });
  });

  it("a plain schema passes as it is, without its dialect", () => {
    const schema = {
      type: "object",
      properties: {
        path: { type: "string", description: "Where.", default: "." },
        depth: { type: ["integer", "null"], minimum: 0 },
        kinds: { type: "array", items: { enum: ["file", "folder"] } },
      },
      required: ["path"],
      additionalProperties: false,
    };
    expect(parametersOf({ $schema: "http://json-schema.org/draft-07/schema#", ...schema })).toEqual(schema);
  });

  it("tolerates boolean properties, unknown types and lists that are not lists", () => {
    const properties = { any: true, never: false, odd: { type: "text", enum: null, required: null }, none: null };
    expect(parametersOf({ properties, required: ["any", "any", 7] })).toEqual({
      type: "object",
      properties: { any: {}, odd: {}, none: {} },
      required: ["any"],
    });
  });

  it("a required name without a property gets one", () => {
    expect(parametersOf({ type: "object", required: ["query"] })).toEqual({
      type: "object",
      properties: { query: {} },
      required: ["query"],
    });
  });

  it("an array says what its elements are, and a tuple's places become alternatives", () => {
    const properties = {
      bare: { type: "array" },
      pair: { type: "array", items: [{ type: "string" }, { type: "number" }] },
      modern: { type: "array", prefixItems: [{ type: "string" }], items: false },
    };
    expect(parametersOf({ type: "object", properties }).properties).toEqual({
      bare: { type: "array", items: {} },
      pair: {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "number" }] },
        description: "In this order: string, number.",
      },
      modern: { type: "array", items: { type: "string" }, maxItems: 1, description: "In this order: string." },
    });
  });

  it("does not touch examples and defaults that look like schemas", () => {
    const data = { $ref: "#/nowhere", required: null };
    expect(parametersOf({ properties: { a: { default: data, examples: [data] } } }).properties).toEqual({
      a: { default: data, examples: [data] },
    });
  });

  it("keeps a parameter named like a keyword, under a name that providers accept", () => {
    const properties = { $ref: { type: "string" }, definitions: { type: "object" }, ["__proto__"]: { type: "number" } };
    const names = ["ref", "definitions", "__proto__"];
    expect(Object.keys(parametersOf({ properties }).properties as object)).toEqual(names);
  });
});

describe("references", () => {
  it("are written out, with what stands beside them", () => {
    const schema = {
      type: "object",
      properties: {
        home: { $ref: "#/$defs/address", description: "Where you live." },
        work: { $ref: "#/definitions/a~1b" },
      },
      $defs: {
        address: { type: "object", description: "An address.", properties: { city: { $ref: "#/$defs/city" } } },
        city: { type: "string" },
      },
      definitions: { "a/b": { type: "integer" } },
    };
    expect(parametersOf(schema)).toEqual({
      type: "object",
      properties: {
        home: { type: "object", description: "Where you live.", properties: { city: { type: "string" } } },
        work: { type: "integer" },
      },
    });
  });

  it("at the top are written out", () => {
    const schema = {
      $ref: "#/$defs/input",
      $defs: { input: { type: "object", properties: { a: { type: "string" } } } },
    };
    expect(parametersOf(schema)).toEqual({ type: "object", properties: { a: { type: "string" } } });
  });

  it("that recur are written out twice more, then end at their type with a note", () => {
    const node = {
      type: "object",
      description: "A node.",
      properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } },
    };
    const { properties } = parametersOf({ properties: { root: { $ref: "#/$defs/node" } }, $defs: { node } });
    const level = (items: unknown) => ({ ...node, properties: { children: { type: "array", items } } });
    const last = { type: "object", description: "A node.\nNested further in the same way." };
    expect(properties).toEqual({ root: level(level(level(last))) });
  });

  it.each(["https://example.com/schema.json", "file:///etc/passwd", "#/$defs/missing", "#anchor", "#/%E0%A4%A"])(
    "%s leads nowhere and accepts anything",
    ($ref) => {
      expect(parametersOf({ properties: { a: { $ref, title: "A" } } }).properties).toEqual({ a: { title: "A" } });
    },
  );

  it("that only lead to each other end", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" }, self: { $ref: "#/$defs/self" } };
    expect(
      parametersOf({ properties: { a: { $ref: "#/$defs/a" }, self: { $ref: "#/$defs/self" } }, $defs }).properties,
    ).toEqual({ a: {}, self: {} });
  });

  it("that double at each level stay of a bearable size", () => {
    const $defs: Record<string, unknown> = { d0: { type: "string" } };
    for (let level = 1; level <= 30; level += 1) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = { type: "object", properties: { left: { $ref }, right: { $ref } } };
    }
    expect(JSON.stringify(parametersOf({ $ref: "#/$defs/d30", $defs })).length).toBeLessThan(200_000);
  });
});

describe("combinations at the top", () => {
  const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  const url = { type: "object", properties: { url: { type: "string" }, token: { type: "string" } }, required: ["url"] };

  it("allOf is merged", () => {
    expect(parametersOf({ type: "object", properties: { id: {} }, required: ["id"], allOf: [path, url] })).toEqual({
      type: "object",
      properties: { id: {}, path: { type: "string" }, url: { type: "string" }, token: { type: "string" } },
      required: ["id", "path", "url"],
    });
  });

  it("allOf keeps both demands on one parameter", () => {
    const schema = {
      allOf: [{ properties: { n: { minimum: 1 } } }, { properties: { n: { maximum: 9, minimum: 0 } } }],
    };
    expect(parametersOf(schema).properties).toEqual({ n: { minimum: 1, maximum: 9 } });
  });

  it.each(["anyOf", "oneOf"])(
    "%s of different objects is wrapped into one parameter, and unwrapped for the tool",
    (keyword) => {
      const schema = { [keyword]: [path, url, { type: "string" }] };
      expect(parametersOf(schema)).toEqual({
        type: "object",
        properties: { input: { anyOf: [path, url] } },
        required: ["input"],
        additionalProperties: false,
      });
      const { toOriginal } = transformSchema(schema);
      expect(toOriginal({ input: { path: "a" } })).toEqual({ path: "a" });
      expect(toOriginal({ path: "a" })).toEqual({ path: "a" });
    },
  );

  it("what stands beside a union holds in each of its branches", () => {
    const schema = { properties: { input: { type: "string" } }, required: ["input"], anyOf: [path, url] };
    const { arguments: wrapped } = parametersOf(schema).properties as {
      arguments: { anyOf: { required: string[] }[] };
    };
    expect(wrapped.anyOf.map(({ required }) => required)).toEqual([
      ["input", "path"],
      ["input", "url"],
    ]);
  });

  it("branches that only require names keep the parameters beside them", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(parametersOf(schema)).toEqual({ type: "object", properties: schema.properties });
    expect(describedBy(schema, "")).toBe("Give one of these sets of parameters: (a) or (b).");
  });

  it("a union of which one branch is an object is that object", () => {
    const schema = { anyOf: [{ type: "null" }, path, false] };
    expect(parametersOf(schema)).toEqual(path);
  });
});

describe("description", () => {
  it("is cut with an ellipsis, never inside a character", () => {
    const long = describedBy({}, "😀".repeat(defaults.maxDescriptionLength));
    expect(long.length).toBeLessThanOrEqual(defaults.maxDescriptionLength);
    expect(long).toMatch(/^(😀)+…$/u);
  });

  it("a cut leaves room for what the schema needs to say", () => {
    const schema = { anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    const long = describedBy(schema, "x".repeat(5000));
    expect(long).toHaveLength(defaults.maxDescriptionLength);
    expect(long).toMatch(/x…\nGive one of these sets of parameters: \(a\) or \(b\)\.$/);
  });

  it("loses what cannot be seen, here and in parameters", () => {
    const hidden = "Read\u200b a \u202efile\u{e0041}\u{e0042}.\u0000\u001b[0m\r\nThen\tstop\ufeff.";
    expect(describedBy({}, hidden)).toBe("Read a file.[0m\nThen\tstop.");
    expect(parametersOf({ properties: { a: { description: hidden } } }).properties).toEqual({
      a: { description: "Read a file.[0m\nThen\tstop." },
    });
  });

  it("that is missing is empty", () => {
    expect(toFunctionTool(toolOf({}, null), "t").function.description).toBe("");
  });
});
