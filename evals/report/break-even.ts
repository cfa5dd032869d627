/** From how many tools on a strategy costs less than sending all of them: from measured means, pure. */
import { defaults } from "../../catalog/defaults.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import type { Estimate } from "../statistics.js";
import type { EvalReport, MetricName, ScalingReport } from "./types.js";

type Means = Record<MetricName, Estimate>;

/** Input tokens of a turn as a line over the number of tools. */
export interface CostLine {
  base: number;
  perTool: number;
}

/** What all-tools costs at any size, from what it costs at one. */
export interface AllToolsLine {
  /** Every call pays for every schema. */
  plain: CostLine;
  /** What repeats the front of the prompt before costs nothing: the best that a provider's cache can do. */
  cached: CostLine;
  /** The size that was measured. */
  tools: number;
  /** True where all-tools could not be run: its calls and messages are taken from `retrieval`, which has the same loop. */
  estimated: boolean;
}

/** One strategy against all-tools. `tools` is null where a number is missing, 0 where it is cheaper at any size. */
export interface BreakEven {
  strategy: StrategyName;
  /** Mean input tokens of a turn. */
  inputTokens: number;
  /** Of these, what does not repeat the front of the prompt before. */
  freshTokens: number;
  tools: number | null;
  cachedTools: number | null;
}

/**
 * All-tools sends its schemas with each call, and its messages beside them: over n tools a turn costs
 * `(input - schemas) + n * schemas / tools` tokens, with the means measured at `tools` tools.
 */
export function allToolsLine(
  tools: number,
  wholeCatalog: number,
  measured: Means | undefined,
  alike: Means | undefined,
): AllToolsLine | undefined {
  const means = measured?.inputTokens.mean == null ? alike : measured;
  if (!means || tools <= 0) return undefined;
  const { inputTokens, schemaTokensTotal, schemaTokens, cachedPrefixShare, modelCalls } = means;
  const estimated = means !== measured;
  const calls = modelCalls.mean;
  if (inputTokens.mean === null || schemaTokensTotal.mean === null || schemaTokens.mean === null || calls === null) {
    return undefined;
  }
  const all = estimated ? calls * wholeCatalog : schemaTokensTotal.mean;
  const once = estimated ? wholeCatalog : schemaTokens.mean;
  const fresh = inputTokens.mean * (1 - (cachedPrefixShare.mean ?? 0));
  return {
    plain: { base: Math.max(0, inputTokens.mean - schemaTokensTotal.mean), perTool: all / tools },
    cached: { base: Math.max(0, fresh - schemaTokens.mean), perTool: once / tools },
    tools,
    estimated,
  };
}

/** Where each strategy's mean meets the line of all-tools. */
export function breakEvens(
  line: AllToolsLine,
  strategies: readonly { strategy: StrategyName; metrics: Means }[],
): BreakEven[] {
  return strategies.flatMap(({ strategy, metrics }) => {
    const { inputTokens, cachedPrefixShare } = metrics;
    if (strategy === "all-tools" || inputTokens.mean === null) return [];
    const freshTokens = inputTokens.mean * (1 - (cachedPrefixShare.mean ?? 0));
    return [
      {
        ...{ strategy, inputTokens: inputTokens.mean, freshTokens },
        tools: crossing(line.plain, inputTokens.mean),
        cachedTools: crossing(line.cached, freshTokens),
      },
    ];
  });
}

/** The smallest whole number of tools at which the line is above the value. */
function crossing({ base, perTool }: CostLine, value: number): number | null {
  if (perTool <= 0) return null;
  return Math.max(0, Math.floor((value - base) / perTool) + 1);
}

/** The line and the break-evens of a report; undefined where nothing in it says what all tools cost. */
export function breakEvenOf(
  report: EvalReport | ScalingReport,
): { line: AllToolsLine; strategies: BreakEven[] } | undefined {
  const measured = report.kind === "toolgap eval" ? ofComparison(report) : ofSmallestCatalog(report);
  if (!measured) return undefined;
  const { tools, schemaTokens, rows } = measured;
  const of = (name: StrategyName) => rows.find(({ strategy }) => strategy === name)?.metrics;
  const line = allToolsLine(tools, schemaTokens, runnable(of("all-tools"), tools), of("retrieval"));
  return line && { line, strategies: breakEvens(line, rows) };
}

/** More functions than providers accept: what such runs say is an error, not a cost. */
function runnable(means: Means | undefined, tools: number): Means | undefined {
  return tools <= defaults.providerMaxTools ? means : undefined;
}

/** Suites may have catalogs of different sizes: each counts by its tasks. */
function ofComparison({ suites, strategies }: EvalReport) {
  const tasks = suites.reduce((sum, suite) => sum + suite.tasks, 0);
  if (tasks === 0) return undefined;
  const weighted = (pick: (suite: EvalReport["suites"][number]) => number) =>
    suites.reduce((sum, suite) => sum + suite.tasks * pick(suite), 0) / tasks;
  return {
    tools: weighted(({ tools }) => tools),
    schemaTokens: weighted(({ schemaTokens }) => schemaTokens),
    rows: strategies,
  };
}

function ofSmallestCatalog({ sizes, points }: ScalingReport) {
  const [tools] = sizes;
  const rows = points.filter((point) => point.tools === tools);
  const whole = rows.find(({ strategy }) => strategy === "all-tools")?.metrics.schemaTokens.mean;
  return tools === undefined || whole == null ? undefined : { tools, schemaTokens: whole, rows };
}
