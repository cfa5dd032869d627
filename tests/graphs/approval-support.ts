/** A run that stops where calls wait for a person: two of three calls of one message, unless told otherwise. */
import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createActiveGraph } from "../../graphs/active.js";
import type { AgentContext } from "../../nodes/settings.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, ScriptedModel } from "../support/scripted-model.js";

export const toAnna = { to: "a@x.org", body: "hi" };
export const toBen = { to: "b@x.org", body: "hi" };

export const twoSends = calling(
  { id: "c1", name: "send", args: toAnna },
  { id: "c2", name: "read_file", args: { path: "a.txt" } },
  { id: "c3", name: "send", args: toBen },
);

export const oneSend = calling({ id: "c1", name: "send", args: toAnna });

export interface Waiting<Value> {
  id: string;
  value: Value;
}

interface Setting {
  /** What the model says first; then it says "Done.". */
  calls?: AIMessage;
  /** What the graph was built with, and what the run came with. */
  factory?: AgentContext;
  context?: AgentContext;
  /** How many calls run at the same time; with 1 those behind a waiting one are not even asked about. */
  maxConcurrency?: number;
}

/** Runs until calls wait. `Value` is what the questions look like. */
export async function untilApproval<Value>({
  calls = twoSends,
  factory = { approval: "destructive" },
  context = {},
  maxConcurrency = 10,
}: Setting = {}) {
  const effects: Effects = [];
  const graph = createActiveGraph({
    catalog: goldenCatalog(effects),
    model: new ScriptedModel([calls, "Done."]),
    checkpointer: new MemorySaver(),
    context: factory,
  });
  const config = { configurable: { thread_id: "thread" }, maxConcurrency };
  await graph.invoke({ messages: [new HumanMessage("Send it")] }, { ...config, context });
  return {
    graph,
    config,
    effects,
    /** The questions that wait now. */
    waiting: async () => {
      const { tasks } = await graph.getState(config);
      return tasks.flatMap((task) => task.interrupts) as Waiting<Value>[];
    },
    resume: (resume: unknown, resumedWith: AgentContext = {}) =>
      graph.invoke(new Command({ resume }), { ...config, context: resumedWith }),
    /** To whom mail was sent, in order. */
    sentTo: () => effects.filter(({ name }) => name === "send").map(({ args }) => args.to),
    /** What the model was told about a call. */
    told: async (callId: string): Promise<string | undefined> => {
      const { values } = await graph.getState(config);
      const messages = values.messages as { tool_call_id?: string; text: string }[];
      return messages.find((message) => message.tool_call_id === callId)?.text;
    },
  };
}
