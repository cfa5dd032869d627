/** Reads the golden transcripts and plays one in a host: a graph, an agent with the middleware, a proxy. */
import { readFileSync } from "node:fs";
import { AIMessage } from "@langchain/core/messages";
import type { ToolCatalog } from "../../catalog/index.js";
import { createRouter, type Router } from "../../catalog/search/index.js";
import { toWire, type WireMessage } from "../../models/transcript.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { AgentState, StoppedBy } from "../../nodes/types.js";
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

function readGoldenTranscripts(file: URL): GoldenTranscript[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as GoldenTranscript);
}

/** What a host is started with for one transcript. */
export interface GoldenSetting {
  name: string;
  catalog: ToolCatalog;
  router: Router;
  /** What the model says, in order. It has to check each call as a strict provider would. */
  script: AIMessage[];
  context: AgentContext | undefined;
}

/** Starts a conversation; each task goes in as a human message, and the state after the turn comes back. */
export type GoldenHost = (
  setting: GoldenSetting,
) => (task: string) => Promise<Pick<AgentState, "messages" | "boundTools" | "stoppedBy">>;

export type Observed = Pick<GoldenTurn, "messages" | "effects" | "bound" | "stoppedBy">;

/** Plays a transcript; returns what happened in each turn. */
export async function playGoldenTranscript(golden: GoldenTranscript, host: GoldenHost): Promise<Observed[]> {
  const effects: Effects = [];
  const script = golden.turns
    .flatMap((turn) => turn.model)
    .map(
      ({ content = "", calls = [] }, index) =>
        new AIMessage({
          id: `ai_${index + 1}`,
          content,
          tool_calls: calls.map((call) => ({ type: "tool_call", ...call })),
        }),
    );
  const catalog = goldenCatalog(effects);
  // The transcripts hold what the loop does; how well a router finds is tested elsewhere.
  const router = createRouter("tfidf", catalog);
  const take = host({ name: golden.name, catalog, router, script, context: golden.context });
  const observed: Observed[] = [];
  let seen = 0;
  let effectsSeen = 0;
  for (const turn of golden.turns) {
    const state = await take(turn.task);
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

/** What a transcript says has to happen. */
export function expectedOf(golden: GoldenTranscript): Observed[] {
  return golden.turns.map(({ messages, effects, bound, stoppedBy }) => ({ messages, effects, bound, stoppedBy }));
}

/** The transcripts that every host plays. */
export function goldenTranscripts(): GoldenTranscript[] {
  return readGoldenTranscripts(new URL("./transcripts.jsonl", import.meta.url));
}
