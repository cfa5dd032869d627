/** How much of what is needed the first k tools of a ranking hold, for each k. Pure. */
import { mean } from "simple-statistics";
import { toolKey } from "../../../catalog/types.js";
import type { StrategyName } from "../../../graphs/strategy-names.js";
import type { EvalCase, EvalReport } from "../types.js";

/** The depth down to which rankings are measured. */
const depth = 10;

export interface RecallCurve {
  /** Percent of the needed tools among the first `tools` of the ranking; strategies that rank only. */
  curve: { strategy: StrategyName; tools: number; recall: number }[];
  /** Mean tools in context, and percent of the tasks whose needed tools were all there. */
  carried: { strategy: StrategyName; tools: number; reach: number }[];
}

export function recallCurve({ strategies, cases }: EvalReport): RecallCurve {
  const depths = Array.from({ length: depth }, (_, index) => index + 1);
  const curve = strategies.flatMap(({ strategy }) => {
    const ranked = cases.filter(
      (one) => one.strategy === strategy && one.slots.length > 0 && one.metrics["recall@10"] !== null,
    );
    if (ranked.length === 0) return [];
    return depths.map((tools) => ({
      strategy,
      tools,
      recall: 100 * mean(ranked.map((one) => shareFound(one, tools))),
    }));
  });
  const carried = strategies.flatMap(({ strategy, metrics: { toolsInContext, reach } }) =>
    toolsInContext.mean === null || reach.mean === null || toolsInContext.mean < 1
      ? []
      : [{ strategy, tools: toolsInContext.mean, reach: 100 * reach.mean }],
  );
  return { curve, carried };
}

function shareFound({ slots, ranking }: EvalCase, tools: number): number {
  const first = new Set(ranking.slice(0, tools).map(toolKey));
  return slots.filter((slot) => slot.some((id) => first.has(toolKey(id)))).length / slots.length;
}
