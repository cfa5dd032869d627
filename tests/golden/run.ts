/** Reads the golden transcripts and plays one against a compiled graph. */
import { readFileSync } from "node:fs";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createRouter } from "../../catalog/search/index.js";
import { createActiveGraph } from "../../graphs/active.js";
import { toWire, type WireMessage } from "../../models/transcript.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState, StoppedBy } from "../../nodes/types.js";
import { ScriptedModel } from "../support/scripted-model.js";
import { type Effects, goldenCatalog } from "./catalog.js";

export interface GoldenTranscript {
  name: string;
  context?: AgentContext;
  turns: GoldenTurn[];
}

export interface GoldenTurn {
  /** The human message. */
  task: string;
  /** What the model says, one entry for each of its calls. */
  model: { content?: string; calls?: { id: string; name: string; args: Record<string, unknown> }[] }[];
  /** Every message of the turn in the wire form, the human one included. */
  messages: WireMessage[];
  /** Calls that reached a tool, in order. */
  effects: Effects;
  bound: string[];
  stoppedBy: StoppedBy;
}

export function readGoldenTranscripts(file: URL): GoldenTranscript[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as GoldenTranscript);
}

type Observed = Pick<GoldenTurn, "messages" | "effects" | "bound" | "stoppedBy">;

/** Plays a transcript; returns what happened in each turn. The model checks each call as a strict provider would. */
export async function playGoldenTranscript(golden: GoldenTranscript): Promise<Observed[]> {
  const effects: Effects = [];
  const answers = golden.turns
    .flatMap((turn) => turn.model)
    .map(
      ({ content = "", calls = [] }, index) =>
        new AIMessage({
          id: `ai_${index + 1}`,
          content,
          tool_calls: calls.map((call) => ({ type: "tool_call", ...call })),
        }),
    );
  const model = new ScriptedModel(answers);
  const catalog = goldenCatalog(effects);
  const graph = createActiveGraph({
    catalog,
    // The transcripts hold what the loop does; how well a router finds is tested elsewhere.
    router: createRouter("tfidf", catalog),
    model,
    context: golden.context,
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: golden.name } };
  const observed: Observed[] = [];
  let seen = 0;
  let effectsSeen = 0;
  for (const turn of golden.turns) {
    await graph.invoke({ messages: [new HumanMessage(turn.task)] }, config);
    const state = (await graph.getState(config)).values as AgentState;
    observed.push({
      messages: toWire(state.messages.slice(seen)),
      effects: effects.slice(effectsSeen),
      bound: state.boundTools.map((tool) => tool.callName),
      stoppedBy: state.stoppedBy ?? "interrupted",
    });
    seen = state.messages.length;
    effectsSeen = effects.length;
  }
  return observed;
}
