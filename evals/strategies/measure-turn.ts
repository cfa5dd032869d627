/** One user turn of one task, measured: from the records of the run and the prompts that were sent. */
import type { ToolCatalog } from "../../catalog/registry.js";
import type { RetrieveOptions, Router } from "../../catalog/search/types.js";
import { estimateTokens } from "../../catalog/tokens.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import type { Price } from "../../models/prices.js";
import { requestToolsName } from "../../models/protocol.js";
import { measureRanking } from "../metrics/retrieval.js";
import { type CaseMetrics, type EvalCase, metricNames } from "../report/types.js";
import type { TracedRun } from "../run-task.js";
import type { EvalTask, EvalTurn } from "../task-file.js";
import { measurePrefixes, promptText, repeatedShare } from "./prefix.js";
import { costOfCalls } from "./prices.js";
import { distinct, idsOf, roundsOf, unionRanking } from "./ranking.js";
import type { SentPrompt } from "./recording-model.js";
import { earliestStage, findLosses } from "./stages.js";

/** How deep a ranking is measured. */
const rankingDepth = 10;

/** What stays the same over the turns of a task. */
export interface TaskSetting {
  suite: string;
  task: EvalTask;
  strategy: StrategyName;
  repeat: number;
  catalog: ToolCatalog;
  router: Router;
  /** What the run asked its router with. */
  asked: RetrieveOptions;
  /** Keys of the tools that are there to mislead. */
  decoys: ReadonlySet<string>;
  /** False for a task without labels: what needs labels is null. */
  labeled: boolean;
  price?: Price | undefined;
}

/** What a turn leaves for the next one. */
export interface Carried {
  prompt: string;
  ranking: ToolId[];
  boundBefore: ReadonlySet<string>;
}

export const nothingCarried: Carried = { prompt: "", ranking: [], boundBefore: new Set() };

export interface MeasuredTurn {
  measured: EvalCase;
  carried: Carried;
}

/** The turns of a task; one where it is no conversation. */
export function turnsOf(task: EvalTask): EvalTurn[] {
  return task.turns ?? [{ query: task.query, slots: task.slots }];
}

/** Measures one turn (its number counts from 1) that was run. */
export async function measureTurn(
  setting: TaskSetting,
  turn: number,
  run: TracedRun,
  prompts: readonly SentPrompt[],
  before: Carried,
): Promise<MeasuredTurn> {
  const { catalog, strategy, decoys, price, task, labeled } = setting;
  const { slots } = turnsOf(task)[turn - 1]!;
  const { report, toolCalls, boundTools } = run;
  const ranking = await rankingOf(setting, run, before.ranking);
  const failed = report.stoppedBy === "error";

  const needed = new Set(slots.flat().map(toolKey));
  const judged = judgedTools(task);
  const calledWrong = toolCalls.some(
    ({ tool }) => tool === undefined || (!needed.has(toolKey(tool)) && (judged?.has(toolKey(tool)) ?? true)),
  );
  const losses = findLosses({
    ...{ strategy, run, failed, slots, ranking: ranking ?? [], boundBefore: before.boundBefore },
    accepts: (id, args) => catalog.validate(id, args) === undefined,
  });
  const inContext = new Set(
    [...boundTools.map(({ id }) => id), ...toolCalls.flatMap(({ tool }) => tool ?? [])].map(toolKey),
  );
  const reached = slots.every((slot) => slot.some((id) => inContext.has(toolKey(id))));
  const limited = slots.length === 0 || (task.unmet?.length ?? 0) > 0;

  const texts = prompts.map(promptText);
  const prefixes = measurePrefixes(texts, before.prompt);
  const { metrics } = report;
  const spent = price && costOfCalls(run.modelCalls, prefixes, price);
  const measured: EvalCase = {
    ...emptyCase(setting, turn),
    ...(failed ? { failed: report.answer } : {}),
    stoppedBy: report.stoppedBy,
    answer: report.answer,
    ranking: ranking ?? [],
    requests: requestsOf(run),
    routing: run.routing.map(({ trace }) => trace),
    calls: report.toolsCalled,
    metrics: {
      ...nothingMeasured(),
      ...(ranking ? measureRanking(slots, ranking) : {}),
      reach: slots.length === 0 ? null : Number(reached),
      exactCalls: labeled ? Number(!failed && losses.length === 0 && !calledWrong) : null,
      abstention: labeled && limited ? Number(!failed && !calledWrong) : null,
      decoysMisused: decoys.size === 0 ? null : toolCalls.filter(({ tool }) => isDecoy(tool, decoys, needed)).length,
      ...(prompts.length > 0 ? tokensOf(run, prompts) : {}),
      cachedPrefixShare: repeatedShare(prefixes),
      cost: spent?.cost ?? null,
      modelCalls: metrics.modelCalls,
      rounds: roundsOf(run.requests).length,
    },
    ...(spent?.estimated ? { estimatedCosts: spent.estimated } : {}),
    losses,
    stage: earliestStage(losses, labeled && calledWrong) ?? (failed ? "run_failed" : null),
  };
  const boundBefore = new Set([...before.boundBefore, ...boundTools.map(({ id }) => toolKey(id))]);
  return { measured, carried: { prompt: texts.at(-1) ?? before.prompt, ranking: measured.ranking, boundBefore } };
}

/** A turn that could not be run at all: it failed at everything that it was there for. */
export function failedTurn(setting: TaskSetting, turn: number, reason: string): EvalCase {
  const { task, labeled } = setting;
  const { slots } = turnsOf(task)[turn - 1]!;
  const limited = slots.length === 0 || (task.unmet?.length ?? 0) > 0;
  const base = emptyCase(setting, turn);
  return {
    ...base,
    failed: reason,
    metrics: {
      ...base.metrics,
      reach: slots.length === 0 ? null : 0,
      exactCalls: labeled ? 0 : null,
      abstention: labeled && limited ? 0 : null,
    },
    losses: slots.map((slot) => ({ slot, stage: "run_failed" as const })),
    stage: "run_failed",
  };
}

function emptyCase({ suite, task, strategy, repeat }: TaskSetting, turn: number): EvalCase {
  const { query, slots } = turnsOf(task)[turn - 1]!;
  return {
    ...{ suite, task: task.id, turn, strategy, repeat, tags: task.tags, query, slots, unmet: task.unmet ?? [] },
    ...{ stoppedBy: "error", answer: "", ranking: [], requests: [], routing: [], calls: [] },
    metrics: nothingMeasured(),
    losses: [],
    stage: null,
  };
}

/** What the router ranked for the turn; undefined for a strategy that ranks nothing. */
async function rankingOf(
  { strategy, router, asked }: TaskSetting,
  run: TracedRun,
  earlier: readonly ToolId[],
): Promise<ToolId[] | undefined> {
  if (strategy === "active" || strategy === "tiered") return unionRanking(run, earlier);
  const [record] = run.routing;
  if (!record) return undefined;
  // The graph asks for as many as it binds; the metrics look further down the same ranking.
  const depth = Math.max(rankingDepth, record.trace.tools.length);
  const deeper = await router.retrieve(record.trace.request, depth, asked);
  return distinct([...idsOf(record.trace.tools), ...idsOf(deeper)]);
}

function requestsOf({ requests }: TracedRun): EvalCase["requests"] {
  return roundsOf(requests).flatMap((round, index) =>
    round.map(({ server, tool, status, matched }) => ({
      round: index + 1,
      ...{ server, tool, status },
      matched: matched.map(({ server, name }) => ({ server, name })),
    })),
  );
}

/** A task without a fitting tool is labeled among its candidates only: what else was called is not known to be wrong. */
function judgedTools({ irrelevant, candidates }: EvalTask): ReadonlySet<string> | undefined {
  return irrelevant && candidates ? new Set(candidates.map(toolKey)) : undefined;
}

function nothingMeasured(): CaseMetrics {
  return Object.fromEntries(metricNames.map((name) => [name, null])) as CaseMetrics;
}

/** What the prompts held; a run that never came to the model says nothing about its tokens. */
function tokensOf({ report }: TracedRun, prompts: readonly SentPrompt[]) {
  const { schemaTokens, schemaTokensTotal, inputTokens, outputTokens } = report.metrics;
  const functions = prompts.map(({ tools }) => tools.filter((tool) => nameOf(tool) !== requestToolsName).length);
  return {
    toolsInContext: Math.max(...functions),
    schemaTokens,
    schemaTokensEstimate: Math.max(...prompts.map(({ tools }) => estimateOf(tools))),
    schemaTokensTotal,
    inputTokens,
    outputTokens,
  };
}

function isDecoy(id: ToolId | undefined, decoys: ReadonlySet<string>, needed: ReadonlySet<string>): boolean {
  return id !== undefined && decoys.has(toolKey(id)) && !needed.has(toolKey(id));
}

function estimateOf(tools: readonly unknown[]): number {
  return tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
}

function nameOf(tool: unknown): string | undefined {
  return (tool as { function?: { name?: string } }).function?.name;
}
