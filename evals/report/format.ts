/** How numbers are written in tables for people. */
import type { Estimate } from "../statistics.js";
import type { MetricName } from "./types.js";

/** How the numbers of the rule-based planner are to be read. */
export const ruleBasedNote =
  "The model is the rule-based offline planner: these numbers measure the mechanism (what is found, what is in context, what it costs), not a model's judgement.";

/** `0.876` as `87.6%`, `1234.5` as `1,235`; a dash where there is no value. */
export function formatMetric(name: MetricName, value: number | null): string {
  if (value === null) return "-";
  if (isShare(name)) return `${(100 * value).toFixed(1)}%`;
  if (name === "cost") return value.toFixed(6);
  if (name === "decoysMisused") return value.toFixed(2);
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(1);
}

/** The mean with its interval in brackets; alone where one value has none. */
export function formatEstimate(name: MetricName, { mean, low, high, count }: Estimate): string {
  if (mean === null || count < 2) return formatMetric(name, mean);
  const bare = (value: number | null) => formatMetric(name, value).replace("%", "");
  return `${formatMetric(name, mean)} [${bare(low)}, ${bare(high)}]`;
}

function isShare(name: MetricName): boolean {
  const shares: readonly string[] = ["reach", "exactCalls", "abstention", "cachedPrefixShare"];
  return shares.includes(name) || /^(recall|ndcg|serverRecall)@/.test(name);
}

/** The metrics of the tables with their titles, in order; the JSON has all. */
export const tableMetrics = [
  ["recall@5", "recall@5"],
  ["ndcg@10", "nDCG@10"],
  ["reach", "reach"],
  ["exactCalls", "exact calls"],
  ["abstention", "abstention"],
  ["decoysMisused", "decoys misused"],
  ["toolsInContext", "tools in context"],
  ["schemaTokens", "schema tokens"],
  ["inputTokens", "tokens in"],
  ["outputTokens", "tokens out"],
  ["cachedPrefixShare", "cached prefix"],
  ["modelCalls", "model calls"],
  ["rounds", "rounds"],
  ["cost", "cost"],
] as const satisfies readonly (readonly [MetricName, string])[];
