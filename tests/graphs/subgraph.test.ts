import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, MessagesZodMeta, START, StateGraph } from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createActiveGraph } from "../../graphs/active.js";
import { sharedState } from "../../graphs/state.js";
import { boundToolsOf } from "../../nodes/bind.js";
import { summarizeTurn } from "../../nodes/summary.js";
import type { AgentState } from "../../nodes/types.js";
import { goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const sendMail = { server: "mail", tool: "send a mail message" };
const human = (text: string) => ({ messages: [new HumanMessage(text)] });
const config = { configurable: { thread_id: "thread" } };
const messagesOnly = z.object({ messages: withLangGraph(z.custom<BaseMessage[]>(), MessagesZodMeta) });

const turns = () => [
  requesting(readFile),
  calling({ name: "read_file", args: { path: "a.txt" } }),
  "Read.",
  calling({ name: "read_file", args: { path: "b.txt" } }),
  "Read again.",
];

/** Two turns of a reader and a writer behind each other; in the second each has its own tool and not the other's. */
async function runTwoAgents(state: z.ZodObject, { persist }: { persist: boolean }): Promise<AgentState> {
  const catalog = goldenCatalog();
  const reader = new ScriptedModel([requesting(readFile), "Ready.", "Still ready."]);
  const writer = new ScriptedModel([requesting(sendMail), "Ready.", "Still ready."]);
  // Only agents that share a state need names to be told apart.
  const agent = (model: ScriptedModel, name: string) =>
    createActiveGraph({ catalog, model, persist, name: persist ? undefined : name });
  const parent = new StateGraph(state)
    .addNode("reader", agent(reader, "reader"))
    .addNode("writer", agent(writer, "writer"))
    .addEdge(START, "reader")
    .addEdge("reader", "writer")
    .compile({ checkpointer: new MemorySaver() });
  await parent.invoke(human("Get ready"), config);
  await parent.invoke(human("Once more"), config);
  const names = (model: ScriptedModel) => model.sent.at(-1)?.tools.map((tool) => tool.function.name);
  expect(names(reader)).toEqual(["request_tools", "read_file"]);
  expect(names(writer)).toEqual(["request_tools", "send"]);
  return (await parent.getState(config)).values as AgentState;
}

describe("active graph as a subgraph", () => {
  it("keeps its tools over turns and counts once in a parent that spreads the state", async () => {
    const model = new ScriptedModel(turns());
    const agent = createActiveGraph({ catalog: goldenCatalog(), model });
    const parent = new StateGraph(z.object({ ...sharedState, note: z.string().default("") }))
      .addNode("agent", agent)
      .addNode("after", () => ({ note: "done" }))
      .addEdge(START, "agent")
      .addEdge("agent", "after")
      .addEdge("after", END)
      .compile({ checkpointer: new MemorySaver() });
    await parent.invoke(human("Read a.txt"), config);
    const first = (await parent.getState(config)).values as AgentState;
    expect(first.boundTools.map((tool) => tool.callName)).toEqual(["read_file"]);
    await parent.invoke(human("Now b.txt"), config);
    expect(model.sent[3]?.tools.map((tool) => tool.function.name)).toEqual(["request_tools", "read_file"]);
    const state = (await parent.getState(config)).values as AgentState;
    expect(state.messages.map((message) => message.getType()).join(" ")).toBe(
      "human ai tool ai tool ai human ai tool ai",
    );
    expect(state.turn.number).toBe(2);
  });

  it("counts no metric twice in a parent that spreads the state", async () => {
    const agent = createActiveGraph({ catalog: goldenCatalog(), model: new ScriptedModel(turns()) });
    const parent = new StateGraph(z.object(sharedState))
      .addNode("agent", agent)
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    await parent.invoke(human("Read a.txt"), config);
    await parent.invoke(human("Now b.txt"), config);
    const state = (await parent.getState(config)).values as AgentState;
    const models = state.metrics.filter((metric) => metric.kind === "model");
    expect(models).toHaveLength(5);
    expect(summarizeTurn(state, "active").metrics).toMatchObject({ modelCalls: 2, toolRequests: 0 });
  });

  it("keeps its tools over turns with a state of its own", async () => {
    const model = new ScriptedModel(turns());
    const agent = createActiveGraph({ catalog: goldenCatalog(), model, persist: true });
    const parent = new StateGraph(messagesOnly)
      .addNode("agent", agent)
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    await parent.invoke(human("Read a.txt"), config);
    const result = await parent.invoke(human("Now b.txt"), config);
    expect(model.sent[3]?.tools.map((tool) => tool.function.name)).toEqual(["request_tools", "read_file"]);
    expect(result.messages.map((message) => message.getType()).join(" ")).toBe(
      "human ai tool ai tool ai human ai tool ai",
    );
  });

  it("does not mix the tools of two agents that share the state, one after the other", async () => {
    const state = await runTwoAgents(z.object(sharedState), { persist: false });
    expect(state.metrics.filter((metric) => metric.agent === "reader")).toHaveLength(3);
    expect(state.metrics.filter((metric) => metric.agent === "writer")).toHaveLength(3);
  });

  it("does not lose the tools of two agents that share the state, side by side", async () => {
    const catalog = goldenCatalog();
    const agent = (name: string, wanted: typeof readFile) =>
      createActiveGraph({ catalog, name, model: new ScriptedModel([requesting(wanted), "Ready."]) });
    const parent = new StateGraph(z.object(sharedState))
      .addNode("reader", agent("reader", readFile))
      .addNode("writer", agent("writer", sendMail))
      .addEdge(START, "reader")
      .addEdge(START, "writer")
      .compile({ checkpointer: new MemorySaver() });
    await parent.invoke(human("Get ready"), config);
    const { boundTools } = (await parent.getState(config)).values as AgentState;
    expect(boundToolsOf("reader", boundTools).map((tool) => tool.callName)).toEqual(["read_file"]);
    expect(boundToolsOf("writer", boundTools).map((tool) => tool.callName)).toEqual(["send"]);
  });

  it("does not mix two agents with a state of their own", async () => {
    await runTwoAgents(messagesOnly, { persist: true });
  });

  it("ends with an answer under the default recursion limit of a parent", async () => {
    const endless = (sent: { tools: unknown[] }) =>
      sent.tools.length > 0 ? calling({ name: "read_file", args: { path: "a.txt" } }) : "I stop here.";
    const model = new ScriptedModel(Array.from({ length: 200 }, () => endless));
    const parent = new StateGraph(messagesOnly)
      .addNode("agent", createActiveGraph({ catalog: goldenCatalog(), model }))
      .addEdge(START, "agent")
      .compile();
    const { messages } = await parent.invoke(human("Read for ever"));
    expect(messages.at(-1)).toBeInstanceOf(AIMessage);
    expect(messages.at(-1)?.text).toBe("I stop here.");
  });

  it("has room for a task of several rounds under the default recursion limit of a parent", async () => {
    const rounds = ["a", "b", "c"].flatMap((path) => [
      requesting({ server: "files on disk", tool: `read the text of a file ${path}` }),
      calling({ name: "read_file", args: { path } }),
    ]);
    const parent = new StateGraph(messagesOnly)
      .addNode(
        "agent",
        createActiveGraph({ catalog: goldenCatalog(), model: new ScriptedModel([...rounds, ...rounds, "Done."]) }),
      )
      .addEdge(START, "agent")
      .compile();
    const { messages } = await parent.invoke(human("Read six files"));
    expect(messages.at(-1)?.text).toBe("Done.");
  });
});
