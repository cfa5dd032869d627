import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinServers } from "../../catalog/index.js";
import { findSchemaProblems } from "../../catalog/schema-problems.js";
import type { JsonSchema } from "../../catalog/types.js";

describe("findSchemaProblems", () => {
  it.each<[string, JsonSchema, string[]]>([
    ["an unknown type", { properties: { city: { type: "strin" } } }, ['/properties/city/type: no type is "strin"']],
    ["required that is no list", { required: "city" }, ['/required: expected a list of names, given "city"']],
    ["properties that are a list", { properties: [] }, ["/properties: expected an object, given an array"]],
    ["a property that is text", { properties: { a: "x" } }, ["/properties/a: expected a schema, given a string"]],
    [
      "a pattern that does not end",
      { properties: { a: { pattern: "(" } } },
      ['/properties/a/pattern: "(" is no regular expression'],
    ],
    [
      "a reference to nowhere",
      { properties: { a: { $ref: "#/$defs/b" } } },
      ["/properties/a/$ref: there is no #/$defs/b"],
    ],
    [
      "an enum that is no list",
      { items: { anyOf: [{ enum: 7 }] } },
      ["/items/anyOf/0/enum: expected a list, given a number"],
    ],
  ])("names %s and its place", (_name, schema, problems) => {
    expect(findSchemaProblems(schema)).toEqual(problems);
  });

  it.each<[string, JsonSchema]>([
    ["a boolean", true],
    ["an empty schema", {}],
    ["a reference with a stray percent sign", { $ref: "#/%", "%": {} }],
    ["several types", { type: ["string", "null"] }],
    ["required: null", { type: "object", required: null }],
    ["a reference that leads somewhere", { $ref: "#/$defs/a~1b", $defs: { "a/b": { type: "object" } } }],
  ])("has nothing to say about %s", (_name, schema) => {
    expect(findSchemaProblems(schema)).toEqual([]);
  });

  it("has nothing to say about the built-in tools", () => {
    for (const { tools } of builtinServers())
      for (const tool of tools) expect([tool.name, findSchemaProblems(tool.inputSchema)]).toEqual([tool.name, []]);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(findSchemaProblems(value as JsonSchema))).toBe(true);
      }),
    );
  });
});
