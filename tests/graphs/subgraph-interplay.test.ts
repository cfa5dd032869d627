import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import {
  Command,
  type LangGraphRunnableConfig,
  MemorySaver,
  MessagesZodMeta,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createActiveGraph } from "../../graphs/active.js";
import { sharedState } from "../../graphs/state.js";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import { boundToolsOf } from "../../nodes/bind.js";
import { summarizeTurn } from "../../nodes/summary.js";
import type { AgentState } from "../../nodes/types.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

const readFile = { server: "files on disk", tool: "read the text of a file" };
const sendMail = { server: "mail", tool: "send a mail message" };
const human = (text: string) => ({ messages: [new HumanMessage(text)] });
const config = { configurable: { thread_id: "thread" } };
const messagesOnly = z.object({ messages: withLangGraph(z.custom<BaseMessage[]>(), MessagesZodMeta) });
const toAnna = { to: "a@x.org", body: "hi" };
const toBen = { to: "b@x.org", body: "hi" };

const forms = [
  { form: "shared", state: z.object(sharedState) as z.ZodObject, persist: false },
  { form: "own", state: messagesOnly as z.ZodObject, persist: true },
];

function alone(state: z.ZodObject, agent: ReturnType<typeof createActiveGraph>) {
  return new StateGraph(state)
    .addNode("agent", agent)
    .addEdge(START, "agent")
    .compile({ checkpointer: new MemorySaver() });
}

describe.each(forms)("a subgraph with $form state", ({ state, persist }) => {
  it("streams its events with the path of the subgraph", async () => {
    const model = new ScriptedModel([
      requesting(readFile),
      calling({ name: "read_file", args: { path: "a" } }),
      "Read.",
    ]);
    const parent = alone(state, createActiveGraph({ catalog: goldenCatalog(), model, persist }));
    const seen: [string, string][] = [];
    const options = { ...config, streamMode: "custom" as const, subgraphs: true as const };
    for await (const [path, event] of await parent.stream(human("Read a"), options))
      seen.push([String(path[0]).split(":")[0]!, (event as { type: string }).type]);
    expect(seen.map(([place]) => place)).toEqual(seen.map(() => "agent"));
    expect(seen.map(([, type]) => type)).toEqual(["requested", "routed", "bound", "executed"]);
  });

  it("takes its settings from the context of the parent's run", async () => {
    const model = new ScriptedModel([requesting(readFile), "Nothing to do."]);
    const parent = alone(state, createActiveGraph({ catalog: goldenCatalog(), model, persist }));
    const { messages } = await parent.invoke(human("Read a"), { ...config, context: { maxToolRequests: 0 } } as never);
    expect((messages as BaseMessage[])[2]?.text).toContain('"status":"budget_spent"');
  });

  it("hands its questions to the parent, where each call is decided and runs once", async () => {
    const effects: Effects = [];
    const calls = calling({ id: "c1", name: "send", args: toAnna }, { id: "c2", name: "send", args: toBen });
    const model = new ScriptedModel([requesting(sendMail), calls, "Done.", "Still there."]);
    const context = { approval: "destructive" as const };
    const parent = alone(state, createActiveGraph({ catalog: goldenCatalog(effects), model, persist, context }));
    const first = (await parent.invoke(human("Send two"), config)) as {
      __interrupt__?: { id: string; value: ApprovalRequest }[];
    };
    const questions = first.__interrupt__ ?? [];
    expect(questions.map(({ value }) => value.callId)).toEqual(["c1", "c2"]);
    const resume = Object.fromEntries(
      questions.map(({ id, value: { callId, argumentsHash } }) => [id, { callId, argumentsHash, decision: "approve" }]),
    );
    await parent.invoke(new Command({ resume }), config);
    expect(effects.map(({ args }) => args.to)).toEqual(["a@x.org", "b@x.org"]);
    await parent.invoke(human("And now?"), config);
    expect(model.sent.at(-1)?.tools.map((tool) => tool.function.name)).toEqual(["request_tools", "send"]);
  });
});

describe("a subgraph called from a node that maps the state", () => {
  it("keeps its tools with persist", async () => {
    const model = new ScriptedModel([requesting(readFile), "Ready.", "Still ready."]);
    const agent = createActiveGraph({ catalog: goldenCatalog(), model, persist: true });
    const parent = new StateGraph(z.object({ question: z.string(), answer: z.string().default("") }))
      .addNode("ask", async ({ question }: { question: string }, own: LangGraphRunnableConfig) => {
        const { messages } = await agent.invoke(human(question), own);
        return { answer: messages.at(-1)?.text ?? "" };
      })
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    await parent.invoke({ question: "Get ready" }, config);
    expect((await parent.invoke({ question: "Ready?" }, config)).answer).toBe("Still ready.");
    expect(model.sent.at(-1)?.tools.map((tool) => tool.function.name)).toEqual(["request_tools", "read_file"]);
  });
});

describe("a supervisor with two agents and one catalog", () => {
  it("hands off and back without mixing their tools and metrics", async () => {
    const catalog = goldenCatalog();
    const reader = new ScriptedModel([
      requesting(readFile),
      calling({ name: "read_file", args: { path: "a" } }),
      "Read.",
      "Again.",
    ]);
    const writer = new ScriptedModel([requesting(sendMail), calling({ name: "send", args: toAnna }), "Sent."]);
    const agent = (name: string, model: ScriptedModel) => createActiveGraph({ catalog, name, model });
    const parent = new StateGraph(z.object(sharedState))
      .addNode(
        "supervisor",
        ({ messages }: { messages: BaseMessage[] }) =>
          new Command({ goto: messages.at(-1)?.text.includes("mail") ? "writer" : "reader" }),
        { ends: ["reader", "writer"] },
      )
      .addNode("reader", agent("reader", reader))
      .addNode("writer", agent("writer", writer))
      .addEdge(START, "supervisor")
      .compile({ checkpointer: new MemorySaver() });
    await parent.invoke(human("Read a"), config);
    await parent.invoke(human("Now mail it"), config);
    const second = (await parent.getState(config)).values as AgentState;
    expect(summarizeTurn(second, "writer")).toMatchObject({
      toolsCalled: [{ name: "send", ok: true }],
      metrics: { modelCalls: 3, toolRequests: 1 },
    });
    expect(summarizeTurn(second, "reader").metrics.modelCalls).toBe(0);
    await parent.invoke(human("Read again"), config);
    const { boundTools, turn } = (await parent.getState(config)).values as AgentState;
    expect(turn.number).toBe(3);
    expect(reader.sent.at(-1)?.tools.map((tool) => tool.function.name)).toEqual(["request_tools", "read_file"]);
    for (const [name, tool] of [
      ["reader", "read_file"],
      ["writer", "send"],
    ] as const)
      expect(boundToolsOf(name, boundTools).map(({ callName }) => callName)).toEqual([tool]);
  });
});
