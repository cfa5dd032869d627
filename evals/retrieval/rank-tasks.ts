/** Ranks the tools for each task with one router; no graph, no model. */
import { setImmediate } from "node:timers/promises";
import { defaults } from "../../catalog/defaults.js";
import type { RouteOptions, RouteRequest, Router, RouterHit } from "../../catalog/search/types.js";
import { toolKey } from "../../catalog/types.js";
import { measureRanking, type RetrievalMetrics } from "../metrics/retrieval.js";
import type { EvalTask } from "../task-file.js";

export interface RankOptions {
  /** How many tools are taken. */
  topK: number;
  /** Lets only the tools of the best servers through; without it the whole catalog is ranked at once. */
  topKServers?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called after each task. */
  onTask?: (() => void) | undefined;
}

/** What a router found for one task. */
export interface RankedTask {
  task: EvalTask;
  /** Over the whole catalog, best first. */
  retrieved: RouterHit[];
  /** The fit by which "nothing fits" is judged: the best one, among the task's candidates where it has some. */
  bestFit: number;
  /** True when that fit is below the router's default threshold, or when nothing was found. */
  abstained: boolean;
  metrics: RetrievalMetrics;
  /** Time of the ranking over the whole catalog. */
  milliseconds: number;
}

/** Tools of which the best fit is judged: the best of a few is not always the first. */
const judgedTools = defaults.evalTopK;

/** Tasks after which the process looks at its signals. */
const batch = 64;

/** @throws the signal's reason, when it is aborted. */
export async function rankTasks(
  router: Router,
  tasks: readonly EvalTask[],
  options: RankOptions,
): Promise<RankedTask[]> {
  const ranked: RankedTask[] = [];
  for (const task of tasks) {
    if (ranked.length % batch === 0) await setImmediate();
    options.signal?.throwIfAborted();
    ranked.push(await rankTask(router, task, options));
    options.onTask?.();
  }
  return ranked;
}

async function rankTask(router: Router, task: EvalTask, options: RankOptions): Promise<RankedTask> {
  const { candidates } = task;
  const request = requestOf(task);
  const started = performance.now();
  const retrieved = await findTools(router, request, options);
  const milliseconds = performance.now() - started;
  // How many tools are taken says nothing about whether one fits.
  const depth = { ...options, topK: judgedTools };
  const judged =
    candidates || options.topK < judgedTools
      ? await findTools(router, request, depth, candidates && only(candidates))
      : retrieved.slice(0, judgedTools);
  const bestFit = Math.max(0, ...judged.map((hit) => hit.fit));
  return {
    task,
    retrieved,
    bestFit,
    abstained: judged.length === 0 || bestFit < router.defaultThreshold,
    metrics: measureRanking(
      task.slots,
      retrieved.map((hit) => hit.id),
      options.topK,
    ),
    milliseconds,
  };
}

/** The structured request of a task where it has one, else its text as the tool part. */
export function requestOf(task: Pick<EvalTask, "query" | "request">): RouteRequest {
  return task.request ?? { tool: task.query };
}

/** The request of a task as one text. */
export function textOf(task: Pick<EvalTask, "query" | "request">): string {
  const { server, tool } = requestOf(task);
  return [server, tool].filter(Boolean).join(" ").trim();
}

/** At most `topK` tools, best first, without a threshold; over all servers unless `topKServers` cuts them. */
export async function findTools(
  router: Router,
  request: RouteRequest,
  { topK, topKServers }: Pick<RankOptions, "topK" | "topKServers">,
  allows?: RouteOptions["allows"],
): Promise<RouterHit[]> {
  if (topKServers === undefined) return router.retrieve(request, topK, { allows });
  const { tools } = await router.route(request, { topKServers, topKTools: topK, threshold: 0, allows });
  return tools.slice(0, topK);
}

function only(candidates: NonNullable<EvalTask["candidates"]>): RouteOptions["allows"] {
  const keys = new Set(candidates.map(toolKey));
  return (id) => keys.has(toolKey(id));
}
