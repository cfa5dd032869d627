/** Records in the state are merged by id, never added up: a graph that shares the state with a parent counts once. */
import { defaults } from "../catalog/defaults.js";
import type { RoutingRecord, Turn } from "./types.js";

/** Keeps one record per id, the newest version in the place of the first, and at most `most` of them, the newest. */
export function mergeById<T extends { id: string }>(current: readonly T[], update: readonly T[], most: number): T[] {
  const merged = new Map(current.map((record) => [record.id, record]));
  for (const record of update) merged.set(record.id, record);
  return [...merged.values()].slice(-most);
}

/**
 * The same for records of user turns, but those of the latest turn all stay: budgets and totals of a turn are derived
 * from them.
 */
export function mergeTurnRecords<T extends { id: string; turn: number }>(
  current: readonly T[],
  update: readonly T[],
  most: number,
): T[] {
  const merged = mergeById(current, update, Number.POSITIVE_INFINITY);
  if (merged.length <= most) return merged;
  const latest = merged.reduce((turn, record) => Math.max(turn, record.turn), 0);
  const surplus = merged.length - most;
  return merged.filter((record, index) => index >= surplus || record.turn === latest);
}

/**
 * The same for traces. Steps and reports read those of the latest turn, which stay whole; earlier ones are for a person who
 * looks back, and only the best that was found is kept of them: every checkpoint holds all traces.
 */
export function mergeTraces(
  current: readonly RoutingRecord[],
  update: readonly RoutingRecord[],
  most: number,
): RoutingRecord[] {
  const merged = mergeById(current, update, most);
  const latest = merged.reduce((turn, record) => Math.max(turn, record.turn), 0);
  return merged.map((record) => (record.turn === latest ? record : shortened(record)));
}

function shortened({ trace, ...record }: RoutingRecord): RoutingRecord {
  const servers = trace.servers.slice(0, defaults.keptEarlierHits);
  const tools = trace.tools.slice(0, defaults.keptEarlierHits);
  return { ...record, trace: { ...trace, servers, tools, cut: [] } };
}

/** The later turn wins, so that graphs side by side may both write it. */
export function reduceTurn(current: Turn, update: Turn): Turn {
  return update.number >= current.number ? update : current;
}
