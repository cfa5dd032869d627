/** The report as Markdown: for a README or a comment on a change. */
import { formatEstimate, formatMetric, tableMetrics } from "./format.js";
import { type EvalReport, type MetricName, type ScalingReport, stages } from "./types.js";

export function toMarkdown(report: EvalReport | ScalingReport): string {
  return report.kind === "toolgap eval" ? strategiesToMarkdown(report) : scalingToMarkdown(report);
}

function strategiesToMarkdown(report: EvalReport): string {
  const { model, settings, suites, strategies, comparisons, complete, stopped } = report;
  const tasks = suites.reduce((sum, suite) => sum + suite.tasks, 0);
  const names = strategies.map((summary) => `${summary.strategy} (${mark(summary.ruleBased)})`);
  const lostAt = stages.filter((stage) => strategies.some((summary) => summary.stages[stage] > 0));
  const measured = tableMetrics.filter(([metric]) => strategies.some(({ metrics }) => metrics[metric].mean !== null));
  return document([
    "# Strategies compared",
    `Model: ${model.label}. Router: ${settings.router}. Tasks: ${tasks}, ${settings.repeat} run of each; seed ${settings.seed}.`,
    ...(complete ? [] : [`**Not complete: ${stopped ?? "the run was stopped before its end"}.**`]),
    ...report.notes,
    ...(report.recommendation ?? []),
    "Means over tasks with 95% bootstrap intervals in brackets.",
    table(
      ["", ...names],
      measured.map(([metric, title]) => [
        title,
        ...strategies.map(({ metrics }) => formatEstimate(metric, metrics[metric])),
      ]),
    ),
    "## Differences on the same tasks",
    ...comparisons.map(({ first, second, differences }) =>
      [
        `${second} minus ${first} (${mark(model.ruleBased)})`,
        table(
          ["", "difference", "tasks with more", "with less", "equal"],
          measured
            .filter(([metric]) => differences[metric].mean !== null)
            .map(([metric, title]) => {
              const { better, worse, equal } = differences[metric];
              return [title, formatEstimate(metric, differences[metric]), better, worse, equal];
            }),
        ),
      ].join("\n\n"),
    ),
    "## Where a case was lost",
    table(
      ["", ...names],
      lostAt.map((stage) => [stage.replaceAll("_", " "), ...strategies.map((summary) => summary.stages[stage])]),
    ),
    "## Kinds of tasks",
    ...strategies.map(({ strategy, ruleBased, tags }) =>
      [
        `${strategy} (${mark(ruleBased)})`,
        table(
          ["tag", "tasks", ...tagMetrics],
          tags.map(({ tag, tasks, metrics }) => [
            tag,
            tasks,
            ...tagMetrics.map((metric) => formatMetric(metric, metrics[metric])),
          ]),
        ),
      ].join("\n\n"),
    ),
  ]);
}

const tagMetrics = ["recall@5", "reach", "exactCalls", "abstention", "schemaTokens"] as const satisfies MetricName[];

function scalingToMarkdown({ model, settings, notes, points, complete, stopped }: ScalingReport): string {
  return document([
    "# Strategies over the size of the catalog",
    `Model: ${model.label}. Router: ${settings.router}. Seed ${settings.seed}.`,
    ...(complete ? [] : [`**Not complete: ${stopped ?? "the run was stopped before its end"}.**`]),
    ...notes,
    table(
      ["tools", "strategy", "model", "runnable", "recall@5", "reach", "schema tokens", "at four characters a token"],
      points.map(({ tools, strategy, runnable, metrics }) => [
        tools,
        strategy,
        mark(model.ruleBased),
        runnable ? "yes" : "no",
        ...(["recall@5", "reach", "schemaTokens", "schemaTokensEstimate"] as const).map((metric) =>
          formatMetric(metric, metrics[metric].mean),
        ),
      ]),
    ),
  ]);
}

function mark(ruleBased: boolean): string {
  return ruleBased ? "rule-based" : "model";
}

function document(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
