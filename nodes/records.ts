/** Records in the state are merged by id, never added up: a graph that shares the state with a parent counts once. */
import type { Turn } from "./types.js";

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

/** The later turn wins, so that graphs side by side may both write it. */
export function reduceTurn(current: Turn, update: Turn): Turn {
  return update.number >= current.number ? update : current;
}
