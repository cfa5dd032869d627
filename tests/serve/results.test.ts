import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { ToolCatalog, type ToolContent } from "../../catalog/index.js";
import { call, connect, textsOf, use } from "./support.js";

interface Given {
  content: ToolContent[];
  structured?: unknown;
  isError?: boolean;
}

/** What a client gets of a tool that gives this. */
async function passed(given: Given, settings = {}) {
  const tool = {
    name: "give",
    description: "Gives",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    execute: async () => ({ isError: false, ...given }),
  };
  const { client } = await connect(new ToolCatalog([{ name: "s", description: "", tools: [tool] }]), { settings });
  return { client, result: await call(client, "give") };
}

const picture: ToolContent = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
const text: ToolContent = { type: "text", text: "words" };

describe("results on their way to the client", () => {
  it("are passed on whole: text, pictures, sounds, resources and links in their order, and the structured form", async () => {
    const content: ToolContent[] = [
      picture,
      text,
      { type: "audio", data: "aGVsbG8=", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "in it" } },
      { type: "resource_link", uri: "file:///b", name: "b" },
    ];
    const { result } = await passed({ content, structured: { rows: [1, 2] } });
    expect(result).toEqual({ content, structuredContent: { rows: [1, 2] }, isError: false });
  });

  it("hold nothing that a person would not see: in texts, resources, links and the structured form", async () => {
    const hidden = "\u{e0049}\u200b\u202e\u001b[8m";
    const { result } = await passed({
      content: [
        { type: "text", text: `w${hidden}ords` },
        { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: `in${hidden} it` } },
        { type: "resource_link", uri: "file:///b", name: `b${hidden}`, description: `${hidden}c` },
      ],
      structured: { rows: [`o${hidden}ne`], [`k${hidden}ey`]: { deep: hidden } },
    });
    expect(result).toEqual({
      content: [
        text,
        { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "in it" } },
        { type: "resource_link", uri: "file:///b", name: "b", description: "c" },
      ],
      structuredContent: { rows: ["one"], key: { deep: "" } },
      isError: false,
    });
  });

  it("keep isError, with everything beside it", async () => {
    const { result } = await passed({ content: [text, picture], isError: true });
    expect(result).toEqual({ content: [text, picture], isError: true });
  });

  it("of the structured form alone say it in text too", async () => {
    const { result } = await passed({ content: [], structured: { a: 1 } });
    expect(result).toEqual({
      content: [{ type: "text", text: '{"a":1}' }],
      structuredContent: { a: 1 },
      isError: false,
    });
  });

  it("that are too long are shortened, keep their pictures, and are read on through call_tool", async () => {
    const long = Array.from({ length: 3_000 }, (_, index) => `line ${index}`).join("\n");
    const { client, result } = await passed(
      { content: [{ type: "text", text: long }, picture], structured: { long } },
      { maxResultTokens: 300 },
    );
    expect(result.structuredContent).toBeUndefined();
    expect(result.content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    const [shown, , hint] = textsOf(result);
    expect(shown!.length).toBeLessThan(3_000);
    const [, id, offset] = /read_result\(\{"id":"(\w+)","offset":(\d+)\}\)/.exec(shown!)!;
    expect(hint).toBe(
      `[to read on, call call_tool with {"name":"read_result","arguments":{"id":"${id}","offset":0}}, the offset as it stands above]`,
    );
    const next = textsOf(await call(client, "read_result", { id, offset: Number(offset) }))[0]!;
    expect(long.slice(Number(offset))).toContain(next.split("\n[characters")[0]);
    expect((await use(client, "describe_tool", { name: "read_result" })).structuredContent).toMatchObject({
      name: "read_result",
    });
  });

  it("whose structured form alone is too long are told without it", async () => {
    const { result } = await passed(
      { content: [text], structured: { long: "x ".repeat(5_000) } },
      { maxResultTokens: 300 },
    );
    expect(result.structuredContent).toBeUndefined();
    expect(textsOf(result)).toEqual(["words", "[the structured form of this result is left out: 10011 characters]"]);
  });

  it("that clients would refuse are named in text, and spoil nothing beside them", async () => {
    const odd = [
      { type: "image", data: "no base64!", mimeType: "image/png" },
      { type: "image", data: "a".repeat(defaults.maxMediaCharacters + 4), mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///a" } },
      { type: "resource_link", uri: "file:///b" },
      { type: "hologram", depth: 3 },
      text,
    ] as unknown as ToolContent[];
    const { result } = await passed({ content: odd, structured: [1, 2] });
    expect(textsOf(result)).toEqual([
      expect.stringMatching(/^\[image image\/png, \d+ bytes\]$/),
      expect.stringMatching(/^\[image image\/png, \d+ bytes\]$/),
      "[binary resource file:///a]",
      "(resource_link)",
      '{"type":"hologram","depth":3}',
      "words",
    ]);
    expect(result.structuredContent).toBeUndefined();
  });
});
