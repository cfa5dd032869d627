/** How good one ranking is for what a task needs. All pure; `undefined` where a metric says nothing: no tool fits. */
import { type ToolId, toolKey } from "../../catalog/types.js";
import type { Slot } from "../task-file.js";

/** The metrics of one ranking by name; null where the task has no slots, or where the ranking was cut before k. */
export type RetrievalMetrics = Record<RetrievalMetricName, number | null>;

export const retrievalMetricNames = [
  "recall@1",
  "recall@5",
  "recall@10",
  "ndcg@10",
  "serverRecall@5",
  "serverRecall@10",
] as const;
export type RetrievalMetricName = (typeof retrievalMetricNames)[number];

/**
 * The share of slots of which a tool is among the first k distinct tools, 0..1. A tool that stands in several slots
 * counts for each.
 */
export function recallAt(slots: readonly Slot[], retrieved: readonly ToolId[], k: number): number | undefined {
  const found = new Set(firstKeys(retrieved, k));
  return share(slots, (slot) => slot.some((id) => found.has(toolKey(id))));
}

/**
 * The share of needed servers of which a tool is among the first k distinct tools, 0..1. A slot needs one of the servers
 * of its alternatives; slots that need the same servers count once.
 */
export function serverRecallAt(slots: readonly Slot[], retrieved: readonly ToolId[], k: number): number | undefined {
  const found = new Set(
    distinct(retrieved)
      .slice(0, k)
      .map((id) => id.server),
  );
  const serversOf = (slot: Slot) => JSON.stringify([...new Set(slot.map((id) => id.server))].sort());
  const needed = new Map(slots.map((slot) => [serversOf(slot), slot]));
  return share([...needed.values()], (slot) => slot.some((id) => found.has(id.server)));
}

/**
 * Normalised discounted cumulative gain over the first k distinct tools, 0..1, with binary gains (Järvelin and Kekäläinen
 * 2002): a tool gains 1 / log2(rank + 1) for each slot that it is the first to fill, so that a second alternative
 * gains nothing. The ideal ranking fills one slot at each rank.
 */
export function ndcgAt(slots: readonly Slot[], retrieved: readonly ToolId[], k: number): number | undefined {
  if (slots.length === 0) return undefined;
  let open = slots.map((slot) => new Set(slot.map(toolKey)));
  let gain = 0;
  for (const [index, key] of firstKeys(retrieved, k).entries()) {
    const left = open.filter((slot) => !slot.has(key));
    gain += (open.length - left.length) * discount(index);
    open = left;
  }
  const ideal = slots.slice(0, k).reduce((sum, _slot, index) => sum + discount(index), 0);
  // One tool that fills two slots at once does better than one slot a rank.
  return Math.min(1, gain / ideal);
}

/** All metrics of one ranking of at most `depth` tools. */
export function measureRanking(
  slots: readonly Slot[],
  retrieved: readonly ToolId[],
  depth: number = Number.POSITIVE_INFINITY,
): RetrievalMetrics {
  const at = (metric: typeof recallAt, k: number) => (k > depth ? null : (metric(slots, retrieved, k) ?? null));
  return {
    "recall@1": at(recallAt, 1),
    "recall@5": at(recallAt, 5),
    "recall@10": at(recallAt, 10),
    "ndcg@10": at(ndcgAt, 10),
    "serverRecall@5": at(serverRecallAt, 5),
    "serverRecall@10": at(serverRecallAt, 10),
  };
}

/** What the rank at this index is worth. */
function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}

function share<T>(all: readonly T[], isFound: (one: T) => boolean): number | undefined {
  return all.length === 0 ? undefined : all.filter(isFound).length / all.length;
}

/** The keys of the first k distinct tools: a repeat takes no place. */
function firstKeys(retrieved: readonly ToolId[], k: number): string[] {
  return distinct(retrieved).slice(0, k).map(toolKey);
}

function distinct(ids: readonly ToolId[]): ToolId[] {
  return [...new Map(ids.map((id) => [toolKey(id), id])).values()];
}
