/** The report as one HTML file that needs nothing beside it: no network, no font, no script of others. */
import { createHash } from "node:crypto";
import { breakEvenOf } from "../break-even.js";
import { formatEstimate, formatMetric, tableMetrics } from "../format.js";
import { type EvalReport, type MetricName, type ScalingReport, stages } from "../types.js";
import { type Chart, drawChart } from "./chart.js";
import {
  breakEvenChart,
  describeBreakEvens,
  reachChart,
  recallChart,
  stagesChart,
  stageTitle,
  tokensChart,
} from "./charts.js";
import { type Content, html, type Markup, render, table, trusted } from "./markup.js";
import { script } from "./script.js";
import { style } from "./style.js";
import { tasksSection } from "./tasks.js";

/** The whole page. The same report gives the same bytes. */
export function toHtml(report: EvalReport | ScalingReport): string {
  return report.kind === "toolgap eval" ? comparisonPage(report) : scalingPage(report);
}

function comparisonPage(report: EvalReport): string {
  const { strategies, suites, settings, scaling, model } = report;
  const tasks = suites.reduce((sum, suite) => sum + suite.tasks, 0);
  const breakEven = breakEvenOf(report);
  const charts: Chart[] = [
    ...(scaling && scaling.points.length > 0 ? [tokensChart(scaling), reachChart(scaling)] : []),
    ...(breakEven ? [breakEvenChart(breakEven)] : []),
    ...(strategies.length > 0 ? [recallChart(report), stagesChart(report)] : []),
  ];
  return page("Strategies compared", report, [
    html`<p>${plural(tasks, "task")} in ${plural(suites.length, "file")}, each run ${plural(settings.repeat, "time")}, router ${settings.router}, seed ${settings.seed}. ${describeSizes(report)}</p>`,
    report.recommendation !== undefined &&
      report.recommendation.length > 0 &&
      html`<section class="label" id="recommendation">${report.recommendation.map((line) => html`<p>${line}</p>`)}</section>`,
    navigation([
      ["numbers", "Strategies"],
      ...charts.map(({ id, title }): [string, string] => [id, title]),
      ["tasks", "Every task"],
    ]),
    html`<section id="numbers"><h2>Strategies</h2>${strategyTable(report)}${differenceTables(report)}${tagTables(report)}</section>
<section><h2>Drawings</h2>${ruleBasedLine(model.ruleBased)}${charts.map(drawChart)}</section>`,
    tasksSection(report),
  ]);
}

function scalingPage(report: ScalingReport): string {
  const breakEven = breakEvenOf(report);
  const charts = [
    ...(report.points.length > 0 ? [tokensChart(report), reachChart(report)] : []),
    ...(breakEven ? [breakEvenChart(breakEven)] : []),
  ];
  return page("Strategies over the size of the catalog", report, [
    html`<p>Router ${report.settings.router}, seed ${report.settings.seed}.</p>`,
    breakEven && describeBreakEvens(breakEven.strategies),
    ruleBasedLine(report.model.ruleBased),
    charts.map(drawChart),
  ]);
}

function page(title: string, { model, notes, complete, stopped }: EvalReport | ScalingReport, body: Content): string {
  const hash = createHash("sha256").update(script).digest("base64");
  // Nothing is loaded and no other script runs, whatever a text of a stranger holds.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return render(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${trusted(style)}</style></head><body><main>
<h1>${title}</h1><p class="quiet">Model: ${model.label}.</p>
${!complete && html`<p class="label"><strong>Not complete:</strong> ${stopped ?? "the run was stopped before its end"}.</p>`}
${notes.map((line) => html`<p class="label">${line}</p>`)}
${body}</main><script>${trusted(script)}</script></body></html>
`);
}

function navigation(links: readonly (readonly [string, string])[]): Markup {
  return html`<nav aria-label="Parts of the report"><ul>${links.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

function ruleBasedLine(ruleBased: boolean): Content {
  return ruleBased && html`<p class="quiet">All numbers here are rule-based: those of the offline planner.</p>`;
}

function describeSizes({ suites }: EvalReport): string {
  const sizes = suites.map(({ tools }) => tools);
  if (sizes.length === 0) return "";
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? `The catalog has ${least} tools.` : `The catalogs have ${least} to ${most} tools.`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

function mark(ruleBased: boolean): string {
  return ruleBased ? "rule-based" : "model";
}

function strategyTable({ strategies, timings }: EvalReport): Markup {
  const measured = tableMetrics.filter(([metric]) => strategies.some(({ metrics }) => metrics[metric].mean !== null));
  return table(
    "Means over tasks, with 95% bootstrap intervals",
    [
      "",
      ...strategies.map(({ strategy, ruleBased }) => html`${strategy} <span class="kind">(${mark(ruleBased)})</span>`),
    ],
    [
      ...measured.map(([metric, title]) => [
        title,
        ...strategies.map(({ metrics }) => estimate(metric, metrics[metric])),
      ]),
      [
        "milliseconds a turn",
        ...strategies.map(({ strategy }) => timings.latency.find((one) => one.strategy === strategy)?.mean ?? "-"),
      ],
      ["cases that failed", ...strategies.map(({ failed }) => failed)],
    ],
  );
}

function estimate(metric: MetricName, value: Parameters<typeof formatEstimate>[1]): Markup {
  const [mean = "", interval] = formatEstimate(metric, value).split(" [");
  return html`${mean}${interval !== undefined && html` <span class="interval">[${interval}</span>`}`;
}

function differenceTables({ comparisons, model }: EvalReport): Content {
  if (comparisons.length === 0) return null;
  const measured = tableMetrics.filter(([metric]) =>
    comparisons.some(({ differences }) => differences[metric].mean !== null),
  );
  return html`<details><summary>Differences on the same tasks</summary>${table(
    `The second minus the first, with intervals (${mark(model.ruleBased)})`,
    ["", ...comparisons.map(({ first, second }) => `${second} minus ${first}`)],
    measured.map(([metric, title]) => [
      title,
      ...comparisons.map(({ differences }) => estimate(metric, differences[metric])),
    ]),
  )}</details>`;
}

const tagMetrics = ["recall@5", "reach", "exactCalls", "abstention"] as const satisfies readonly MetricName[];

function tagTables({ strategies }: EvalReport): Content {
  const titles = new Map<MetricName, string>(tableMetrics);
  if (!strategies.some(({ tags }) => tags.length > 0)) return null;
  return html`<details><summary>Kinds of tasks</summary>${strategies.map(({ strategy, ruleBased, tags }) =>
    table(
      `${strategy} (${mark(ruleBased)})`,
      ["tag", "tasks", ...tagMetrics.map((metric) => titles.get(metric))],
      tags.map(({ tag, tasks, metrics }) => [
        tag,
        tasks,
        ...tagMetrics.map((metric) => formatMetric(metric, metrics[metric])),
      ]),
    ),
  )}<p class="quiet">Stages of losses: ${stages.map(stageTitle).join(", ")}.</p></details>`;
}
