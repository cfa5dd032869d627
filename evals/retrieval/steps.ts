/** Each step of a task as a request of its own, against the whole task with as many tools: what asking piece by piece gains. */
import { setImmediate } from "node:timers/promises";
import type { Router, RouterHit } from "../../catalog/search/types.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import { recallAt, serverRecallAt } from "../metrics/retrieval.js";
import type { EvalTask } from "../task-file.js";
import { findTools, type RankOptions, requestOf } from "./rank-tasks.js";

export interface StepOptions extends Omit<RankOptions, "topK"> {
  /** Tools taken for each step. */
  perRequest: number;
}

/** One way to fill the context, and how good it is. */
export interface ContextOutcome {
  retrieved: RouterHit[];
  /** The share of slots among `retrieved`, however many these are; null where no tool fits. */
  recall: number | null;
  serverRecall: number | null;
}

export interface SteppedTask {
  task: EvalTask;
  /** How many requests were made. */
  requests: number;
  /** The union of what the steps found, in the order of rounds. */
  steps: ContextOutcome;
  /** The best tools for the whole task, as many as the steps found. */
  whole: ContextOutcome;
  toolsInContext: number;
  /** True when no step found a tool at or above the router's default threshold. */
  abstained: boolean;
  /** Time of all requests of the steps. */
  milliseconds: number;
}

/** The texts of a task's steps, or of its user turns; undefined where it has neither. */
export function stepsOf(task: EvalTask): string[] | undefined {
  const steps = task.steps?.length ? task.steps : task.turns;
  return steps?.map((step) => step.query);
}

/**
 * Ranks the tasks that have steps.
 *
 * @throws the signal's reason, when it is aborted.
 */
export async function rankSteps(
  router: Router,
  tasks: readonly EvalTask[],
  options: StepOptions,
): Promise<SteppedTask[]> {
  const ranked: SteppedTask[] = [];
  for (const task of tasks) {
    await setImmediate();
    options.signal?.throwIfAborted();
    const steps = stepsOf(task);
    if (steps) ranked.push(await rankTask(router, task, steps, options));
    options.onTask?.();
  }
  return ranked;
}

async function rankTask(
  router: Router,
  task: EvalTask,
  steps: readonly string[],
  { perRequest, topKServers }: StepOptions,
): Promise<SteppedTask> {
  const found = new Map<string, RouterHit>();
  const started = performance.now();
  for (const step of steps) {
    const hits = await findTools(router, { tool: step }, { topK: perRequest, topKServers });
    for (const hit of hits) {
      // A tool keeps its place in the order, and the best of its fits.
      const earlier = found.get(toolKey(hit.id));
      if (earlier === undefined || hit.fit > earlier.fit) found.set(toolKey(hit.id), hit);
    }
  }
  const milliseconds = performance.now() - started;
  const union = [...found.values()];
  const whole = union.length === 0 ? [] : await findTools(router, requestOf(task), { topK: union.length, topKServers });
  return {
    task,
    requests: steps.length,
    steps: measure(task, union),
    whole: measure(task, whole),
    toolsInContext: union.length,
    abstained: union.every((hit) => hit.fit < router.defaultThreshold),
    milliseconds,
  };
}

function measure({ slots }: EvalTask, retrieved: RouterHit[]): ContextOutcome {
  const ids: ToolId[] = retrieved.map((hit) => hit.id);
  return {
    retrieved,
    recall: recallAt(slots, ids, ids.length) ?? null,
    serverRecall: serverRecallAt(slots, ids, ids.length) ?? null,
  };
}
