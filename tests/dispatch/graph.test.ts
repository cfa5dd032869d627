/** The active graph in the binding mode `dispatch`, against a model that checks each transcript as a strict provider does. */
import { type AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { ToolCatalog, toFunctionTool } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { parseRequestAnswers } from "../../models/protocol.js";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState } from "../../nodes/types.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { numbered } from "../nodes/support.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const sendMail = { server: "mail", tool: "send a mail message" };
const human = (text: string) => ({ messages: [new HumanMessage(text)] });

function dispatching(name: string, args: unknown = {}, id?: string): AIMessage {
  return calling({ name: "call_tool", args: { name, arguments: args }, ...(id ? { id } : {}) });
}

function threaded(script: readonly ScriptedAnswer[], context: AgentContext = {}, catalog?: ToolCatalog) {
  const effects: Effects = [];
  const model = new ScriptedModel(script);
  const graph = createActiveGraph({
    catalog: catalog ?? goldenCatalog(effects),
    model,
    checkpointer: new MemorySaver(),
    context: { binding: "dispatch", ...context },
  });
  const config = { configurable: { thread_id: "thread" } };
  const say = async (text: string) => (await graph.invoke(human(text), config)) as AgentState;
  const names = () => model.sent.map(({ tools }) => tools.map((tool) => tool.function.name));
  return { graph, config, model, effects, say, names };
}

const answersOf = (messages: readonly BaseMessage[], id: string): ToolMessage | undefined =>
  messages.find((message): message is ToolMessage => ToolMessage.isInstance(message) && message.tool_call_id === id);

describe("the binding mode dispatch", () => {
  it("sends the same two functions and the same system prompt in every call", async () => {
    const script = [
      requesting(readFile),
      dispatching("read_file", { path: "a.txt" }),
      requesting(sendMail),
      dispatching("send", { to: "ann", body: "text" }),
      "Sent.",
      requesting({ server: "calendar", tool: "list the appointments" }),
      "Done.",
    ];
    const { say, model } = threaded(script);
    await say("Mail a.txt to ann");
    await say("What is on today?");
    expect(model.sent).toHaveLength(script.length);
    const fronts = model.sent.map(({ tools, messages }) => JSON.stringify([tools, messages[0]?.text]));
    expect(new Set(fronts).size).toBe(1);
    expect(model.sent[0]?.tools.map((tool) => tool.function.name)).toEqual(["request_tools", "call_tool"]);
  });

  it("sends each prompt as the one before with more at its end", async () => {
    const script = [
      requesting(readFile),
      dispatching("read_file", { path: "a.txt" }),
      requesting(sendMail),
      "Read.",
      requesting(readFile),
      "Again.",
    ];
    const { say, model } = threaded(script);
    await say("Read a.txt");
    await say("Once more");
    const prompts = model.sent.map(({ messages }) => messages.map((message) => JSON.stringify(message.toDict())));
    for (const [index, prompt] of prompts.slice(1).entries()) {
      const before = prompts[index]!;
      // Nothing that was said is changed later, whatever was loaded meanwhile.
      expect(prompt.map(withoutId).slice(0, before.length)).toEqual(before.map(withoutId));
    }
  });

  it("answers a request with the schemas that bind would have sent as functions", async () => {
    const { say, effects, model } = threaded([requesting(readFile), dispatching("read_file", { path: "a" }), "Read."]);
    const { messages, boundTools } = await say("Read a");
    const [answer] = parseRequestAnswers(answersOf(messages, "call_1")!.text);
    const tool = goldenCatalog().get({ server: "files", name: "read_file" })!;
    const { function: definition } = toFunctionTool(tool, "read_file");
    expect(answer?.tools).toEqual([{ server: "files", ...definition }]);
    expect(boundTools.map(({ callName }) => callName)).toEqual(["read_file"]);
    expect(effects).toEqual([{ name: "read_file", args: { path: "a" } }]);
    expect(model.sent).toHaveLength(3);
  });

  it("answers a call under its own id and the name of the function that was called", async () => {
    const { say } = threaded([requesting(readFile), dispatching("read_file", { path: "a" }, "x9"), "Read."]);
    const { messages, metrics } = await say("Read a");
    expect(answersOf(messages, "x9")).toMatchObject({ name: "call_tool", content: "text of a", status: "success" });
    expect(metrics.findLast((metric) => metric.kind === "tool")).toMatchObject({
      tool: { server: "files", name: "read_file" },
      calledName: "read_file",
      args: { path: "a" },
      calledBeforeLoad: false,
    });
  });

  it("repeats the schema where the arguments are wrong", async () => {
    const { say, effects } = threaded([requesting(readFile), dispatching("read_file", { file: "a" }, "x9"), "Sorry."]);
    const { messages } = await say("Read a");
    const { text, status } = answersOf(messages, "x9")!;
    expect(status).toBe("error");
    expect(text).toContain('Its parameters: {"type":"object","properties":{"path":{"type":"string"}}');
    expect(effects).toEqual([]);
  });

  it.each([
    ["no name", { arguments: {} }, '"name" is missing'],
    ["arguments that are no object", { name: "read_file", arguments: [1] }, '"arguments" must be a JSON object'],
  ])("says what is wrong with a call with %s", async (_what, args, reason) => {
    const { say } = threaded([calling({ name: "call_tool", args, id: "x9" }), "Sorry."]);
    const { messages, metrics } = await say("Read a");
    expect(answersOf(messages, "x9")?.text).toContain(reason);
    expect(metrics.find((metric) => metric.kind === "tool")).toMatchObject({ unusable: true });
  });

  it("runs a call of a tool that was never asked for, and then shows its schema once", async () => {
    const script = [
      dispatching("files/read_file", { path: "a" }),
      dispatching("read_file", { path: "b" }, "x2"),
      "Ok.",
    ];
    const { say, effects, model } = threaded(script);
    const { metrics } = await say("Read a and b");
    expect(effects.map(({ args }) => args.path)).toEqual(["a", "b"]);
    const calls = metrics.filter((metric) => metric.kind === "tool");
    expect(calls.map(({ calledBeforeLoad }) => calledBeforeLoad)).toEqual([true, false]);
    const shown = model.sent.at(-1)!.messages.filter(({ text }) => text.includes("<tools>"));
    expect(shown).toHaveLength(1);
    expect(shown[0]?.text).toContain('"name":"read_file"');
  });

  it("takes a request that came through call_tool for one, and answers it under that name", async () => {
    const { say, names } = threaded([dispatching("request_tools", { requests: [readFile] }, "x1"), "Ready."]);
    const { messages, boundTools } = await say("Read a");
    expect(boundTools.map(({ callName }) => callName)).toEqual(["read_file"]);
    expect(answersOf(messages, "x1")?.name).toBe("call_tool");
    expect(names().at(-1)).toEqual(["request_tools", "call_tool"]);
  });

  it("refuses a call_tool inside a call_tool like a tool that does not exist", async () => {
    const inner = { name: "read_file", arguments: { path: "a" } };
    const { say, effects } = threaded([dispatching("call_tool", inner, "x1"), "Sorry."]);
    expect(answersOf((await say("Read a")).messages, "x1")?.text).toContain('There is no tool "call_tool"');
    expect(effects).toEqual([]);
  });

  it("shows the functions in the forced last answer too, not to be called", async () => {
    const { say, names } = threaded([requesting(readFile), requesting(sendMail), "Nothing."], { maxToolRequests: 0 });
    expect((await say("Read")).stoppedBy).toBe("budget");
    expect(new Set(names().map((list) => list.join()))).toEqual(new Set(["request_tools,call_tool"]));
  });

  it("lets an evicted tool be called by what the conversation still shows of it", async () => {
    const catalog = new ToolCatalog([numbered(6)]);
    const ask = (index: number) => requesting({ server: "many", tool: `op${index}` });
    const script = [...[0, 1, 2, 3].flatMap((index) => [ask(index), "Ok."]), dispatching("op0", {}, "x1"), "Done."];
    const { say } = threaded(script, { maxBoundTools: 2, maxToolsPerRequest: 1 }, catalog);
    for (const turn of [0, 1, 2, 3]) await say(`Turn ${turn}`);
    const { messages, metrics, boundTools } = await say("Call op0");
    expect(answersOf(messages, "x1")?.text).toBe("done op0");
    expect(metrics.findLast((metric) => metric.kind === "tool")).toMatchObject({ calledBeforeLoad: true, ok: true });
    expect(boundTools.length).toBeLessThanOrEqual(2);
  });

  it("asks for approval of the tool that a call means, and runs it once", async () => {
    const { graph, config, say, effects } = threaded(
      [requesting(sendMail), dispatching("send", { to: "ann", body: "hi" }), "Sent."],
      { approval: "destructive" },
    );
    await say("Write to ann");
    const [interrupt] = (await graph.getState(config)).tasks.flatMap(({ interrupts }) => interrupts);
    const { callId, argumentsHash } = interrupt!.value as ApprovalRequest;
    expect(interrupt!.value).toMatchObject({
      tool: { server: "mail", name: "send" },
      args: { to: "ann", body: "hi" },
    });
    expect(effects).toEqual([]);
    const decision = { decision: "approve", callId, argumentsHash };
    const { messages } = (await graph.invoke(new Command({ resume: decision }), config)) as AgentState;
    expect(effects).toEqual([{ name: "send", args: { to: "ann", body: "hi" } }]);
    expect(answersOf(messages, callId)).toMatchObject({ name: "call_tool", content: "sent to ann" });
  });
});

describe("dispatch with text protocols", () => {
  const call = (name: string, args: unknown) =>
    `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
  const ask = "<tool_request>\nserver: files on disk\ntool: read the text of a file\n</tool_request>";

  it("sends no function at all, and one system prompt", async () => {
    const script = [ask, call("read_file", { path: "a" }), "Read."];
    const { say, model, effects } = threaded(script, { requestProtocol: "text", callProtocol: "text" });
    await say("Read a");
    expect(effects).toEqual([{ name: "read_file", args: { path: "a" } }]);
    expect(model.sent.every(({ tools }) => tools.length === 0)).toBe(true);
    expect(new Set(model.sent.map(({ messages }) => messages[0]?.text)).size).toBe(1);
    expect(model.sent[1]?.messages.at(-1)?.text).toContain('"parameters":{"type":"object"');
  });

  it("understands a call in the form of the function", async () => {
    const script = [ask, call("call_tool", { name: "read_file", arguments: { path: "a" } }), "Read."];
    const { say, effects } = threaded(script, { requestProtocol: "text", callProtocol: "text" });
    await say("Read a");
    expect(effects).toEqual([{ name: "read_file", args: { path: "a" } }]);
  });

  it("keeps requests native where only calls are text", async () => {
    const { say, names, effects } = threaded([requesting(readFile), call("read_file", { path: "a" }), "Read."], {
      callProtocol: "text",
    });
    await say("Read a");
    expect(new Set(names().map((list) => list.join()))).toEqual(new Set(["request_tools"]));
    expect(effects).toHaveLength(1);
  });
});

/** Ids of messages are new in every run. */
function withoutId(dict: string): string {
  return dict.replace(/"id":"[^"]*",?/g, "");
}
