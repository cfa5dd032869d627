/** The tables of `toolgap eval retrieval`. */
import type { AbstentionMetrics } from "../evals/metrics/abstention.js";
import type { RetrievalComparison } from "../evals/retrieval/report.js";
import type { StepRun } from "../evals/retrieval/run-retrieval.js";
import { summarizeStepSets, summarizeSteps } from "../evals/retrieval/step-report.js";
import type { MetricEstimates, RetrievalRun } from "../evals/retrieval/summary.js";
import type { Estimate } from "../evals/statistics.js";
import { type Column, formatCount, type Io, print, renderTable } from "./output.js";

const right = (title: string): Column => ({ title, align: "right" });

/** Rankings by set and router, then what all sets say together, then the paired differences, then abstention. */
export function printRuns(
  io: Io,
  runs: readonly RetrievalRun[],
  { macro, differences }: RetrievalComparison,
  timings: boolean,
): void {
  const ranked = runs.filter((run) => run.abstention.answerable > 0);
  const columns = ["recall@1", "recall@5", "95%", "recall@10", "nDCG@10", "server recall@5"].map(right);
  const rows = [
    ...ranked.map((run) => [
      ...[run.set, run.label, formatCount(run.abstention.answerable), ...metricCells(run.estimates)],
      ...(timings ? [run.timings.perQuery.p50.toFixed(2)] : []),
    ]),
    ...macro.map(({ label, estimates }) => [
      ...[`macro of ${estimates["recall@5"].count}`, label, "", ...metricCells(estimates)],
      ...(timings ? [""] : []),
    ]),
  ];
  if (rows.length > 0) {
    const last = timings ? [right("ms p50")] : [];
    print(io, renderTable([{ title: "set" }, { title: "router" }, right("tasks"), ...columns, ...last], rows));
  }
  const compared = differences.filter(({ estimates }) => estimates["recall@5"].count > 0);
  if (compared.length > 0) {
    print(
      io,
      renderTable(
        [{ title: "set" }, { title: "compared" }, right("recall@5"), right("95%"), right("nDCG@10"), right("95%")],
        compared.map(({ set, base, label, estimates }) => [
          ...[set ?? "macro", `${label} less ${base}`],
          ...[signed(estimates["recall@5"]), interval(estimates["recall@5"])],
          ...[signed(estimates["ndcg@10"]), interval(estimates["ndcg@10"])],
        ]),
      ),
    );
  }
  printAbstention(io, runs, macro);
}

/** Where there are tasks that nothing fits; of several sets the ones that are judged together come last. */
function printAbstention(io: Io, runs: readonly RetrievalRun[], macro: RetrievalComparison["macro"]): void {
  const rows = [
    ...runs
      .filter((run) => run.abstention.unanswerable > 0)
      .map((run) => [run.set, run.label, ...cells(run.abstention)]),
    ...macro
      .filter(({ abstention }) => abstention.unanswerable > 0)
      .map(({ label, abstention }) => ["all judged", label, ...cells(abstention)]),
  ];
  if (rows.length === 0) return;
  const columns = ["no tool fits", "abstained", "a tool fits", "abstained", "AUROC of fit"].map(right);
  print(io, renderTable([{ title: "set" }, { title: "router" }, ...columns], rows));
}

function cells(abstention: AbstentionMetrics): string[] {
  const { unanswerable, correctAbstention, answerable, falseAbstention, auroc } = abstention;
  return [
    ...[formatCount(unanswerable), percent(correctAbstention), formatCount(answerable), percent(falseAbstention)],
    auroc === null ? "" : auroc.toFixed(3),
  ];
}

/** Each step as a request of its own beside the whole task. */
export function printSteps(io: Io, runs: readonly StepRun[], perRequest: number): void {
  const rows = runs.map((run) => {
    const { set, label, tasks, requests, toolsInContext, steps, whole, difference } = summarizeSteps(run);
    return [
      ...[set, label, formatCount(tasks), requests.mean?.toFixed(1) ?? "", toolsInContext.mean?.toFixed(1) ?? ""],
      ...[percent(steps.mean), interval(steps), percent(whole.mean), interval(whole)],
      ...[signed(difference), interval(difference)],
    ];
  });
  const macro = summarizeStepSets(runs).map(({ label, steps, whole }) => [
    ...[`macro of ${steps.count}`, label, "", "", "", percent(steps.mean), interval(steps)],
    ...[percent(whole.mean), interval(whole), "", ""],
  ]);
  const several = new Set(runs.map((run) => run.set)).size > 1;
  const columns = ["tasks", "steps", "tools in context", "recall by steps", "95%", "recall of the whole", "95%"];
  print(
    io,
    renderTable(
      [{ title: "set" }, { title: "router" }, ...[...columns, "difference", "95%"].map(right)],
      several ? [...rows, ...macro] : rows,
    ),
  );
  print(io, `${perRequest} tools for each step; the whole task as one request with as many tools as its steps brought`);
}

function metricCells(estimates: MetricEstimates): string[] {
  const recall = estimates["recall@5"];
  return [
    ...[percent(estimates["recall@1"].mean), percent(recall.mean), interval(recall)],
    ...[percent(estimates["recall@10"].mean), percent(estimates["ndcg@10"].mean)],
    percent(estimates["serverRecall@5"].mean),
  ];
}

/** Percent with one decimal. */
function percent(value: number | null): string {
  return value === null ? "" : (100 * value).toFixed(1);
}

function signed({ mean }: Estimate): string {
  return mean === null ? "" : `${mean >= 0 ? "+" : ""}${percent(mean)}`;
}

function interval({ low, high }: Estimate): string {
  return low === null || high === null ? "" : `${percent(low)} to ${percent(high)}`;
}
