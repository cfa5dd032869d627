import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { createRetrievalGraph } from "../../graphs/retrieval.js";
import { renderToolRequest } from "../../models/protocol.js";
import { summarizeTurn } from "../../nodes/summary.js";
import type { AgentState } from "../../nodes/types.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

const human = (text: string) => ({ messages: [new HumanMessage(text)] });
const readTask = "Read the text of a file";
const readFile = { server: "files on disk", tool: "read the text of a file" };

function threaded(script: ConstructorParameters<typeof ScriptedModel>[0], context: object = {}) {
  const effects: Effects = [];
  const catalog = goldenCatalog(effects);
  const model = new ScriptedModel(script);
  const graph = createRetrievalGraph({
    catalog,
    model,
    checkpointer: new MemorySaver(),
    context: { retrievalTopK: 2, ...context },
  });
  const config = { configurable: { thread_id: "thread" } };
  const state = async () => (await graph.getState(config)).values as AgentState;
  const names = () => model.sent.map((call) => call.tools.map((tool) => tool.function.name));
  return { graph, config, state, model, catalog, effects, names };
}

describe("retrieval graph", () => {
  it("binds the top k by the task's text before the first call, and offers no request_tools", async () => {
    const { graph, config, names } = threaded(["Ready."]);
    await graph.invoke(human(readTask), config);
    expect(names()).toEqual([["read_file", "erase_file"]]);
  });

  it("retrieves once in a turn, however many calls it takes", async () => {
    const read = calling({ name: "read_file", args: { path: "a" } });
    const { graph, config, state, effects } = threaded([read, read, "Done."]);
    await graph.invoke(human(readTask), config);
    const { routing, stoppedBy, boundTools } = await state();
    expect(effects).toHaveLength(2);
    expect(routing).toHaveLength(1);
    expect(boundTools).toHaveLength(2);
    expect(stoppedBy).toBe("answered");
  });

  it("keeps the tools of the first turn in the second and adds those of its own task behind them", async () => {
    const { graph, config, names, state } = threaded(["Ready.", "Ready again."], { retrievalTopK: 1 });
    await graph.invoke(human(readTask), config);
    await graph.invoke(human("Send a mail message to an address"), config);
    expect(names()).toEqual([["read_file"], ["read_file", "send"]]);
    expect((await state()).turn.number).toBe(2);
    expect((await state()).routing).toHaveLength(2);
  });

  it("evicts what the earlier turns left unused when the cap is passed", async () => {
    const { graph, config, names } = threaded(["1", "2"], { retrievalTopK: 1, maxBoundTools: 1 });
    await graph.invoke(human(readTask), config);
    await graph.invoke(human("Send a mail message to an address"), config);
    expect(names()).toEqual([["read_file"], ["send"]]);
  });

  it("answers a call of request_tools as one of an unknown tool, and goes on", async () => {
    const { graph, config, state } = threaded([requesting(readFile), "Then not."]);
    await graph.invoke(human(readTask), config);
    const { messages, stoppedBy, requests } = await state();
    expect(messages.at(-2)?.text).toContain('There is no tool "request_tools".');
    expect(messages.at(-1)?.text).toBe("Then not.");
    expect(stoppedBy).toBe("answered");
    expect(requests).toEqual([]);
  });

  it("takes a text request as the answer", async () => {
    const { graph, config, state } = threaded([renderToolRequest(readFile)]);
    await graph.invoke(human(readTask), config);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("runs a known tool that was not retrieved when it is called by name", async () => {
    const { graph, config, state, effects } = threaded(
      [calling({ name: "send", args: { to: "a@x.org", body: "hi" } }), "Sent."],
      { retrievalTopK: 1 },
    );
    await graph.invoke(human(readTask), config);
    expect(effects.map((effect) => effect.name)).toEqual(["send"]);
    expect((await state()).boundTools.map((tool) => tool.callName)).toEqual(["read_file", "send"]);
  });

  it("answers without tools when no tool shares a word with the task", async () => {
    const { graph, config, names, state } = threaded(["I cannot."]);
    await graph.invoke(human("xyzzy"), config);
    expect(names()).toEqual([[]]);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("neither binds nor runs a denied tool", async () => {
    const { graph, config, names, effects } = threaded(
      [calling({ name: "read_file", args: { path: "a" } }), "I cannot."],
      { deny: ["files/*"] },
    );
    await graph.invoke(human(readTask), config);
    expect(names().flat()).not.toContain("read_file");
    expect(effects).toEqual([]);
  });

  it("goes on in text where calls are text", async () => {
    const text = '<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>';
    const { graph, config, effects, names, state } = threaded([text, "Done."], { callProtocol: "text" });
    await graph.invoke(human(readTask), config);
    expect(names()).toEqual([[], []]);
    expect(effects).toEqual([{ name: "read_file", args: { path: "a" } }]);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("ends with an error answer when the model fails, and works again in the next turn", async () => {
    const { graph, config, state } = threaded([new Error("503"), "Hello."]);
    await graph.invoke(human(readTask), config);
    expect((await state()).stoppedBy).toBe("error");
    await graph.invoke(human(readTask), config);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("ends an endless run with an answer", async () => {
    const endless = (sent: { tools: unknown[] }) =>
      sent.tools.length > 0 ? calling({ name: "read_file", args: { path: "a" } }) : "I stop here.";
    const { graph, config, state } = threaded(Array.from({ length: 40 }, () => endless));
    await graph.invoke(human(readTask), { ...config, recursionLimit: 24 });
    expect((await state()).stoppedBy).toBe("recursion");
    expect(summarizeTurn(await state(), "retrieval").answer).toBe("I stop here.");
  });
});
