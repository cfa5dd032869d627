/** Which strategy to use for one's own tools, from what was measured on them. Pure. */
import { defaults } from "../../catalog/defaults.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { type BreakEven, breakEvenOf } from "../report/break-even.js";
import type { EvalReport, StrategySummary } from "../report/types.js";
import { type CatalogSize, chooseStrategy } from "./choose-strategy.js";

export interface Recommendation {
  strategy: StrategyName;
  /** Why, and what to keep in mind; one line each. */
  lines: string[];
  breakEvens: BreakEven[];
}

/**
 * The cheapest strategy (mean input tokens of a turn) among those whose exact calls are not worse than the best one's: the
 * interval of the difference on the same tasks holds zero. All tools where the catalog is so small that the rule of
 * `chooseStrategy` says so and nothing is worse for it. Undefined where one strategy alone was measured.
 */
export function recommend(report: EvalReport): Recommendation | undefined {
  const size = sizeOf(report);
  const able = report.strategies.filter(({ strategy, failed, cases, metrics }) => {
    const accepted = strategy !== "all-tools" || size.tools <= defaults.providerMaxTools;
    return accepted && failed < cases && metrics.exactCalls.mean !== null && metrics.inputTokens.mean !== null;
  });
  if (report.strategies.length < 2 || able.length === 0) return undefined;
  const best = able.reduce((one, other) => (exactOf(other) > exactOf(one) ? other : one));
  const good = able.filter((one) => !isWorse(report, one.strategy, best.strategy));
  const cheapest = good.reduce((one, other) => (tokensOf(other) < tokensOf(one) ? other : one));
  const breakEven = breakEvenOf(report);
  const small = chooseStrategy(size).strategy === "all-tools" && good.some(({ strategy }) => strategy === "all-tools");
  const strategy = small ? "all-tools" : cheapest.strategy;
  const breakEvens = breakEven?.strategies ?? [];
  return {
    strategy,
    breakEvens,
    lines: [
      `recommended: ${strategy}, for ${count(size.tools)} tools with ${count(size.schemaTokens)} schema tokens`,
      small ? smallLine(able, cheapest) : cheapLine(cheapest, best, good),
      ...breakEvens.map(breakEvenLine),
      ...(breakEven?.line.estimated ? ["all-tools was not run: its cost is estimated from its schemas"] : []),
    ],
  };
}

/** The largest catalog of the report. */
function sizeOf({ suites }: EvalReport): CatalogSize {
  return suites.reduce((one, other) => (other.tools > one.tools ? other : one), { tools: 0, schemaTokens: 0 });
}

function isWorse({ comparisons }: EvalReport, strategy: StrategyName, best: StrategyName): boolean {
  const pair = comparisons.find(
    ({ first, second }) => (first === strategy && second === best) || (first === best && second === strategy),
  );
  const difference = pair?.differences.exactCalls;
  if (!pair || difference?.low == null || difference.high === null) return false;
  return pair.first === best ? difference.high < 0 : difference.low > 0;
}

function smallLine(able: readonly StrategySummary[], cheapest: StrategySummary): string {
  const all = able.find(({ strategy }) => strategy === "all-tools")!;
  const saved = tokensOf(all) - tokensOf(cheapest);
  const rest =
    saved > 0 ? `${cheapest.strategy} would save ${count(saved)} input tokens a turn` : "it is the cheapest as well";
  return `under about ten tools all-tools usually wins: nothing can be lost on the way into the context; ${rest}`;
}

function cheapLine(cheapest: StrategySummary, best: StrategySummary, good: readonly StrategySummary[]): string {
  const cost = `${count(tokensOf(cheapest))} input tokens a turn`;
  const exact = `${(100 * exactOf(cheapest)).toFixed(1)}% exact calls`;
  if (cheapest === best && good.length === 1) return `it has the most exact calls: ${exact}, at ${cost}`;
  return `the cheapest whose exact calls are not worse than the best: ${exact}, at ${cost}`;
}

function breakEvenLine({ strategy, tools, cachedTools }: BreakEven): string {
  if (tools === null) return `${strategy}: its break-even with all-tools is not known`;
  const cached =
    cachedTools === null ? "" : ` (from ${count(cachedTools)} where repeated fronts of prompts cost nothing)`;
  return `break-even: ${strategy} costs less than all-tools from about ${count(tools)} such tools on${cached}`;
}

function exactOf({ metrics }: StrategySummary): number {
  return metrics.exactCalls.mean ?? 0;
}

function tokensOf({ metrics }: StrategySummary): number {
  return metrics.inputTokens.mean ?? Number.POSITIVE_INFINITY;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
