/** For each needed tool that was not called: which stage of the loop lost it. Pure. */
import { type ToolId, toolKey } from "../../catalog/types.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { type Stage, stages } from "../report/types.js";
import type { TracedRun } from "../run-task.js";
import type { Slot } from "../task-file.js";

/** What is known of one turn. */
export interface TurnEvidence {
  strategy: StrategyName;
  run: Pick<TracedRun, "routing" | "toolCalls" | "boundTools">;
  /** True when the run ended with an error. */
  failed: boolean;
  slots: readonly Slot[];
  /** What the router ranked. */
  ranking: readonly ToolId[];
  /** Keys of the tools that were bound at the end of any earlier turn. */
  boundBefore: ReadonlySet<string>;
  /** Whether the arguments of a call fit the tool's schema. */
  accepts: (id: ToolId, args: Record<string, unknown>) => boolean;
}

export interface Loss {
  slot: Slot;
  stage: Stage;
}

/** Every needed tool that was not called successfully, with the stage that lost it. */
export function findLosses(evidence: TurnEvidence): Loss[] {
  const { run, slots, strategy } = evidence;
  const done = new Set(run.toolCalls.flatMap(({ tool, ok }) => (tool && ok ? [toolKey(tool)] : [])));
  const lost = slots.filter((slot) => !slot.some((id) => done.has(toolKey(id))));
  // A request that found nothing of what is needed was about one of the tools that no ranking holds.
  let misrouted = strategy === "active" ? countMisrouted(evidence) : Number.POSITIVE_INFINITY;
  return lost.map((slot) => {
    const stage = stageOf(slot, evidence);
    if (stage !== "routed_wrong") return { slot, stage };
    misrouted -= 1;
    return { slot, stage: misrouted >= 0 ? stage : "not_asked" };
  });
}

/** The earliest stage of a case, in the order of the loop; null when nothing was lost and nothing wrong was called. */
export function earliestStage(losses: readonly Loss[], calledWrong: boolean): Stage | null {
  const lost = new Set(losses.map((loss) => loss.stage));
  return stages.find((stage) => lost.has(stage)) ?? (calledWrong ? "wrong_call" : null);
}

function stageOf(slot: Slot, { run, failed, ranking, boundBefore, accepts }: TurnEvidence): Stage {
  const keys = new Set(slot.map(toolKey));
  const isNeeded = (id: ToolId | undefined): boolean => id !== undefined && keys.has(toolKey(id));
  const calls = run.toolCalls.filter((call) => isNeeded(call.tool));
  if (calls.length > 0) {
    const isValid = calls.some(({ tool, args }) => accepts(tool!, args));
    return isValid ? "call_failed" : "bad_arguments";
  }
  if (failed) return "run_failed";
  if (run.boundTools.some((tool) => isNeeded(tool.id))) return "not_called";
  if (slot.some((id) => boundBefore.has(toolKey(id)))) return "evicted";
  const scored = run.routing.flatMap(({ trace }) => [...trace.tools, ...trace.cut]);
  const isRanked = ranking.some(isNeeded) || scored.some((hit) => isNeeded(hit.id));
  return isRanked ? "cut" : "routed_wrong";
}

function countMisrouted({ run, slots }: TurnEvidence): number {
  const needed = new Set(slots.flat().map(toolKey));
  return run.routing.filter(({ trace }) => !trace.tools.some((hit) => needed.has(toolKey(hit.id)))).length;
}
