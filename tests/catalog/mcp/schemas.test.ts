import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callResultSchema, readOutcome, readTools } from "../../../catalog/sources/mcp/schemas.js";

const outcomeOf = (result: object) => readOutcome(callResultSchema.parse(result));

describe("tools as a server lists them", () => {
  it("keeps schema, output schema and known annotations as they are", () => {
    const tool = {
      name: "read",
      title: "Read a file",
      description: "Reads",
      inputSchema: { type: "object", $defs: { a: true } },
      outputSchema: { type: "array" },
      annotations: { readOnlyHint: true, destructiveHint: "no", extra: 1 },
    };
    expect(readTools("s", [tool]).tools).toEqual([
      {
        name: "read",
        description: "Reads",
        inputSchema: { type: "object", $defs: { a: true } },
        outputSchema: { type: "array" },
        annotations: { title: "Read a file", readOnlyHint: true },
      },
    ]);
  });

  it.each([
    [{ inputSchema: {} }, "#1", "no name"],
    [{ name: "", inputSchema: {} }, "#1", "no name"],
    [null, "#1", "not an object"],
    ["tool", "#1", "not an object"],
    [{ name: "a", inputSchema: "object" }, "a", "neither an object nor a boolean"],
    [{ name: "a", inputSchema: [] }, "a", "neither an object nor a boolean"],
    [{ name: "a", inputSchema: {}, execution: { taskSupport: "required" } }, "a", "only as a task"],
  ])("sets %j aside with its name or place", (tool, name, reason) => {
    const { tools, setAside } = readTools("s", [tool, { name: "good", inputSchema: {} }]);
    expect(tools.map((kept) => kept.name)).toEqual(["good"]);
    expect(setAside).toEqual([{ server: "s", name, reason: expect.stringContaining(reason) }]);
  });

  it("uses the first of two tools of one name and says so", () => {
    const { tools, setAside } = readTools("s", [
      { name: "a", description: "first" },
      { name: "a", description: "second" },
    ]);
    expect(tools).toMatchObject([{ name: "a", description: "first" }]);
    expect(setAside).toMatchObject([{ name: "a", reason: expect.stringContaining("twice") }]);
  });

  it("accounts for every entry, whatever it is", () => {
    const entry = fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), inputSchema: fc.jsonValue() }));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { tools, setAside } = readTools("s", entries);
        expect(tools.length + setAside.length).toBe(entries.length);
      }),
    );
  });
});

describe("what a call gave", () => {
  it("keeps the kinds of content of the protocol", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "image", data: "AA==", mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///a", text: "b" } },
      { type: "resource_link", uri: "file:///c", name: "c" },
    ];
    expect(outcomeOf({ content })).toEqual({ content, isError: false });
  });

  it.each([
    [{ content: [{ type: "hologram", depth: 3 }] }, ['{"type":"hologram","depth":3}']],
    [{ content: [{ type: "text", text: null }] }, ['{"type":"text","text":null}']],
    [{ content: "bare" }, ["bare"]],
    [{ content: ["bare", 5] }, ["bare", "5"]],
    [{ toolResult: { rows: 2 } }, ['{"rows":2}']],
    [{ content: null }, []],
    [{}, []],
  ])("turns %j into text, losing nothing", (result, texts) => {
    expect(outcomeOf(result).content).toEqual(texts.map((text) => ({ type: "text", text })));
  });

  it("hands structured content on beside the text", () => {
    const outcome = outcomeOf({
      content: [{ type: "text", text: '{"a":1}' }],
      structuredContent: { a: 1 },
      isError: false,
    });
    expect(outcome).toEqual({ content: [{ type: "text", text: '{"a":1}' }], structured: { a: 1 }, isError: false });
  });

  it("reads any JSON object without an exception", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("content", "structuredContent", "isError", "x"), fc.jsonValue()),
        (result) => {
          const outcome = outcomeOf(result);
          expect(outcome.content.every((piece) => typeof piece.type === "string")).toBe(true);
          expect(outcome.isError).toBe(result.isError === true);
        },
      ),
    );
  });
});
