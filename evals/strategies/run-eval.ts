/** Every task under every strategy, through the same compiled graphs as `toolgap run`. */
import { setImmediate } from "node:timers/promises";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import pLimit from "p-limit";
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/registry.js";
import type { Router } from "../../catalog/search/types.js";
import type { TierConfig } from "../../catalog/tiers/index.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { createFailureStreak, isLasting } from "../../models/failure-streak.js";
import type { Price } from "../../models/prices.js";
import { permissionFilter } from "../../nodes/permissions.js";
import { type AgentContext, resolveSettings } from "../../nodes/settings.js";
import { ruleBasedNote } from "../report/format.js";
import type { EvalCase, EvalReport, SuiteSummary } from "../report/types.js";
import { type GraphFactory, runConversation } from "../run-task.js";
import type { EvalTask } from "../task-file.js";
import { costOfAllTools } from "./all-schemas.js";
import { type Journal, type JournalEntry, type JournalSettings, unitKey } from "./journal.js";
import { failedTurn, measureTurn, nothingCarried, turnsOf } from "./measure-turn.js";
import { RecordingModel, type SentPrompt } from "./recording-model.js";
import { type EvalSuite, fingerprint } from "./suites.js";
import { compareStrategies, summarizeLatency, summarizeStrategies } from "./summarize.js";

/** Which model is measured. */
export interface EvalModel {
  model: BaseChatModel;
  /** For tables and reports. */
  label: string;
  ruleBased: boolean;
}

export interface RunEvalOptions {
  suites: readonly EvalSuite[];
  strategies: readonly StrategyName[];
  model: EvalModel;
  /** Makes the router of each catalog. */
  createRouter: (catalog: ToolCatalog) => Router | Promise<Router>;
  /** Other graphs than the strategies' own. */
  graphs?: Partial<Record<StrategyName, GraphFactory>> | undefined;
  /** Tools for one request (active) or for the task (retrieval). */
  topK?: number | undefined;
  context?: AgentContext | undefined;
  /** The tiers of the catalogs, for the strategy tiered; their own or derived ones when left out. */
  tiers?: TierConfig | undefined;
  repeat?: number | undefined;
  concurrency?: number | undefined;
  seed?: number | undefined;
  price?: Price | undefined;
  journal?: Journal | undefined;
  /** Stops the run: the report then holds what was done, with `complete: false`. */
  signal?: AbortSignal | undefined;
  /** Called with each turn that was run, and the prompts that its model was sent. */
  onTurn?: ((measured: EvalCase, prompts: readonly SentPrompt[]) => void) | undefined;
  /** Called as units (a task under a strategy) are done, those of the journal included. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** One task under one strategy. */
export interface Unit {
  key: string;
  suite: EvalSuite;
  task: EvalTask;
  strategy: StrategyName;
  repeat: number;
}

/**
 * Runs the eval. A task that fails is a case that says so, and the run goes on, unless several in a row fail in a way that
 * no further call would mend: then no more are started, and the report says why. A journal keeps no such failure, so that a
 * run that goes on with it tries again. The order of the cases does not depend on `concurrency`.
 */
export async function runEval(options: RunEvalOptions): Promise<EvalReport> {
  const { suites, strategies, model, journal, signal, repeat = 1, seed = defaults.evalSeed } = options;
  const started = performance.now();
  const routers = new Map<ToolCatalog, Router>();
  for (const { catalog } of suites) {
    if (!routers.has(catalog)) routers.set(catalog, await options.createRouter(catalog));
  }
  const units = planUnits(suites, strategies, repeat);
  const limit = pLimit(options.concurrency ?? defaults.evalConcurrency);
  const streak = createFailureStreak();
  let done = 0;
  const work = async (unit: Unit): Promise<JournalEntry | undefined> => {
    // A model that computes right here never waits: without a pause no signal would be heard, no bar drawn.
    await setImmediate();
    if (signal?.aborted) return undefined;
    const known = journal?.get(unit.key);
    if (!known && streak.stopped()) return undefined;
    const run = known ? undefined : await runUnit(unit, routers.get(unit.suite.catalog)!, options);
    const entry = known ?? run?.entry;
    if (!entry) return undefined;
    if (run) {
      // A run that never came to the model says nothing about it.
      if (run.lastCall) streak.add(run.lastCall.error);
      if (!isLasting(run.lastCall?.error)) journal?.add(entry);
    }
    done += 1;
    options.onProgress?.(done, units.length);
    return entry;
  };
  const entries = (await Promise.all(units.map((unit) => limit(() => work(unit))))).filter(
    (entry) => entry !== undefined,
  );
  const cases = entries.flatMap((entry) => entry.cases);
  const latency = entries.flatMap((entry) => entry.latency);
  const labelled = { label: model.label, ruleBased: model.ruleBased };
  return {
    kind: "toolgap eval",
    model: labelled,
    notes: [...(model.ruleBased ? [ruleBasedNote] : []), ...costNotes(cases)],
    settings: {
      strategies: [...strategies],
      router: [...routers.values()][0]?.name ?? "",
      topK: options.topK ?? null,
      repeat,
      seed,
    },
    complete: entries.length === units.length && streak.stopped() === undefined,
    ...(streak.stopped() === undefined ? {} : { stopped: streak.stopped() }),
    suites: await Promise.all(suites.map(describeSuite)),
    strategies: summarizeStrategies(strategies, cases, { model: labelled, seed }),
    comparisons: compareStrategies(strategies, cases, seed),
    cases,
    timings: {
      total: Math.round(performance.now() - started),
      latency: summarizeLatency(strategies, cases, latency),
      cases: latency,
    },
  };
}

/** How far costs rest on an estimate. */
function costNotes(cases: readonly EvalCase[]): string[] {
  const sum = (pick: (one: EvalCase) => number) => cases.reduce((total, one) => total + pick(one), 0);
  const estimated = sum((one) => one.estimatedCosts ?? 0);
  if (estimated === 0) return [];
  const calls = sum((one) => one.metrics.modelCalls ?? 0);
  return [
    `cost is an estimate for ${estimated} of ${calls} model calls: the provider did not tell what it read from its cache, so what repeats the front of the prompt before is charged as cached.`,
  ];
}

/** What a journal must share with the run that goes on with it. */
export function journalSettings(options: RunEvalOptions, router: string): JournalSettings {
  const { suites, model, topK, context, price, tiers } = options;
  return {
    model: model.label,
    router,
    topK: topK ?? null,
    context: JSON.stringify(context ?? {}),
    price: JSON.stringify(price ?? null),
    ...(tiers ? { tiers: JSON.stringify(tiers) } : {}),
    "tasks and catalog": fingerprint(suites),
  };
}

function planUnits(suites: readonly EvalSuite[], strategies: readonly StrategyName[], repeats: number): Unit[] {
  return suites.flatMap((suite) =>
    suite.tasks.flatMap((task) =>
      strategies.flatMap((strategy) =>
        Array.from({ length: repeats }, (_, index) => {
          const repeat = index + 1;
          return { key: unitKey(suite.name, task.id, strategy, repeat), suite, task, strategy, repeat };
        }),
      ),
    ),
  );
}

/** The turns of one task, and how the model's last call ended; undefined when the signal stopped it. */
export async function runUnit(
  unit: Unit,
  router: Router,
  options: RunEvalOptions,
): Promise<{ entry: JournalEntry; lastCall: RecordingModel["lastCall"] } | undefined> {
  const { suite, task, strategy, repeat } = unit;
  const { catalog, decoys, labeled = true } = suite;
  const { model, price, topK } = options;
  // One of its own for each unit: each call listens to it, and a long run would have too many listeners on one.
  const signal = options.signal && AbortSignal.any([options.signal]);
  const settings = resolveSettings(options.context);
  const asked = { allows: permissionFilter(settings), embeddingWeight: settings.embeddingWeight };
  const setting = { suite: suite.name, task, strategy, repeat, catalog, router, asked, decoys, labeled, price };
  const recording = new RecordingModel(model.model);
  const turns = turnsOf(task);
  const cases: EvalCase[] = [];
  const latency: number[] = [];
  let carried = nothingCarried;
  try {
    const runs = runConversation({
      ...{ strategy, catalog, router, signal, model: recording, modelLabel: model.label },
      turns: turns.map((turn) => turn.query),
      createGraph: options.graphs?.[strategy],
      tiers: options.tiers,
      context: {
        ...options.context,
        ...(topK === undefined ? {} : { maxToolsPerRequest: topK, retrievalTopK: topK }),
      },
    });
    for await (const run of runs) {
      const prompts = recording.sent.splice(0);
      const measuredTurn = await measureTurn(setting, cases.length + 1, run, prompts, carried);
      options.onTurn?.(measuredTurn.measured, prompts);
      carried = measuredTurn.carried;
      cases.push(measuredTurn.measured);
      latency.push(run.report.metrics.latencyMs);
    }
  } catch (error) {
    if (signal?.aborted) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    for (let turn = cases.length + 1; turn <= turns.length; turn++) {
      cases.push(failedTurn(setting, turn, reason));
      latency.push(0);
    }
  }
  return { entry: { key: unit.key, cases, latency }, lastCall: recording.lastCall };
}

async function describeSuite({ name, tasks, catalog }: EvalSuite): Promise<SuiteSummary> {
  return {
    name,
    tasks: tasks.length,
    servers: catalog.servers().length,
    ...(await costOfAllTools(catalog)),
  };
}
