/**
 * The shape of the JSON that `toolgap eval` writes: everything the other forms (table, CSV, Markdown, HTML) are made from.
 * Every number but those under `timings` is the same for the same input and seed.
 */
import type { RoutingTrace } from "../../catalog/search/types.js";
import type { ToolId } from "../../catalog/types.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import type { StoppedBy } from "../../nodes/types.js";
import { type RetrievalMetricName, retrievalMetricNames } from "../metrics/retrieval.js";
import type { Estimate, PairedDifference } from "../statistics.js";
import type { Slot } from "../task-file.js";

/**
 * Where a needed tool was lost, in the order of the loop.
 * `run_failed`: the run ended with an error. `not_asked`: no request was about it. `routed_wrong`: a request was made, and
 * the router did not rank it. `cut`: ranked, and not bound. `evicted`: bound once, and no longer. `not_called`: in
 * context, and not called. `bad_arguments`: called with arguments that its schema refuses. `call_failed`: called well, and
 * the tool failed. `wrong_call`: everything needed was called, and something else too.
 */
export const stages = [
  "run_failed",
  "not_asked",
  "routed_wrong",
  "cut",
  "evicted",
  "not_called",
  "bad_arguments",
  "call_failed",
  "wrong_call",
] as const;
export type Stage = (typeof stages)[number];

/** What is measured of one case. Shares are 0..1; null where the metric says nothing about the case. */
export const metricNames = [
  ...retrievalMetricNames,
  "reach",
  "exactCalls",
  "abstention",
  "decoysMisused",
  "toolsInContext",
  "schemaTokens",
  "schemaTokensEstimate",
  "schemaTokensTotal",
  "inputTokens",
  "outputTokens",
  "cachedPrefixShare",
  "cost",
  "modelCalls",
  "rounds",
] as const;
export type MetricName = (typeof metricNames)[number];

/**
 * One case: one user turn of one task under one strategy.
 *
 * - the ranking metrics: of `ranking`; null for strategies that rank nothing, and where no tool is needed
 * - `reach`: 1 when every needed tool was in context at the end of the turn, or had been called
 * - `exactCalls`: 1 when every needed tool was called successfully, and no other tool was called
 * - `abstention`: only where nothing, or not everything, can be done; 1 when no tool was called but the needed ones
 * - `decoysMisused`: calls of decoys; null where there are none
 * - `toolsInContext`: the most tools that one model call carried, the function that asks for tools left out
 * - `schemaTokens`: o200k tokens of the largest set of schemas of one model call; `schemaTokensEstimate` the same set at
 *   four characters a token; `schemaTokensTotal` the sum over the model calls
 * - `inputTokens`, `outputTokens`: summed over the model calls; like the schemas, null where the model was never called
 * - `cachedPrefixShare`: bytes that repeat the front of the prompt before, of all bytes sent (tools, system, messages)
 * - `cost`: by the price table, cached input as the provider tells it, else the repeated front; null without prices
 * - `rounds`: messages in which the model asked for tools
 */
export type CaseMetrics = Record<MetricName, number | null>;

export interface EvalCase {
  suite: string;
  task: string;
  /** From 1; more than 1 in conversations only. */
  turn: number;
  strategy: StrategyName;
  /** From 1. */
  repeat: number;
  tags: string[];
  query: string;
  /** What is needed: one list of alternatives per needed tool. */
  slots: Slot[];
  /** Parts of the task that no tool fits. */
  unmet: string[];
  /** Why there is no run, or why it ended with an error. */
  failed?: string | undefined;
  stoppedBy: StoppedBy;
  answer: string;
  /** What the router ranked, best first; see docs/strategies.md for the order over several requests. */
  ranking: ToolId[];
  requests: { round: number; server: string; tool: string; status: string; matched: ToolId[] }[];
  /** Both stages of each routing, with what was cut and why. */
  routing: RoutingTrace[];
  calls: { server: string; name: string; args: Record<string, unknown>; ok: boolean; simulated: boolean }[];
  metrics: CaseMetrics;
  /** Model calls in whose cost the cached tokens are an estimate; left out where there are none. */
  estimatedCosts?: number | undefined;
  /** Each needed tool that was not called successfully, and the stage that lost it. */
  losses: { slot: Slot; stage: Stage }[];
  /** The earliest stage of the case; null when the calls were exact. */
  stage: Stage | null;
}

export interface StrategySummary {
  strategy: StrategyName;
  /** The model, labelled as rule-based where it is. */
  model: string;
  ruleBased: boolean;
  tasks: number;
  cases: number;
  /** Cases that ended with an error. */
  failed: number;
  /** Means over tasks (over the turns and repeats of a task first), with 95% bootstrap intervals. */
  metrics: Record<MetricName, Estimate>;
  /** Cases by the stage that lost them. */
  stages: Record<Stage, number>;
  /** Means for the tasks of each tag. */
  tags: { tag: string; tasks: number; metrics: Record<MetricName, number | null> }[];
}

/** How much the second strategy differs from the first on the same tasks; positive: the second has more. */
export interface StrategyComparison {
  first: StrategyName;
  second: StrategyName;
  differences: Record<MetricName, PairedDifference>;
}

/** Tasks that share a catalog. */
export interface SuiteSummary {
  name: string;
  tasks: number;
  servers: number;
  tools: number;
  /** o200k tokens of all schemas in one request, whether a provider accepts so many or not. */
  schemaTokens: number;
  schemaTokensEstimate: number;
}

export interface EvalSettings {
  strategies: StrategyName[];
  router: string;
  /** Tools for one request (active) or for the task (retrieval); null: the defaults. */
  topK: number | null;
  repeat: number;
  seed: number;
}

export interface EvalReport {
  kind: "toolgap eval";
  model: { label: string; ruleBased: boolean };
  /** How to read the numbers; says so when they are those of the rule-based planner. */
  notes: string[];
  settings: EvalSettings;
  /** False when the run was stopped before its end. */
  complete: boolean;
  /** Why, where failures of the model stopped it: no further call would have been answered. */
  stopped?: string | undefined;
  suites: SuiteSummary[];
  strategies: StrategySummary[];
  comparisons: StrategyComparison[];
  cases: EvalCase[];
  /** Which strategy to use for these tools, and why; where the tools are a user's own. */
  recommendation?: string[] | undefined;
  /** The same strategies over catalogs of growing size, where that was measured too. */
  scaling?: ScalingReport | undefined;
  timings: EvalTimings;
}

/** Milliseconds. The one part that differs between two runs of the same input. */
export interface EvalTimings {
  total: number;
  /** Latency of a turn by strategy. */
  latency: { strategy: StrategyName; mean: number; median: number; p95: number }[];
  /** In the order of `cases`. */
  cases: number[];
}

/** One catalog size and strategy of `toolgap eval scaling`. */
export interface ScalingPoint {
  tools: number;
  strategy: StrategyName;
  /** False where no provider accepts so many functions; tokens are counted all the same, the rest is null. */
  runnable: boolean;
  cases: number;
  metrics: Record<MetricName, Estimate>;
}

export interface ScalingReport {
  kind: "toolgap eval scaling";
  model: { label: string; ruleBased: boolean };
  notes: string[];
  settings: EvalSettings;
  complete: boolean;
  stopped?: string | undefined;
  sizes: number[];
  points: ScalingPoint[];
  timings: { total: number };
}

export type { RetrievalMetricName };
