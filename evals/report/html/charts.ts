/** What is drawn of a report. */
import * as Plot from "@observablehq/plot";
import type { StrategyName } from "../../../graphs/strategy-names.js";
import type { BreakEven, breakEvenOf, CostLine } from "../break-even.js";
import { formatMetric } from "../format.js";
import { type EvalReport, type ScalingPoint, type ScalingReport, type Stage, stages } from "../types.js";
import type { Chart } from "./chart.js";
import { html, table } from "./markup.js";
import { recallCurve } from "./recall-curve.js";

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 2 });
const shortCount = (value: number) => short.format(value);

export function strategyColor(strategy: StrategyName): string {
  return `var(--${strategy})`;
}

function legendOf(strategies: readonly StrategyName[]) {
  return strategies.map((strategy) => ({ label: strategy, color: strategyColor(strategy) }));
}

/** Color scale and axes that all drawings over strategies share. */
function frame(strategies: readonly StrategyName[], narrow: boolean): Plot.PlotOptions {
  return {
    height: narrow ? 280 : 340,
    marginTop: 32,
    marginLeft: 48,
    marginRight: narrow ? 16 : 24,
    marginBottom: 40,
    grid: true,
    color: { domain: [...strategies], range: strategies.map(strategyColor) },
  };
}

/** Lines that lie on each other stay visible: each later strategy has shorter dashes, the first is whole. */
const dashes = ["none", "8 5", "3 3", "1 4"];

function linesOf<T extends { strategy: StrategyName }>(
  strategies: readonly StrategyName[],
  rows: readonly T[],
  y: keyof T & string,
) {
  return strategies.map((strategy, index) =>
    Plot.line(
      rows.filter((row) => row.strategy === strategy),
      { x: "tools", y, stroke: "strategy", strokeWidth: 2.5, strokeDasharray: dashes[index % dashes.length] },
    ),
  );
}

/** Whole powers of ten around the values: a logarithmic axis with few ticks. */
function decades(values: readonly number[]): { domain: [number, number]; ticks: number[] } {
  const exponents = values.filter((value) => value > 0).map(Math.log10);
  const [least, most] = [Math.floor(Math.min(...exponents)), Math.ceil(Math.max(...exponents))];
  const ticks = Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index));
  return { domain: [10 ** least, 10 ** most], ticks };
}

const depthTicks = [1, 2, 3, 5, 10, 20, 50, 100];

/** Tokens of the largest set of schemas over the size of the catalog. */
export function tokensChart({ points, settings, sizes }: ScalingReport): Chart {
  const { strategies } = settings;
  const rows = points.flatMap((point) => {
    const tokens = point.metrics.schemaTokens.mean;
    return tokens === null ? [] : [{ ...point, tokens }];
  });
  const counted = rows.some(({ runnable }) => !runnable);
  return {
    id: "tokens",
    title: "Tokens against catalog size",
    description: `Schema tokens of the largest model call, ${describeRange(sizes)} tools; both scales are logarithmic.${counted ? " Hollow dots: more functions than providers accept, counted and not run." : ""}`,
    legend: legendOf(strategies),
    draw: (_width, narrow) => ({
      ...frame(strategies, narrow),
      x: { type: "log", label: "tools in the catalog", ticks: [...sizes], tickFormat: shortCount },
      y: { type: "log", label: "schema tokens", ...decades(rows.map(({ tokens }) => tokens)), tickFormat: shortCount },
      marks: [
        linesOf(strategies, rows, "tokens"),
        Plot.dot(rows, {
          ...{ x: "tools", y: "tokens", stroke: "strategy", r: 4, strokeWidth: 2 },
          fill: (row: ScalingPoint) => (row.runnable ? strategyColor(row.strategy) : "var(--surface)"),
        }),
      ],
    }),
    numbers: table(
      "Means over the tasks",
      ["tools", ...strategies.flatMap((name) => [`${name}: schema tokens`, `${name}: recall@5`, `${name}: reach`])],
      sizes.map((size) => [
        count(size),
        ...strategies.flatMap((name) => {
          const point = points.find((one) => one.tools === size && one.strategy === name);
          return (["schemaTokens", "recall@5", "reach"] as const).map((metric) =>
            point ? formatMetric(metric, point.metrics[metric].mean) : "-",
          );
        }),
      ]),
    ),
  };
}

/** What is still in context as the catalog grows. */
export function reachChart({ points, settings, sizes }: ScalingReport): Chart {
  const { strategies } = settings;
  const rows = points.flatMap(({ tools, strategy, metrics }) =>
    metrics.reach.mean === null ? [] : [{ tools, strategy, reach: 100 * metrics.reach.mean }],
  );
  return {
    id: "reach",
    title: "Reach against catalog size",
    description: `Share of the tasks whose needed tools were all in context, ${describeRange(sizes)} tools.`,
    legend: legendOf(strategies),
    draw: (_width, narrow) => ({
      ...frame(strategies, narrow),
      x: { type: "log", label: "tools in the catalog", ticks: [...sizes], tickFormat: shortCount },
      y: { domain: [0, 100], label: "reach, %" },
      marks: [
        linesOf(strategies, rows, "reach"),
        Plot.dot(rows, { x: "tools", y: "reach", fill: "strategy", r: 4, symbol: "strategy" }),
      ],
    }),
    numbers: table(
      "Reach",
      ["tools", ...strategies],
      sizes.map((size) => [
        count(size),
        ...strategies.map((name) => {
          const point = points.find((one) => one.tools === size && one.strategy === name);
          return formatMetric("reach", point?.metrics.reach.mean ?? null);
        }),
      ]),
    ),
  };
}

function describeRange(sizes: readonly number[]): string {
  return sizes.length === 1 ? `at ${count(sizes[0]!)}` : `from ${count(sizes[0]!)} to ${count(sizes.at(-1)!)}`;
}

/** How much of what is needed the first tools of each ranking hold, and what each strategy really carried. */
export function recallChart(report: EvalReport): Chart {
  const { curve, carried } = recallCurve(report);
  const names = report.strategies.map(({ strategy }) => strategy);
  const most = Math.max(2, ...curve.map(({ tools }) => tools), ...carried.map(({ tools }) => tools));
  return {
    id: "recall",
    title: "Recall against tools in context",
    description:
      "Lines: the share of the needed tools among the first tools of each strategy's ranking. Dots: the reach of each strategy at the number of tools that it carried on average. The scale of tools is logarithmic.",
    legend: legendOf(names),
    draw: (_width, narrow) => ({
      ...frame(names, narrow),
      x: {
        type: "log",
        domain: [1, most * 1.15],
        label: "tools in context",
        tickFormat: shortCount,
        ticks: depthTicks.filter((tick) => tick <= most),
      },
      y: { domain: [0, 100], label: "share of the needed tools, %" },
      marks: [
        linesOf(names, curve, "recall"),
        Plot.dot(carried, { x: "tools", y: "reach", fill: "strategy", stroke: "var(--surface)", strokeWidth: 2, r: 7 }),
      ],
    }),
    numbers: [
      table(
        "Recall at each depth of the ranking",
        ["first tools", ...names.filter((name) => curve.some(({ strategy }) => strategy === name))],
        [...new Set(curve.map(({ tools }) => tools))].map((depth) => [
          depth,
          ...names.flatMap((name) => {
            const point = curve.find(({ strategy, tools }) => strategy === name && tools === depth);
            return point ? [`${point.recall.toFixed(1)}%`] : [];
          }),
        ]),
      ),
      table(
        "What was carried",
        ["strategy", "tools in context", "reach"],
        carried.map(({ strategy, tools, reach }) => [strategy, tools.toFixed(1), `${reach.toFixed(1)}%`]),
      ),
    ],
  };
}

/** Cases by the stage that lost them; one bar for each strategy. */
export function stagesChart({ strategies }: EvalReport): Chart {
  const lostAt = stages.filter((stage) => strategies.some((summary) => summary.stages[stage] > 0));
  const rows = strategies.flatMap(({ strategy, cases, stages: counts }) => {
    const lost = lostAt.map((stage) => ({ strategy, stage: stage as Stage | "nothing", cases: counts[stage] }));
    const rest = cases - lost.reduce((sum, one) => sum + one.cases, 0);
    return [...lost, { strategy, stage: "nothing" as const, cases: rest }];
  });
  const order: readonly (Stage | "nothing")[] = [...lostAt, "nothing"];
  const colors = order.map(stageColor);
  return {
    id: "stages",
    title: "Where each strategy lost what it lost",
    description:
      "Cases by the earliest stage at which a needed tool was lost, or a wrong one called; one bar for each strategy.",
    legend: order.map((stage) => ({ label: stageTitle(stage), color: stageColor(stage) })),
    draw: (_width, narrow) => ({
      height: strategies.length * (narrow ? 56 : 64) + 56,
      marginLeft: narrow ? 64 : 76,
      marginRight: 16,
      marginBottom: 40,
      color: { domain: [...order], range: colors },
      x: { label: "cases", grid: true, ...(narrow ? { ticks: 4 } : {}) },
      y: { label: null, domain: strategies.map(({ strategy }) => strategy), padding: 0.3 },
      marks: [
        Plot.barX(
          rows,
          Plot.stackX({
            ...{ x: "cases", y: "strategy", fill: "stage", order: [...order] },
            stroke: "var(--surface)",
            strokeWidth: 1,
          }),
        ),
      ],
    }),
    numbers: table(
      "Cases",
      ["strategy", ...order.map(stageTitle), "all"],
      strategies.map(({ strategy, cases }) => [
        strategy,
        ...order.map((stage) => rows.find((row) => row.strategy === strategy && row.stage === stage)!.cases),
        cases,
      ]),
    ),
  };
}

export function stageTitle(stage: Stage | "nothing"): string {
  return stage === "nothing" ? "nothing lost" : stage.replaceAll("_", " ");
}

export function stageColor(stage: Stage | "nothing"): string {
  return `var(--stage-${stage.replaceAll("_", "-")})`;
}

/** The cost of sending all tools as a line over their number, and what each strategy costs. */
export function breakEvenChart({ line, strategies }: NonNullable<ReturnType<typeof breakEvenOf>>): Chart {
  const most = Math.max(12, line.tools, ...strategies.map(({ tools }) => (tools ?? 0) * 1.5));
  const names: StrategyName[] = [...strategies.map(({ strategy }) => strategy), "all-tools"];
  const lines = [
    ...strategies.flatMap(({ strategy, inputTokens }) =>
      [0, most].map((tools) => ({ strategy, tools, tokens: inputTokens })),
    ),
    ...[0, most].map((tools) => ({ strategy: "all-tools" as const, tools, tokens: costAt(line.plain, tools) })),
  ];
  const marks = strategies.flatMap(({ strategy, inputTokens, tools }) =>
    tools === null || tools === 0 ? [] : [{ strategy, tools, tokens: inputTokens, label: `${count(tools)} tools` }],
  );
  return {
    id: "break-even",
    title: "The catalog size from which each strategy pays",
    description: `${strategies.map(describeBreakEven).join(" ")} Input tokens of a turn; the line of all-tools goes through what was ${line.estimated ? "estimated" : "measured"} at ${count(line.tools)} tools.`,
    legend: legendOf(names),
    draw: (_width, narrow) => ({
      ...frame(names, narrow),
      x: { domain: [0, most], label: "tools in the catalog", ...(narrow ? { ticks: 5 } : {}) },
      y: {
        domain: [0, Math.max(...lines.map(({ tokens }) => tokens))],
        label: "input tokens of a turn",
        tickFormat: shortCount,
      },
      marks: [
        linesOf(names, lines, "tokens"),
        Plot.dot(marks, { x: "tools", y: "tokens", fill: "strategy", stroke: "var(--surface)", strokeWidth: 2, r: 6 }),
        Plot.text(marks, {
          x: "tools",
          y: "tokens",
          text: "label",
          dx: 10,
          dy: 12,
          textAnchor: "start",
          fontWeight: 600,
        }),
      ],
    }),
    numbers: table(
      "Break-even with all-tools",
      ["strategy", "input tokens of a turn", "pays from (tools)", "not repeated", "pays from, repeats free (tools)"],
      strategies.map(({ strategy, inputTokens, tools, freshTokens, cachedTools }) => [
        ...[strategy, count(inputTokens), formatTools(tools), count(freshTokens), formatTools(cachedTools)],
      ]),
    ),
  };
}

function costAt({ base, perTool }: CostLine, tools: number): number {
  return base + perTool * tools;
}

export function formatTools(tools: number | null): string {
  return tools === null ? "-" : count(tools);
}

export function describeBreakEven({ strategy, tools, cachedTools }: BreakEven): string {
  if (tools === null) return `${strategy}: not known.`;
  const cached =
    cachedTools === null ? "" : `, from ${count(cachedTools)} where repeated fronts of prompts cost nothing`;
  return `${strategy} costs less than all-tools from ${count(tools)} tools on${cached}.`;
}

/** For the text beside the drawings. */
export function describeBreakEvens(strategies: readonly BreakEven[]) {
  return html`<ul>${strategies.map((one) => html`<li>${describeBreakEven(one)}</li>`)}</ul>`;
}
