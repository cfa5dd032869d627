import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { createAllToolsGraph } from "../../graphs/all-tools.js";
import { summarizeTurn } from "../../nodes/summary.js";
import type { AgentState } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { numbered, tool } from "../nodes/support.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

const human = (text: string) => ({ messages: [new HumanMessage(text)] });

function threaded(catalog: ToolCatalog, script: ConstructorParameters<typeof ScriptedModel>[0], context: object = {}) {
  const model = new ScriptedModel(script);
  const graph = createAllToolsGraph({ catalog, model, checkpointer: new MemorySaver(), context });
  const config = { configurable: { thread_id: "thread" } };
  const state = async () => (await graph.getState(config)).values as AgentState;
  const names = () => model.sent.map((call) => call.tools.map((entry) => entry.function.name));
  return { graph, config, state, model, names };
}

describe("all-tools graph", () => {
  it("binds the whole catalog in one go, names that servers share told apart, and no request_tools", async () => {
    const { graph, config, names } = threaded(goldenCatalog(), ["Ready."]);
    await graph.invoke(human("Hello"), config);
    expect(names()).toEqual([["read_file", "list_folder", "erase_file", "send", "mail__search", "calendar__search"]]);
  });

  it("binds as many as a provider accepts, beyond maxBoundTools, and keeps them over calls and turns", async () => {
    const call = calling({ name: "op99" });
    const { graph, config, names, state } = threaded(new ToolCatalog([numbered(128)]), [call, "1", call, "2"], {
      maxBoundTools: 8,
    });
    await graph.invoke(human("Go"), config);
    await graph.invoke(human("Go on"), config);
    expect(names().map((list) => list.length)).toEqual([128, 128, 128, 128]);
    expect(new Set(names().map(String)).size).toBe(1);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("says that it is not runnable above that, and calls no model", async () => {
    const { graph, config, state, model } = threaded(new ToolCatalog([numbered(129)]), []);
    const { messages } = await graph.invoke(human("Go"), config);
    expect(model.sent).toEqual([]);
    expect(messages.at(-1)?.text).toMatch(/^Not runnable: the catalog has 129 tools/);
    expect((await state()).stoppedBy).toBe("error");
    expect((await state()).boundTools).toEqual([]);
    expect(summarizeTurn(await state(), "all-tools").metrics.modelCalls).toBe(0);
  });

  it("runs the second turn: why the first one stopped does not end it", async () => {
    const { graph, config, names, state } = threaded(goldenCatalog(), [
      "Hello.",
      calling({ name: "read_file", args: { path: "a" } }),
      "It says so.",
    ]);
    await graph.invoke(human("Hello"), config);
    const { messages } = await graph.invoke(human("Read a"), config);
    expect(names()).toHaveLength(3);
    expect(messages.at(-1)?.text).toBe("It says so.");
    expect((await state()).stoppedBy).toBe("answered");
    expect((await state()).turn.number).toBe(2);
  });

  it("runs again after a turn that was not runnable, once the catalog is small enough", async () => {
    const catalog = new ToolCatalog([numbered(128), numbered(1, "extra")]);
    const { graph, config, names, state } = threaded(catalog, ["Hello."]);
    await graph.invoke(human("Hello"), config);
    catalog.removeServer("extra");
    await graph.invoke(human("And now?"), config);
    expect(names().map((list) => list.length)).toEqual([128]);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("reports nothing of the turn before when the catalog has grown too large", async () => {
    const catalog = new ToolCatalog([numbered(128)]);
    const { graph, config, state } = threaded(catalog, [calling({ name: "op1" }), "Done."]);
    await graph.invoke(human("Go"), config);
    catalog.addServer(numbered(1, "extra"));
    await graph.invoke(human("Go on"), config);
    expect(summarizeTurn(await state(), "all-tools")).toMatchObject({
      stoppedBy: "error",
      toolsCalled: [],
      metrics: { modelCalls: 0 },
    });
  });

  it("runs after a turn in which the model failed", async () => {
    const { graph, config, state } = threaded(goldenCatalog(), [new Error("503"), "Hello."]);
    await graph.invoke(human("Hello"), config);
    expect((await state()).stoppedBy).toBe("error");
    await graph.invoke(human("Hello"), config);
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("binds a tool that was added between two turns, at the end", async () => {
    const catalog = goldenCatalog();
    const { graph, config, names } = threaded(catalog, ["1", "2"]);
    await graph.invoke(human("Hello"), config);
    catalog.addTool("files", tool("copy_file"));
    await graph.invoke(human("Hello"), config);
    expect(names()[1]).toEqual([...names()[0]!, "copy_file"]);
  });

  it("binds only what the patterns let through, and counts only that", async () => {
    const { graph, config, names } = threaded(new ToolCatalog([numbered(300)]), ["Hello."], {
      allow: ["many/op1*"],
      deny: ["many/op1?", "*/op10*"],
    });
    await graph.invoke(human("Hello"), config);
    expect(names()[0]).toHaveLength(100);
    expect(names()[0]).not.toContain("op100");
  });

  it("takes a tool away in the turn in which it is denied", async () => {
    const { graph, config, names, state } = threaded(goldenCatalog(), ["1", "2"]);
    await graph.invoke(human("Hello"), config);
    await graph.invoke(human("Hello"), { ...config, context: { deny: ["mail/*"] } });
    expect(names()[1]).toEqual(["read_file", "list_folder", "erase_file", "calendar__search"]);
    expect((await state()).boundTools).toHaveLength(4);
  });

  it("answers a call of request_tools as one of an unknown tool", async () => {
    const { graph, config, state } = threaded(goldenCatalog(), [requesting({ server: "s", tool: "t" }), "Then not."]);
    await graph.invoke(human("Go"), config);
    expect((await state()).messages.at(-2)?.text).toContain('There is no tool "request_tools".');
    expect((await state()).stoppedBy).toBe("answered");
  });

  it("answers with an empty catalog too", async () => {
    const { graph, config, names } = threaded(new ToolCatalog(), ["I have no tools."]);
    await graph.invoke(human("Go"), config);
    expect(names()).toEqual([[]]);
  });
});
