/** The reports of `toolgap eval` as tables for a terminal. */
import { formatEstimate, formatMetric, tableMetrics } from "../evals/report/format.js";
import { type EvalReport, type MetricName, type ScalingReport, stages } from "../evals/report/types.js";
import { formatCount, formatId, type Io, note, plural, print, renderTable } from "./output.js";

/** What the differences of two strategies are shown for; the JSON has all. */
const comparedMetrics: readonly MetricName[] = ["recall@5", "reach", "exactCalls", "schemaTokens", "inputTokens"];

export function printEval(io: Io, report: EvalReport): void {
  const { strategies, suites, settings, model, timings } = report;
  const right = (title: string) => ({ title, align: "right" as const });
  const columns = strategies.map(({ strategy }) => right(strategy));
  const tasks = suites.reduce((sum, suite) => sum + suite.tasks, 0);
  print(
    io,
    `${plural(tasks, "task")}, router ${settings.router}, model ${model.label}; means with 95% bootstrap intervals`,
  );
  const [suite] = suites;
  if (suite) {
    print(io, `${plural(suite.tools, "tool")}; all in one request: ${formatCount(suite.schemaTokens)} schema tokens`);
  }
  const measured = tableMetrics.filter(([metric]) => strategies.some(({ metrics }) => metrics[metric].mean !== null));
  const rows = measured.map(([metric, title]) => [
    title,
    ...strategies.map(({ metrics }) => formatEstimate(metric, metrics[metric])),
  ]);
  const latency = strategies.map(({ strategy }) => timings.latency.find((one) => one.strategy === strategy));
  rows.push(["milliseconds a turn", ...latency.map((one) => (one ? `${one.mean}, p95 ${Math.round(one.p95)}` : "-"))]);
  print(io, renderTable([{ title: model.ruleBased ? "rule-based" : "" }, ...columns], rows));
  if (tasks > 1) {
    printStages(io, report);
    printDifferences(io, report);
  } else printCalls(io, report);
  for (const line of report.notes) note(io, line, "yellow");
  for (const line of failureLines(report)) note(io, line, "yellow");
}

/** How many cases of each strategy failed, and why the first did. */
function failureLines({ strategies, cases }: EvalReport): string[] {
  return strategies.flatMap(({ strategy, failed }) => {
    const first = cases.find((one) => one.strategy === strategy && one.failed !== undefined);
    return first ? [`${strategy}: ${plural(failed, "case")} failed, the first (${first.task}): ${first.failed}`] : [];
  });
}

function printStages(io: Io, { strategies }: EvalReport): void {
  const lostAt = stages.filter((stage) => strategies.some((summary) => summary.stages[stage] > 0));
  if (lostAt.length === 0) return;
  const columns = strategies.map(({ strategy }) => ({ title: strategy, align: "right" as const }));
  const rows = lostAt.map((stage) => [
    stage.replaceAll("_", " "),
    ...strategies.map((summary) => summary.stages[stage]),
  ]);
  rows.push(["of cases", ...strategies.map((summary) => summary.cases)]);
  print(io, renderTable([{ title: "lost at" }, ...columns], rows));
}

function printDifferences(io: Io, { comparisons }: EvalReport): void {
  if (comparisons.length === 0) return;
  const pairs = comparisons.map(({ first, second }) => ({
    title: `${second} minus ${first}`,
    align: "right" as const,
  }));
  const rows = tableMetrics
    .filter(([metric]) => comparedMetrics.includes(metric))
    .filter(([metric]) => comparisons.some(({ differences }) => differences[metric].mean !== null))
    .map(([metric, title]) => [
      title,
      ...comparisons.map(({ differences }) => formatEstimate(metric, differences[metric])),
    ]);
  print(io, renderTable([{ title: "same tasks" }, ...pairs], rows));
}

/** What was called, where there is one task. */
function printCalls(io: Io, { cases }: EvalReport): void {
  for (const { strategy, turn, calls, stage, stoppedBy } of cases) {
    const called = calls.map((call) => `${formatId(call)}${call.ok ? "" : " (failed)"}`).join(", ") || "nothing";
    const lost = stage === null ? "" : `, lost at: ${stage.replaceAll("_", " ")}`;
    print(io, `${strategy}, turn ${turn}: called ${called}; ${stoppedBy}${lost}`);
  }
}

export function printScaling(io: Io, { points, settings, model, notes }: ScalingReport): void {
  print(io, `router ${settings.router}, model ${model.label}; means over the tasks`);
  const metrics = [
    "recall@5",
    "reach",
    "toolsInContext",
    "schemaTokens",
    "schemaTokensEstimate",
    "inputTokens",
  ] as const;
  const titles = ["recall@5", "reach", "tools in context", "schema tokens", "characters / 4", "tokens in"];
  const columns = titles.map((title) => ({ title, align: "right" as const }));
  const rows = points.map(({ tools, strategy, runnable, metrics: measured }) => [
    tools,
    runnable ? strategy : `${strategy} (not runnable)`,
    ...metrics.map((metric) => formatMetric(metric, measured[metric].mean)),
  ]);
  const head = [
    { title: "tools", align: "right" as const },
    { title: model.ruleBased ? "strategy (rule-based)" : "strategy" },
  ];
  print(io, renderTable([...head, ...columns], rows));
  for (const line of notes) note(io, line, "yellow");
}
