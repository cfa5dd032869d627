/** From cases to means with intervals, and to the differences between strategies. */
import { mean, median, quantile } from "simple-statistics";
import type { StrategyName } from "../../graphs/strategy-names.js";
import {
  type EvalCase,
  type EvalTimings,
  type MetricName,
  metricNames,
  type StrategyComparison,
  type StrategySummary,
  stages,
} from "../report/types.js";
import { estimateMean, pairedDifference } from "../statistics.js";

interface SummaryOptions {
  model: { label: string; ruleBased: boolean };
  seed: number;
}

/** The summary of each strategy over its cases. */
export function summarizeStrategies(
  names: readonly StrategyName[],
  cases: readonly EvalCase[],
  { model, seed }: SummaryOptions,
): StrategySummary[] {
  return names.map((strategy) => {
    const own = cases.filter((one) => one.strategy === strategy);
    const byTask = groupByTask(own);
    const tags = [...new Set(own.flatMap((one) => one.tags))].sort();
    return {
      strategy,
      model: model.label,
      ruleBased: model.ruleBased,
      tasks: byTask.size,
      cases: own.length,
      failed: own.filter((one) => one.failed !== undefined).length,
      metrics: forMetrics((metric) => estimateMean(taskMeans([...byTask.values()], metric), { seed })),
      stages: Object.fromEntries(
        stages.map((stage) => [stage, own.filter((one) => one.stage === stage).length]),
      ) as StrategySummary["stages"],
      tags: tags.map((tag) => {
        const tagged = [...groupByTask(own.filter((one) => one.tags.includes(tag))).values()];
        return { tag, tasks: tagged.length, metrics: forMetrics((metric) => meanOf(taskMeans(tagged, metric))) };
      }),
    };
  });
}

/** Every pair of strategies over the tasks that both have. */
export function compareStrategies(
  names: readonly StrategyName[],
  cases: readonly EvalCase[],
  seed: number,
): StrategyComparison[] {
  const byStrategy = new Map(
    names.map((name) => [name, groupByTask(cases.filter((one) => one.strategy === name))] as const),
  );
  return names.flatMap((first, index) =>
    names.slice(index + 1).map((second) => {
      const [one, other] = [byStrategy.get(first)!, byStrategy.get(second)!];
      const shared = [...one.keys()].filter((key) => other.has(key));
      const means = (groups: typeof one, metric: MetricName) =>
        taskMeans(
          shared.map((key) => groups.get(key)!),
          metric,
        );
      const differences = forMetrics((metric) => pairedDifference(means(one, metric), means(other, metric), { seed }));
      return { first, second, differences };
    }),
  );
}

/** Latencies by strategy; `latency` is in the order of the cases. */
export function summarizeLatency(
  names: readonly StrategyName[],
  cases: readonly EvalCase[],
  latency: readonly number[],
): EvalTimings["latency"] {
  return names.flatMap((strategy) => {
    const own = latency.filter((_, index) => cases[index]?.strategy === strategy);
    if (own.length === 0) return [];
    return [{ strategy, mean: Math.round(mean(own)), median: median(own), p95: quantile(own, 0.95) }];
  });
}

/** The turns and repeats of each task. */
function groupByTask(cases: readonly EvalCase[]): Map<string, EvalCase[]> {
  const groups = new Map<string, EvalCase[]>();
  for (const one of cases) {
    const key = JSON.stringify([one.suite, one.task]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** One value for each task: the turns of a conversation are no independent observations. */
function taskMeans(groups: readonly (readonly EvalCase[])[], metric: MetricName): (number | null)[] {
  return groups.map((cases) => meanOf(cases.map((one) => one.metrics[metric])));
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

function forMetrics<T>(measure: (metric: MetricName) => T): Record<MetricName, T> {
  return Object.fromEntries(metricNames.map((metric) => [metric, measure(metric)])) as Record<MetricName, T>;
}
