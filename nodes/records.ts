/** Records in the state are merged by id, never added up: a graph that shares the state with a parent counts once. */
import type { Turn } from "./types.js";

/** Keeps one record per id, the newest version in the place of the first, and at most `most` of them, the newest. */
export function mergeById<T extends { id: string }>(current: readonly T[], update: readonly T[], most: number): T[] {
  const merged = new Map(current.map((record) => [record.id, record]));
  for (const record of update) merged.set(record.id, record);
  return [...merged.values()].slice(-most);
}

/** The later turn wins, so that graphs side by side may both write it. */
export function reduceTurn(current: Turn, update: Turn): Turn {
  return update.number >= current.number ? update : current;
}
