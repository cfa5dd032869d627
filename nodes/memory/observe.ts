/** What a turn found out: which of the tools that were loaded for a request were used. Pure. */
import { maskValues, secretValues } from "../../catalog/memory/index.js";
import type { Observation, ObservedOutcome } from "../../catalog/memory/types.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import { ofTurn } from "../stop.js";
import type { AgentState, ToolCallMetric } from "../types.js";

/** An observation under the id of the request that it is of. */
export interface TurnObservation {
  requestId: string;
  observation: Observation;
}

export interface ObserveOptions {
  at: number;
  secrets?: readonly string[] | undefined;
}

/** A request with the tools that were loaded for it, best first. */
interface DiscoveryOfTurn {
  id: string;
  request: { server: string; tool: string };
  matched: ToolId[];
}

/** Ends of a turn at which the model had what it wanted: a tool that it did not call then was not needed. */
const ownEnds: readonly (string | undefined)[] = ["answered", "nothing_fits"];

/**
 * The observations of the latest turn of an agent, one for each request whose tools have an outcome.
 *
 * A tool that several requests loaded counts for the one that it matched best, the first of equals. Used: some call
 * worked. Failed: calls were made, and none gave a result: the tool answered with errors. Without an outcome: calls that a
 * person refused or answered in the tool's place, calls that could not be used (wrong arguments, unreadable), calls that loaded the tool themselves and failed
 * (they may have been made blindly), calls whose outcome is unknown since the run was stopped in them, and tools that were
 * not called in a turn that a limit or an error ended.
 */
export function observeTurn(state: AgentState, agent: string, options: ObserveOptions): TurnObservation[] {
  const { at } = options;
  const discoveries = discoveriesOf(state, agent);
  if (discoveries.length === 0) return [];
  const task = state.messages.find(({ id }) => id === state.turn.taskId)?.text ?? "";
  // The model may ask with a value and leave out the word that marks it.
  const secrets = [...(options.secrets ?? []), ...secretValues(task)];
  const words = maskValues(task, secrets);
  const owners = ownersOf(discoveries);
  const calls = callsOf(state, agent);
  const endedByItself = ownEnds.includes(state.stoppedBy);
  return discoveries.flatMap(({ id: requestId, request, matched }) => {
    const tools = matched.flatMap(({ server, name }) => {
      const key = toolKey({ server, name });
      const outcome = outcomeOf(calls.get(key) ?? [], endedByItself);
      return owners.get(key) === requestId && outcome !== undefined ? [{ server, name, outcome }] : [];
    });
    if (tools.length === 0) return [];
    const asked = { server: maskValues(request.server, secrets), tool: maskValues(request.tool, secrets) };
    return [{ requestId, observation: { version: 1, at, request: asked, words, tools } }];
  });
}

/** The tool requests of the turn; of one-shot retrieval, the task itself. */
function discoveriesOf(state: AgentState, agent: string): DiscoveryOfTurn[] {
  const requests = ofTurn(state.requests, agent, state.turn.number);
  const asked = requests.map(({ id, server, tool, matched }) => ({ id, request: { server, tool }, matched }));
  const byRequest = new Set(requests.map(({ id }) => id));
  const retrieved = ofTurn(state.routing, agent, state.turn.number)
    .filter(({ id }) => !byRequest.has(id))
    .map(({ id, trace }) => ({
      id,
      request: { server: trace.request.server ?? "", tool: trace.request.tool ?? "" },
      matched: trace.tools.map((hit) => hit.id),
    }));
  return [...asked, ...retrieved];
}

/** The request that each tool counts for. */
function ownersOf(discoveries: readonly DiscoveryOfTurn[]): Map<string, string> {
  const best = new Map<string, { id: string; rank: number }>();
  for (const { id, matched } of discoveries) {
    for (const [rank, tool] of matched.entries()) {
      const earlier = best.get(toolKey(tool));
      if (!earlier || rank < earlier.rank) best.set(toolKey(tool), { id, rank });
    }
  }
  return new Map([...best].map(([key, { id }]) => [key, id]));
}

function callsOf(state: AgentState, agent: string): Map<string, ToolCallMetric[]> {
  const calls = new Map<string, ToolCallMetric[]>();
  for (const metric of ofTurn(state.metrics, agent, state.turn.number)) {
    if (metric.kind !== "tool" || !metric.tool) continue;
    const key = toolKey(metric.tool);
    calls.set(key, [...(calls.get(key) ?? []), metric]);
  }
  return calls;
}

function outcomeOf(calls: readonly ToolCallMetric[], endedByItself: boolean): ObservedOutcome | undefined {
  if (calls.length === 0) return endedByItself ? "not_used" : undefined;
  if (calls.some((call) => call.ok && hasReachedTool(call))) return "used";
  return calls.some(isToolsFault) ? "failed" : undefined;
}

/** False where a person decided the call without the tool: what they said is about this one call. */
function hasReachedTool({ decision }: ToolCallMetric): boolean {
  return decision !== "refused" && decision !== "answered";
}

/** Calls whose outcome is not known, or that never reached the tool, say nothing of it. */
function isToolsFault(call: ToolCallMetric): boolean {
  const { unusable, calledBeforeLoad, journal } = call;
  return hasReachedTool(call) && !unusable && !calledBeforeLoad && journal !== "unknown" && journal !== "unwritten";
}
