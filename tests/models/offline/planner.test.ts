import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { tool as makeTool } from "@langchain/core/tools";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { countSchemaTokens, countTokens } from "../../../catalog/tokens.js";
import type { FunctionTool } from "../../../catalog/types.js";
import { OfflinePlanner } from "../../../models/offline/planner.js";
import { requestToolsFunction, requestToolsName } from "../../../models/protocol.js";
import { toWire, validateTranscript } from "../../../models/transcript.js";
import { objectSchema } from "./harness.js";

const readFile: FunctionTool = {
  type: "function",
  function: { name: "read_file", description: "Read a file.", parameters: objectSchema({ path: { type: "string" } }) },
};
const listFiles: FunctionTool = {
  type: "function",
  function: {
    name: "list_files",
    description: "List the files of a directory.",
    parameters: objectSchema({ path: { type: "string" } }),
  },
};
const system = new SystemMessage("You are an agent.");
const task = new HumanMessage("List the files in ./docs and read README.md");
const planner = new OfflinePlanner();

/** Conversations that end in calls, in requests, in both, and in text. */
const conversations: [string, BaseMessage[], FunctionTool[]][] = [
  ["calls", [system, task], [readFile, listFiles]],
  ["requests", [system, task], [requestToolsFunction]],
  ["calls and requests", [system, task], [readFile, requestToolsFunction]],
  ["text", [system, new HumanMessage("hello")], [readFile]],
  ["text without tools", [system, task], []],
];

function bind(tools: FunctionTool[]) {
  return tools.length > 0 ? planner.bindTools(tools) : planner;
}

async function collect(stream: AsyncIterable<AIMessageChunk>): Promise<{ whole: AIMessageChunk; chunks: number }> {
  let whole: AIMessageChunk | undefined;
  let chunks = 0;
  for await (const chunk of stream) {
    whole = whole ? whole.concat(chunk) : chunk;
    chunks += 1;
  }
  return { whole: whole!, chunks };
}

describe("the chat model", () => {
  it.each(conversations)("says the same streamed as at once: %s", async (_, messages, tools) => {
    const message = await bind(tools).invoke(messages);
    const { whole, chunks } = await collect(await bind(tools).stream(messages));
    expect(chunks).toBeGreaterThan(1);
    expect(whole.content).toBe(message.content);
    expect(whole.tool_calls?.map(({ id, name, args }) => ({ id, name, args }))).toEqual(
      message.tool_calls?.map(({ id, name, args }) => ({ id, name, args })),
    );
    expect(whole.usage_metadata).toMatchObject({ ...message.usage_metadata });
  });

  it.each(conversations)("says the same every time: %s", async (_, messages, tools) => {
    const said = await Promise.all(
      [1, 2].map(async () =>
        new OfflinePlanner().bindTools([...tools, readFile].slice(0, Math.max(1, tools.length))).invoke(messages),
      ),
    );
    expect(said[0]!.content).toBe(said[1]!.content);
    expect(said[0]!.tool_calls).toEqual(said[1]!.tool_calls);
  });

  it.each(conversations)("says what a strict provider takes back: %s", async (_, messages, tools) => {
    const message = await bind(tools).invoke(messages);
    const answers = (message.tool_calls ?? []).map(({ id }) => new ToolMessage({ tool_call_id: id!, content: "ok" }));
    const body = {
      messages: toWire([
        ...messages,
        new AIMessage({ content: message.content, tool_calls: message.tool_calls ?? [] }),
        ...answers,
        ...(answers.length === 0 ? [new HumanMessage("go on")] : []),
      ]),
    };
    expect(validateTranscript(body)).toEqual([]);
  });

  it("puts calls before requests in one message", async () => {
    const message = await planner.bindTools([readFile, requestToolsFunction]).invoke([system, task]);
    expect(message.tool_calls?.map(({ name }) => name)).toEqual(["read_file", requestToolsName]);
  });

  it("counts what was sent, tools included, and what was answered", async () => {
    const messages = [system, task];
    const message = await planner.bindTools([readFile]).invoke(messages);
    const sent = (await countTokens(JSON.stringify(toWire(messages)))) + (await countSchemaTokens([readFile]));
    expect(message.usage_metadata).toMatchObject({ input_tokens: sent });
    expect(message.usage_metadata!.output_tokens).toBeGreaterThan(0);
    expect(message.usage_metadata!.total_tokens).toBe(sent + message.usage_metadata!.output_tokens);
  });

  it("takes LangChain tools as well", async () => {
    const tool = makeTool(async () => "x", {
      name: "read_file",
      description: "Read a file.",
      schema: z.object({ path: z.string() }),
    });
    const message = await planner.bindTools([tool]).invoke([new HumanMessage("Read a.txt")]);
    expect(message.tool_calls).toMatchObject([{ name: "read_file", args: { path: "a.txt" } }]);
  });

  it("calls nothing when tool_choice is none", async () => {
    const message = await planner
      .bindTools([readFile], { tool_choice: "none" })
      .invoke([new HumanMessage("Read a.txt")]);
    expect(message.tool_calls).toEqual([]);
    expect(message.content).toMatch(/no tool is available/);
  });

  it("does one thing at a time when parallel calls are off", async () => {
    const model = planner.bindTools([readFile, listFiles], { parallel_tool_calls: false });
    expect((await model.invoke([system, task])).tool_calls).toHaveLength(1);
  });

  it("is known as rule-based", () => {
    expect(planner._llmType()).toBe("offline-planner");
    expect(planner.modelName).toBe("offline-planner");
  });
});

describe("a transcript that a strict provider rejects", () => {
  const call = new AIMessage({ content: "", tool_calls: [{ id: "a", name: "read_file", args: {} }] });

  it.each<[string, BaseMessage[], FunctionTool[] | undefined, RegExp]>([
    ["a call that is not answered", [task, call, new HumanMessage("well?")], [readFile], /call 'a' is not answered/],
    ["an empty list of tools", [task], [], /tools: empty/],
    ["two tools of one name", [task], [readFile, readFile], /duplicate name/],
    ["a system message in the middle", [task, system], undefined, /system message/],
  ])("is an error: %s", async (_, messages, tools, expected) => {
    const model = tools ? planner.bindTools(tools) : planner;
    await expect(model.invoke(messages)).rejects.toThrow(expected);
  });
});

describe("calls that somebody else made", () => {
  it("count for the step whose words their tool shares", async () => {
    const messages = [
      system,
      task,
      new AIMessage({ content: "", tool_calls: [{ id: "foreign-1", name: "list_files", args: { path: "./docs" } }] }),
      new ToolMessage({ tool_call_id: "foreign-1", content: "[FILE] a.md" }),
    ];
    const message = await planner.bindTools([readFile, listFiles]).invoke(messages);
    expect(message.tool_calls?.map(({ name }) => name)).toEqual(["read_file"]);
  });
});
