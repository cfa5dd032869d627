/** One ranking for a whole turn, so that strategies that ask several times compare with one that asks once. */
import type { RouterHit } from "../../catalog/search/types.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import type { TracedRun } from "../run-task.js";

/**
 * The union over the requests of a turn: first what was taken for them, round after round, then what was found and not
 * taken. Within a round the best of each request comes before any second, as they are bound. What earlier turns of the
 * conversation had ranked follows: it was not asked for again.
 */
export function unionRanking({ requests, routing }: TracedRun, earlier: readonly ToolId[] = []): ToolId[] {
  const rounds = roundsOf(requests);
  const taken = rounds.map((round) => byRank(round.map((request) => request.matched.map(toId))));
  const traces = new Map(routing.map(({ id, trace }) => [id, trace.tools]));
  const found = rounds.map((round) => byRank(round.map(({ id }) => (traces.get(id) ?? []).map((hit) => hit.id))));
  return distinct([...taken.flat(), ...found.flat(), ...earlier]);
}

/** The requests of each message, in order. */
export function roundsOf<T extends { messageId: string }>(requests: readonly T[]): T[][] {
  const rounds = new Map<string, T[]>();
  for (const request of requests) rounds.set(request.messageId, [...(rounds.get(request.messageId) ?? []), request]);
  return [...rounds.values()];
}

/** The first of each list, then the second of each, and so on. */
export function byRank<T>(rankings: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...rankings.map((ranking) => ranking.length));
  return Array.from({ length: longest }, (_, rank) => rankings.flatMap((one) => one.slice(rank, rank + 1))).flat();
}

export function distinct(ids: readonly ToolId[]): ToolId[] {
  return [...new Map(ids.map((id) => [toolKey(id), id])).values()];
}

export function idsOf(hits: readonly RouterHit[]): ToolId[] {
  return hits.map((hit) => hit.id);
}

function toId({ server, name }: ToolId): ToolId {
  return { server, name };
}
