/** The numbers of one router on one set, of several sets together, and of two routers beside each other. */
import { quantileSorted } from "simple-statistics";
import { type AbstentionMetrics, measureAbstention } from "../metrics/abstention.js";
import { type RetrievalMetricName, retrievalMetricNames } from "../metrics/retrieval.js";
import {
  differencesOf,
  type Estimate,
  estimateMacroMean,
  estimateMean,
  type PairedDifference,
  pairedDifference,
} from "../statistics.js";
import type { RankedTask } from "./rank-tasks.js";

/** Means by name; null where no task has a value. */
export type MetricEstimates = Record<RetrievalMetricName, Estimate>;

/** Milliseconds. */
export interface Timings {
  /** The first answer, which builds the index. */
  index: number;
  perQuery: { mean: number; p50: number; p95: number };
  total: number;
}

/** One router on one set. */
export interface RetrievalRun {
  set: string;
  /** Tells the runs on one set apart: the router and what was changed. */
  label: string;
  router: string;
  /** The router's default threshold, by which it abstains. */
  threshold: number;
  estimates: MetricEstimates;
  abstention: AbstentionMetrics;
  timings: Timings;
  tasks: RankedTask[];
}

export function estimateMetrics(tasks: readonly RankedTask[]): MetricEstimates {
  return byMetric((name) => estimateMean(valuesOf(tasks, name)));
}

/** Each set counts the same; sets without a value for a metric are left out of it. */
export function estimateMacroMetrics(sets: readonly (readonly RankedTask[])[]): MetricEstimates {
  return byMetric((name) => estimateMacroMean(sets.map((tasks) => valuesOf(tasks, name))));
}

/** How much better the second ranking of the same tasks is, by metric. */
export function compareTasks(
  first: readonly RankedTask[],
  second: readonly RankedTask[],
): Record<RetrievalMetricName, PairedDifference> {
  return byMetric((name) => pairedDifference(valuesOf(first, name), valuesOf(second, name)));
}

/** The macro mean of the paired differences on each set. */
export function compareSets(pairs: readonly (readonly [RankedTask[], RankedTask[]])[]): MetricEstimates {
  return byMetric((name) =>
    estimateMacroMean(pairs.map(([first, second]) => differencesOf(valuesOf(first, name), valuesOf(second, name)))),
  );
}

/** Abstention over these tasks, each judged as `RankedTask.bestFit` says. */
export function abstentionOf(tasks: readonly RankedTask[]): AbstentionMetrics {
  return measureAbstention(
    tasks.map(({ task, abstained, bestFit }) => ({ answerable: !task.irrelevant, abstained, bestFit })),
  );
}

export function timingsOf(index: number, milliseconds: readonly number[]): Timings {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  if (sorted.length === 0) return { index, perQuery: { mean: 0, p50: 0, p95: 0 }, total };
  return {
    index,
    perQuery: { mean: total / sorted.length, p50: quantileSorted(sorted, 0.5), p95: quantileSorted(sorted, 0.95) },
    total,
  };
}

function valuesOf(tasks: readonly RankedTask[], name: RetrievalMetricName): (number | null)[] {
  return tasks.map(({ metrics }) => metrics[name]);
}

function byMetric<T>(measure: (name: RetrievalMetricName) => T): Record<RetrievalMetricName, T> {
  return Object.fromEntries(retrievalMetricNames.map((name) => [name, measure(name)])) as Record<
    RetrievalMetricName,
    T
  >;
}
