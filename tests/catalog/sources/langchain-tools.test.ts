import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, type StructuredToolInterface, tool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import { ToolCatalog } from "../../../catalog/registry.js";
import { fromLangChainTools } from "../../../catalog/sources/langchain-tools.js";

const server = { server: "house", description: "In-house functions." };

function toolThat(answer: () => unknown): StructuredToolInterface {
  return tool(async () => answer(), {
    name: "act",
    description: "Acts.",
    schema: z.object({}),
  }) as StructuredToolInterface;
}

async function run(structuredTool: StructuredToolInterface, args: Record<string, unknown> = {}) {
  const catalog = new ToolCatalog([fromLangChainTools([structuredTool], server)]);
  return catalog.execute({ server: "house", name: structuredTool.name }, args);
}

it("gives every tool the time that the server is given", async () => {
  const { tools } = fromLangChainTools([toolThat(() => new Promise(() => {}))], { ...server, timeout: 20 });
  const outcome = await new ToolCatalog([{ ...server, name: "house", tools }]).execute(
    { server: "house", name: "act" },
    {},
  );
  expect(outcome.content).toEqual([{ type: "text", text: expect.stringContaining("no result within 0.02 s") }]);
});

describe("parameters", () => {
  const add = (schema: unknown) =>
    tool(async ({ a, b }: { a: number; b: number }) => `${a + b}`, {
      name: "add",
      description: "Adds.",
      schema: schema as z.ZodObject,
    }) as unknown as StructuredToolInterface;

  it.each([
    ["zod", z.object({ a: z.number().describe("One."), b: z.number() })],
    ["zod 3", z3.object({ a: z3.number().describe("One."), b: z3.number() })],
    [
      "JSON Schema",
      {
        type: "object",
        properties: { a: { type: "number", description: "One." }, b: { type: "number" } },
        required: ["a", "b"],
      },
    ],
  ])("of %s become JSON Schema, are checked and reach the tool", async (_name, schema) => {
    const definition = fromLangChainTools([add(schema)], server);
    expect(definition).toMatchObject({ name: "house", description: "In-house functions.", setAside: [] });
    expect(definition.tools[0]).toMatchObject({
      name: "add",
      description: "Adds.",
      inputSchema: {
        type: "object",
        properties: { a: { type: "number", description: "One." }, b: { type: "number" } },
        required: ["a", "b"],
      },
    });
    expect(await run(add(schema), { a: 1, b: 2 })).toEqual({
      content: [{ type: "text", text: "3" }],
      isError: false,
      simulated: false,
    });
    expect((await run(add(schema), { a: 1 })).content[0]).toMatchObject({
      text: expect.stringMatching(/missing required parameter "b"/),
    });
  });

  it("with defaults and transforms are those that a caller sends", () => {
    const schema = z.object({ unit: z.string().default("m"), when: z.string().transform((text) => new Date(text)) });
    const measure = tool(async () => "", { name: "measure", description: "", schema });
    expect(
      fromLangChainTools([measure as unknown as StructuredToolInterface], server).tools[0]?.inputSchema,
    ).toMatchObject({
      required: ["when"],
      properties: { when: { type: "string" } },
    });
  });

  it("that have no JSON Schema set the tool aside", () => {
    const odd = tool(async () => "", { name: "odd", description: "", schema: z.object({ at: z.date() }) });
    const definition = fromLangChainTools([odd as unknown as StructuredToolInterface, toolThat(() => "")], server);
    expect(definition.tools.map((each) => each.name)).toEqual(["act"]);
    expect(definition.setAside).toEqual([
      { server: "house", name: "odd", reason: expect.stringContaining("cannot be written as JSON Schema: Date") },
    ]);
  });

  it("come with the hints in the tool's metadata", () => {
    const hinted = toolThat(() => "") as StructuredToolInterface & { metadata?: Record<string, unknown> };
    hinted.metadata = { annotations: { readOnlyHint: true } };
    expect(fromLangChainTools([hinted], server).tools[0]?.annotations).toEqual({ readOnlyHint: true });
  });
});

describe("results", () => {
  it.each<[string, unknown, unknown]>([
    ["a string", "done", { content: [{ type: "text", text: "done" }] }],
    ["an object", { rows: 2 }, { content: [{ type: "text", text: '{"rows":2}' }], structured: { rows: 2 } }],
    ["a list", [1, 2], { content: [{ type: "text", text: "[1,2]" }], structured: [1, 2] }],
    ["an empty list", [], { content: [{ type: "text", text: "[]" }], structured: [] }],
    ["a number", 7, { content: [{ type: "text", text: "7" }], structured: 7 }],
    ["nothing", undefined, { content: [{ type: "text", text: "The tool returned nothing." }] }],
    [
      "content blocks",
      [
        { type: "text", text: "see" },
        { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
        { type: "image_url", image_url: "https://example.com/a.png" },
        { type: "image", data: "QUJD", mimeType: "image/png" },
        { type: "file", file_id: "f1" },
      ],
      {
        content: [
          { type: "text", text: "see" },
          { type: "image", data: "QUJD", mimeType: "image/png" },
          { type: "resource_link", uri: "https://example.com/a.png" },
          { type: "image", data: "QUJD", mimeType: "image/png" },
          { type: "text", text: '{"type":"file","file_id":"f1"}' },
        ],
      },
    ],
    [
      "rows that have a type of their own",
      [{ type: "invoice", total: 3 }],
      {
        content: [{ type: "text", text: '[{"type":"invoice","total":3}]' }],
        structured: [{ type: "invoice", total: 3 }],
      },
    ],
  ])("%s", async (_name, output, expected) => {
    expect(await run(toolThat(() => output))).toEqual({ ...(expected as object), isError: false, simulated: false });
  });

  it("a tool message gives its content, its artifact and its status", async () => {
    const message = new ToolMessage({
      content: "no such row",
      artifact: { code: 4 },
      status: "error",
      tool_call_id: "c",
    });
    expect(await run(toolThat(() => message))).toEqual({
      content: [{ type: "text", text: "no such row" }],
      structured: { code: 4 },
      isError: true,
      simulated: false,
    });
  });

  it("content and artifact give both", async () => {
    const chart = new DynamicStructuredTool({
      name: "chart",
      description: "",
      schema: z.object({ n: z.number() }),
      responseFormat: "content_and_artifact",
      func: async ({ n }: { n: number }) => [`${n} points`, { points: n }],
    });
    expect(await run(chart as unknown as StructuredToolInterface, { n: 3 })).toEqual({
      content: [{ type: "text", text: "3 points" }],
      structured: { points: 3 },
      isError: false,
      simulated: false,
    });
  });

  it("a command for a graph is an error that says so", async () => {
    const outcome = await run(toolThat(() => new Command({ update: { messages: [new HumanMessage("x")] } })));
    expect(outcome).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/command for the graph/) }],
    });
  });

  it("a throw is an error outcome", async () => {
    const outcome = await run(
      toolThat(() => {
        throw new Error("out of paper");
      }),
    );
    expect(outcome).toMatchObject({ isError: true, content: [{ text: "Tool house/act failed: out of paper" }] });
  });
});
