import { afterEach, describe, expect, it, vi } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import type { JsonSchema } from "../../catalog/types.js";

function check(inputSchema: JsonSchema, args: unknown): string | undefined {
  const catalog = new ToolCatalog([
    { name: "s", description: "", tools: [{ name: "find", description: "", inputSchema }] },
  ]);
  return catalog.validate({ server: "s", name: "find" }, args);
}

const schema: JsonSchema = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 2 },
    limit: { type: "integer", minimum: 1, maximum: 50 },
    sort: { enum: ["stars", "updated"] },
    since: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
    who: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
  },
  required: ["query"],
  additionalProperties: false,
};

describe("the text for the model", () => {
  it("valid arguments have none", () => {
    expect(check(schema, { query: "cats", limit: 3, sort: "stars", since: "2025-01-31", who: ["me"] })).toBeUndefined();
  });

  it("names a missing parameter, what it takes, and the parameters there are", () => {
    expect(check(schema, { limit: 3 })).toBe(
      'Invalid arguments for find: missing required parameter "query" (expected a string). ' +
        'Parameters: query (required, a string), limit (an integer), sort (one of "stars", "updated"), since (a string (date)), ' +
        "tags (an array of an object with name), who (a string or an array of a string). Given: limit.",
    );
  });

  it("names an unknown parameter and the parameters there are", () => {
    const text = check(schema, { query: "cats", q: "dogs" });
    expect(text).toContain('unknown parameter "q"');
    expect(text).toContain("Parameters: query (required, a string)");
    expect(text).toContain("Given: query, q.");
  });

  it.each([
    [{ limit: "ten" }, '"limit" must be an integer, given "ten"'],
    [{ limit: 99 }, '"limit" must be <= 50, given 99'],
    [{ query: "x" }, '"query" must NOT have fewer than 2 characters, given "x"'],
    [{ sort: "size" }, '"sort" must be one of "stars", "updated", given "size"'],
    [{ since: "yesterday" }, '"since" must be in the format "date", given "yesterday"'],
    [{ tags: [{ name: "a" }, {}] }, 'missing required parameter "tags[1].name" (expected a string)'],
    [{ tags: [{ name: 7 }] }, '"tags[0].name" must be a string, given 7'],
    [{ who: 7 }, '"who" must be a string or an array of a string, given 7'],
  ])("%j: which parameter, what was expected, what was given", (args, expected) => {
    const text = check(schema, { query: "cats", ...args });
    expect(text).toContain(expected);
    expect(text).toMatch(/^Invalid arguments for find: /);
  });

  it("tells all that is wrong at once, up to five things", () => {
    const properties = Object.fromEntries([..."abcdefg"].map((name) => [name, { type: "string" }]));
    const args = Object.fromEntries([..."abcdefg"].map((name) => [name, 1]));
    const text = check({ type: "object", properties }, args);
    expect(text?.match(/must be a string/g)).toHaveLength(5);
    expect(text).toContain("; and 2 more.");
  });

  it("cuts long values", () => {
    expect(check({ properties: { a: { type: "number" } } }, { a: "x".repeat(5000) })?.length).toBeLessThan(200);
  });

  it.each([
    [[], "an array"],
    [null, "null"],
    ["{}", "string"],
  ])("%j is not one JSON object", (args, kind) => {
    expect(check(schema, args)).toBe(`Invalid arguments for find: expected one JSON object, given ${kind}.`);
  });

  it("says that a tool is unknown", () => {
    expect(new ToolCatalog().validate({ server: "s", name: "find" }, {})).toBe("There is no tool s/find.");
  });
});

describe("schemas as they come", () => {
  afterEach(() => vi.restoreAllMocks());

  it("true takes everything, false takes nothing", () => {
    expect(check(true, { a: 1 })).toBeUndefined();
    expect(check(false, {})).toBeUndefined();
    expect(check(false, { a: 1 })).toBe("Invalid arguments for find: it takes none, send {}.");
  });

  it.each([
    ["draft 7 tuples", "http://json-schema.org/draft-07/schema#", { items: [{ type: "string" }] }],
    ["draft 7 tuples without a dialect", undefined, { items: [{ type: "string" }] }],
    ["2020-12 tuples", "https://json-schema.org/draft/2020-12/schema", { prefixItems: [{ type: "string" }] }],
    ["2020-12 tuples without a dialect", undefined, { prefixItems: [{ type: "string" }] }],
  ])("understands %s", (_name, $schema, tuple) => {
    const dialect = $schema === undefined ? {} : { $schema };
    expect(check({ ...dialect, type: "object", properties: { pair: tuple } }, { pair: [7] })).toContain('"pair[0]"');
  });

  it("follows local references, recursive ones too", () => {
    const node = {
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      required: ["name"],
    };
    const recursive = { type: "object", properties: { root: { $ref: "#/$defs/node" } }, $defs: { node } };
    expect(check(recursive, { root: { name: "a", children: [{ name: "b" }] } })).toBeUndefined();
    expect(check(recursive, { root: { name: "a", children: [{}] } })).toContain('"root.children[0].name"');
  });

  it.each<[string, JsonSchema]>([
    ["a remote reference", { properties: { a: { $ref: "https://example.com/a.json" } } }],
    ["a reference into nothing", { properties: { a: { $ref: "#/$defs/none" } } }],
    ["an unknown type", { type: "objekt" }],
    ["required that is null", { required: null }],
    ["a broken pattern", { properties: { a: { pattern: "(" } } }],
    ["a reference that only leads to itself", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }],
  ])("%s lets arguments through without a throw, a fetch or a word on the console", (_name, broken) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const said = [vi.spyOn(console, "warn"), vi.spyOn(console, "error"), vi.spyOn(console, "log")];
    expect(check(broken, { a: 1 })).toBeUndefined();
    for (const spy of [fetched, ...said]) expect(spy).not.toHaveBeenCalled();
  });

  it("says what is wrong with a schema whose unions double at each level, in a bearable time", () => {
    const $defs: Record<string, object> = { d0: { type: "string" } };
    for (let level = 1; level <= 30; level += 1) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = { anyOf: [{ $ref }, { $ref }] };
    }
    const ofDepth = (levels: number) => ({
      properties: { a: { $ref: `#/$defs/d${levels}` }, b: { type: "integer" } },
      required: ["b"],
      $defs,
    });
    const started = process.cpuUsage();
    for (const levels of [12, 14, 20, 30]) {
      expect(check(ofDepth(levels), { a: 1, b: "x" })).toContain('"b" must be an integer, given "x"');
      expect(check(ofDepth(levels), { a: 1 })).toContain('missing required parameter "b" (expected an integer)');
    }
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(5_000);
    // Beyond the work that is bearable the tool itself is the judge of "a".
    expect(check(ofDepth(8), { a: 1, b: 1 })).toContain('"a" must be a string');
    expect(check(ofDepth(30), { a: 1, b: 1 })).toBeUndefined();
  });

  it("names the branches of a union that have a name, and says that there are others", () => {
    const schema = {
      properties: { a: { anyOf: [{ type: "integer" }, { $ref: "#/$defs/b" }] } },
      $defs: { b: { type: "boolean" } },
    };
    expect(check(schema, { a: "x" })).toContain(
      '"a" must be an integer or another form that its schema allows, given "x"',
    );
  });

  it("understands a pattern that is valid only without the unicode flag", () => {
    const pattern = { type: "object", properties: { a: { type: "string", pattern: "^[\\w-\\.]+$" } } };
    expect(check(pattern, { a: "x.y" })).toBeUndefined();
    expect(check(pattern, { a: "x y" })).toContain('"a" must match the pattern');
  });

  it("tells apart two tools whose schemas carry one $id", () => {
    const tool = (name: string, type: string) => ({
      name,
      description: "",
      inputSchema: { $id: "https://example.com/input", type: "object", properties: { a: { type } } },
    });
    const catalog = new ToolCatalog([
      { name: "s", description: "", tools: [tool("one", "string"), tool("two", "number")] },
    ]);
    expect(catalog.validate({ server: "s", name: "one" }, { a: "x" })).toBeUndefined();
    expect(catalog.validate({ server: "s", name: "two" }, { a: "x" })).toContain('"a" must be a number');
  });

  describe.each(["constructor", "toString", "__proto__", "hasOwnProperty"])("a parameter named %s", (name) => {
    const parse = (value: string) => JSON.parse(`{"${name}": ${value}}`) as Record<string, unknown>;
    const schema = { type: "object", properties: parse('{"type": "string"}'), additionalProperties: false };
    const nested = { type: "object", properties: { inner: schema } };

    it("is missing where only every object has it", () => {
      expect(check(schema, {})).toBeUndefined();
      expect(check({ ...schema, required: [name] }, {})).toContain(`missing required parameter "${name}"`);
    });

    it("is checked like any other", () => {
      expect(check({ ...schema, required: [name] }, parse('"x"'))).toBeUndefined();
      expect(check(schema, parse("7"))).toContain(`"${name}" must be a string, given 7`);
      expect(check(nested, { inner: parse("7") })).toContain(`"inner.${name}" must be a string`);
    });

    it("is unknown where the schema does not have it", () => {
      expect(check({ type: "object", additionalProperties: false }, parse("7"))).toContain(
        `unknown parameter "${name}"`,
      );
    });
  });

  it("lets arguments through where a schema holds itself", () => {
    const endless: Record<string, unknown> = { type: "object" };
    endless.properties = { a: endless };
    expect(check(endless, { a: 1 })).toBeUndefined();
  });

  it("does not change what it checks", () => {
    const args = { a: "7" };
    check({ properties: { a: { type: "number" }, b: { default: 1 } } }, args);
    expect(args).toEqual({ a: "7" });
  });
});
