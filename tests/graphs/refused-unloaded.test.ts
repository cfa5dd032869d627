import { HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { createRouter, ToolCatalog } from "../../catalog/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import type { ApprovalChoice, ApprovalRequest } from "../../nodes/approval-request.js";
import type { AgentState, ToolCallMetric } from "../../nodes/types.js";
import { AgentModel } from "../middleware/support.js";
import { call, connect, textsOf } from "../serve/support.js";
import { calling, requesting, ScriptedModel } from "../support/scripted-model.js";

/** A tool that destroys nothing: once it is loaded, nobody is asked about it. */
function noteCatalog(ran: unknown[]): ToolCatalog {
  const add = {
    name: "add",
    description: "Add a note",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: false, destructiveHint: false },
    execute: async (args: unknown) => {
      ran.push(args);
      return { content: [{ type: "text" as const, text: "added" }], isError: false };
    },
  };
  const find = { ...add, name: "find", description: "Find a song", annotations: { readOnlyHint: true } };
  return new ToolCatalog([
    { name: "notes", description: "Notes", tools: [add] },
    { name: "songs", description: "Songs", tools: [find] },
  ]);
}

const script = (): (string | ReturnType<typeof calling>)[] => [
  calling({ id: "c1", name: "add", args: {} }),
  calling({ id: "c2", name: "add", args: {} }),
  "Done.",
];
const thread = { configurable: { thread_id: "thread" } };
const messages = [new HumanMessage("Add a note")];
const context = { approval: "destructive" } as const;

interface Pausing {
  invoke(input: unknown, config: unknown): Promise<unknown>;
  getState(config: unknown): Promise<{ tasks: { interrupts: { value?: unknown }[] }[]; values: AgentState }>;
}

/** Decides the call that waits, and gives the state after. */
async function decide(graph: Pausing, choice: ApprovalChoice): Promise<AgentState> {
  const { tasks } = await graph.getState(thread);
  const [waiting] = tasks.flatMap((task) => task.interrupts);
  const { callId, argumentsHash } = waiting!.value as ApprovalRequest;
  await graph.invoke(new Command({ resume: { callId, argumentsHash, ...choice } }), thread);
  return (await graph.getState(thread)).values;
}

const decisions = ({ metrics }: AgentState) =>
  metrics.filter((metric): metric is ToolCallMetric => metric.kind === "tool").map(({ decision }) => decision);

const hosts: [string, (ran: unknown[], answers?: ReturnType<typeof script>) => Pausing][] = [
  [
    "a graph",
    (ran, answers = script()) => {
      const model = new ScriptedModel(answers);
      return createActiveGraph({
        catalog: noteCatalog(ran),
        model,
        checkpointer: new MemorySaver(),
        context,
      }) as Pausing;
    },
  ],
  [
    "an agent's middleware",
    (ran, answers = script()) => {
      const catalog = noteCatalog(ran);
      const discovery = toolDiscoveryMiddleware({ catalog, router: createRouter("tfidf", catalog), context });
      const model = new AgentModel(answers);
      return createAgent({ model, middleware: [discovery], checkpointer: new MemorySaver() })
        .graph as unknown as Pausing;
    },
  ],
];

describe.each(hosts)("a call before the tool was loaded, in %s", (_, start) => {
  it.each<[string, ApprovalChoice]>([
    ["refused", { decision: "reject" }],
    ["answered", { decision: "respond", message: "It is there." }],
  ])("that is %s loads nothing: the same call is asked about again", async (decision, choice) => {
    const ran: unknown[] = [];
    const graph = start(ran);
    await graph.invoke({ messages }, thread);
    const after = await decide(graph, choice);
    expect(after.boundTools).toEqual([]);
    expect(decisions(after)).toEqual([decision]);
    const end = await decide(graph, { decision: "approve" });
    expect(ran).toEqual([{}]);
    expect(decisions(end)).toEqual([decision, "approved"]);
    expect(end.boundTools.map(({ id }) => id.name)).toEqual(["add"]);
  });

  it("that is refused beside a request for another tool loads that one only", async () => {
    const ran: unknown[] = [];
    const both = requesting({ server: "songs", tool: "find a song" });
    both.tool_calls = [...both.tool_calls!, ...calling({ id: "c1", name: "add", args: {} }).tool_calls!];
    const graph = start(ran, [both, "Done."]);
    await graph.invoke({ messages }, thread);
    const { boundTools } = await decide(graph, { decision: "reject" });
    expect(boundTools.map(({ id }) => id.name)).toEqual(["find"]);
    expect(ran).toEqual([]);
  });

  it("says what a person changed", async () => {
    const ran: unknown[] = [];
    const graph = start(ran);
    await graph.invoke({ messages }, thread);
    expect(decisions(await decide(graph, { decision: "edit", args: { text: "b" } })).at(0)).toBe("edited");
    expect(ran[0]).toEqual({ text: "b" });
  });
});

it("a call before the tool was loaded that a client's person refuses is asked about again", async () => {
  const ran: unknown[] = [];
  const answers = [false, false, true];
  const person = () => ({ action: "accept" as const, content: { approve: answers.shift()! } });
  const { client } = await connect(noteCatalog(ran), { person });
  for (let refusal = 0; refusal < 2; refusal += 1) {
    expect(textsOf(await call(client, "add", {}))[0]).toContain("was not approved");
  }
  expect(ran).toEqual([]);
  expect(textsOf(await call(client, "add", {}))[0]).toBe("added");
  expect(answers).toEqual([]);
  expect(textsOf(await call(client, "add", {}))[0]).toBe("added");
});
