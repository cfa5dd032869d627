/** For each needed tool that was not called: which stage of the loop lost it. Pure. */
import type { RoutingTrace } from "../../catalog/search/types.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { keywordRouterName } from "../../nodes/load-tiers.js";
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

/**
 * Every needed tool that was not called successfully, with the stage that lost it.
 *
 * Which request was about which tool is not labeled. A request that found a needed tool was about that one; each of the
 * others explains one tool that was lost on the way into the context, first those that it scored and cut.
 */
export function findLosses(evidence: TurnEvidence): Loss[] {
  const { run, slots, strategy } = evidence;
  const done = new Set(run.toolCalls.flatMap(({ tool, ok }) => (tool && ok ? [toolKey(tool)] : [])));
  const lost = slots.filter((slot) => !slot.some((id) => done.has(toolKey(id))));
  const stagesOfSlots = new Map(lost.map((slot) => [slot, knownStage(slot, evidence)]));
  const unclear = lost.filter((slot) => stagesOfSlots.get(slot) === undefined);
  let open = fruitlessTraces(evidence);
  for (const slot of unclear) {
    const trace = open.find(({ cut }) => cut.some((hit) => hit.toolScore > 0 && isIn(slot, hit.id)));
    if (!trace) continue;
    stagesOfSlots.set(slot, "cut");
    open = open.filter((one) => one !== trace);
  }
  let misrouted = strategy === "active" || strategy === "tiered" ? open.length : Number.POSITIVE_INFINITY;
  return lost.map((slot) => {
    const stage = stagesOfSlots.get(slot);
    if (stage) return { slot, stage };
    misrouted -= 1;
    return { slot, stage: misrouted >= 0 ? "routed_wrong" : "not_asked" };
  });
}

/** The earliest stage of a case, in the order of the loop; null when nothing was lost and nothing wrong was called. */
export function earliestStage(losses: readonly Loss[], calledWrong: boolean): Stage | null {
  const lost = new Set(losses.map((loss) => loss.stage));
  return stages.find((stage) => lost.has(stage)) ?? (calledWrong ? "wrong_call" : null);
}

/** The stage where the records say it plainly; undefined for a tool that was never in context nor ranked. */
function knownStage(slot: Slot, { run, failed, ranking, boundBefore, accepts }: TurnEvidence): Stage | undefined {
  const calls = run.toolCalls.filter(({ tool }) => tool !== undefined && isIn(slot, tool));
  if (calls.length > 0) {
    const isValid = calls.some(({ tool, args }) => accepts(tool!, args));
    return isValid ? "call_failed" : "bad_arguments";
  }
  if (failed) return "run_failed";
  if (run.boundTools.some((tool) => isIn(slot, tool.id))) return "not_called";
  if (slot.some((id) => boundBefore.has(toolKey(id)))) return "evicted";
  return ranking.some((id) => isIn(slot, id)) ? "cut" : undefined;
}

/** The routings that found nothing of what is needed. */
function fruitlessTraces({ run, slots }: TurnEvidence): RoutingTrace[] {
  const needed = slots.flat();
  const asked = run.routing.map(({ trace }) => trace).filter(({ router }) => router !== keywordRouterName);
  return asked.filter(({ tools }) => !tools.some((hit) => isIn(needed, hit.id)));
}

function isIn(ids: readonly ToolId[], wanted: ToolId): boolean {
  return ids.some((id) => toolKey(id) === toolKey(wanted));
}
