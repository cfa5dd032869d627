/** What one user turn did, derived from the records of the state. Pure. */
import { InputError, type ToolId } from "../catalog/types.js";
import { findLastAnswer } from "./pending.js";
import { ofTurn } from "./stop.js";
import type { AgentState, StoppedBy } from "./types.js";

/** Totals of one user turn. */
export interface TurnMetrics {
  modelCalls: number;
  /** Requests the model made, repeats and refused ones included. */
  toolRequests: number;
  toolsLoaded: number;
  /** o200k tokens of the largest set of schemas that one model call carried. */
  schemaTokens: number;
  /** The same, summed over the model calls. */
  schemaTokensTotal: number;
  inputTokens: number;
  /** Of the input, what providers read from their caches. */
  cachedInputTokens: number;
  outputTokens: number;
  /** Model calls whose provider told no usage: their tokens were counted here. */
  countedCalls: number;
}

export interface TurnSummary {
  answer: string;
  stoppedBy: StoppedBy;
  toolsLoaded: ToolId[];
  toolsCalled: { server: string; name: string; args: Record<string, unknown>; ok: boolean; simulated: boolean }[];
  requests: {
    server: string;
    tool: string;
    status: string;
    matched: { server: string; name: string; score: number }[];
  }[];
  metrics: TurnMetrics;
}

/**
 * Summarises the latest turn of one agent. A call of a name that no tool has is listed with an empty server.
 * @throws InputError for a state without an agent's channels, such as that of a parent whose agents keep their own.
 */
export function summarizeTurn(state: AgentState, agent: string): TurnSummary {
  if (!state?.turn || !state.metrics)
    throw new InputError(
      "the state has no turn of an agent; expected the state of the graph itself, or of a parent that spreads sharedState",
    );
  const turn = state.turn.number;
  const records = ofTurn(state.metrics, agent, turn);
  const modelCalls = records.filter((record) => record.kind === "model");
  const toolCalls = records.filter((record) => record.kind === "tool");
  const requests = ofTurn(state.requests, agent, turn);
  const loaded = state.boundTools.filter((tool) => tool.agent === agent && tool.loadedTurn === turn);
  const sum = (pick: (record: (typeof modelCalls)[number]) => number): number =>
    modelCalls.reduce((total, record) => total + pick(record), 0);
  return {
    answer: findLastAnswer(state.messages)?.text ?? "",
    stoppedBy: state.stoppedBy ?? "interrupted",
    toolsLoaded: loaded.map((tool) => tool.id),
    toolsCalled: toolCalls.map(({ tool, calledName, args, ok, simulated }) => ({
      server: tool?.server ?? "",
      name: tool?.name ?? calledName,
      args,
      ok,
      simulated,
    })),
    requests: requests.map(({ server, tool, status, matched }) => ({ server, tool, status, matched })),
    metrics: {
      modelCalls: modelCalls.length,
      toolRequests: requests.length,
      toolsLoaded: loaded.length,
      schemaTokens: Math.max(0, ...modelCalls.map((record) => record.schemaTokens)),
      schemaTokensTotal: sum((record) => record.schemaTokens),
      inputTokens: sum((record) => record.inputTokens),
      cachedInputTokens: sum((record) => record.cachedInputTokens ?? 0),
      outputTokens: sum((record) => record.outputTokens),
      countedCalls: modelCalls.filter((record) => record.counted).length,
    },
  };
}
