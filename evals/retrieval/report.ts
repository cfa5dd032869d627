/** The JSON of a measured retrieval: every task, so that each mean can be checked. Same input, same bytes, `timings` apart. */
import type { RouterHit } from "../../catalog/search/types.js";
import type { AbstentionMetrics } from "../metrics/abstention.js";
import { type RetrievalMetricName, retrievalMetricNames } from "../metrics/retrieval.js";
import type { Estimate } from "../statistics.js";
import type { RankedTask } from "./rank-tasks.js";
import {
  abstentionOf,
  compareSets,
  compareTasks,
  estimateMacroMetrics,
  type MetricEstimates,
  type RetrievalRun,
} from "./summary.js";
import type { Variant } from "./variants.js";

export interface ReportOptions {
  topK: number;
  timings: boolean;
}

/** What several runs say together. */
export interface RetrievalComparison {
  /** One row for each variant over all sets. */
  macro: { label: string; estimates: MetricEstimates; abstention: AbstentionMetrics }[];
  differences: Difference[];
}

/** The paired difference of a variant to the one it is compared with; `set` is undefined for the macro mean. */
export interface Difference {
  set: string | undefined;
  base: string;
  label: string;
  estimates: Record<RetrievalMetricName, Estimate>;
}

/** Macro means where there are several sets, differences where there are several variants. */
export function compareRuns(runs: readonly RetrievalRun[], variants: readonly Variant[]): RetrievalComparison {
  const sets = [...new Set(runs.map((run) => run.set))];
  const runOf = (set: string, label: string) => runs.find((run) => run.set === set && run.label === label)!;
  const macro = variants.map(({ label }) => {
    const tasks = sets.map((set) => runOf(set, label).tasks);
    return { label, estimates: estimateMacroMetrics(tasks), abstention: abstentionOf(judgedTogether(tasks)) };
  });
  const differences = variants.flatMap(({ label, base }): Difference[] => {
    if (base === undefined) return [];
    const pairs = sets.map((set) => [runOf(set, base).tasks, runOf(set, label).tasks] as const);
    const bySet = sets.map((set, index) => ({ set, base, label, estimates: compareTasks(...pairs[index]!) }));
    if (sets.length === 1) return bySet;
    return [...bySet, { set: undefined, base, label, estimates: compareSets(pairs) }];
  });
  return { macro: sets.length > 1 ? macro : [], differences };
}

/**
 * The tasks of all sets by which abstention is judged: those with candidates, if there are any, since the fit among a few
 * offered tools and the fit in a whole catalog are two questions.
 */
function judgedTogether(sets: readonly RankedTask[][]): RankedTask[] {
  const all = sets.flat();
  const withCandidates = all.filter(({ task }) => task.candidates !== undefined);
  return withCandidates.length > 0 ? withCandidates : all;
}

/** One run alone is the document itself; several stand in `runs`, with what they say together. */
export function toReport(runs: readonly RetrievalRun[], variants: readonly Variant[], options: ReportOptions): object {
  if (runs.length === 1) return runDocument(runs[0]!, options);
  const { macro, differences } = compareRuns(runs, variants);
  return {
    topK: options.topK,
    macro: macro.map(({ label, estimates, abstention }) => ({ label, metrics: metricsOf(estimates, abstention) })),
    differences: differences.map(({ set = "macro", base, label, estimates }) => ({ set, base, label, ...estimates })),
    runs: runs.map((run) => runDocument(run, options)),
  };
}

function runDocument(run: RetrievalRun, { topK, timings }: ReportOptions): object {
  return {
    router: run.router,
    set: run.set,
    label: run.label,
    topK,
    threshold: run.threshold,
    metrics: metricsOf(run.estimates, run.abstention),
    ...(timings ? { timings: run.timings } : {}),
    tasks: run.tasks.map(({ task, retrieved, bestFit, abstained, metrics }) => ({
      id: task.id,
      ...hitsOf(retrieved),
      bestFit,
      abstained,
      metrics,
    })),
  };
}

/** Means by name, their 95% intervals beside them. */
function metricsOf(estimates: MetricEstimates, abstention: AbstentionMetrics): object {
  const means = Object.fromEntries(retrievalMetricNames.map((name) => [name, estimates[name].mean]));
  const intervals = Object.fromEntries(
    retrievalMetricNames.map((name) => [name, [estimates[name].low, estimates[name].high]]),
  );
  return { ...means, ...abstention, intervals };
}

/** Hits as pairs and fits, in rank order. */
export function hitsOf(hits: readonly RouterHit[]): { retrieved: [string, string][]; fit: number[] } {
  return { retrieved: hits.map(({ id }) => [id.server, id.name]), fit: hits.map((hit) => hit.fit) };
}
