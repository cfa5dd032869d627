/** Labeled tasks as a LangSmith dataset, and the strategies as its experiments, with the package `langsmith` (optional). */
import { createHash } from "node:crypto";
import type { Client } from "langsmith";
import { mean } from "simple-statistics";
import type { ToolCatalog } from "../../catalog/registry.js";
import type { Router } from "../../catalog/search/types.js";
import { InputError } from "../../catalog/types.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { measureRanking, retrievalMetricNames } from "../metrics/retrieval.js";
import { isHeld } from "../report/held-back.js";
import type { EvalCase, MetricName } from "../report/types.js";
import { turnsOf } from "../strategies/measure-turn.js";
import { type RunEvalOptions, runUnit } from "../strategies/run-eval.js";
import type { EvalSuite } from "../strategies/suites.js";
import type { EvalTask, EvalTurn } from "../task-file.js";
import { loadOptional } from "./optional.js";

export interface LangSmithOptions extends Omit<RunEvalOptions, "journal" | "onProgress" | "seed"> {
  /** The name of the dataset; made when it is not there, and filled up with the tasks that it lacks. */
  dataset: string;
  /** The client; from the environment (LANGSMITH_API_KEY, LANGSMITH_ENDPOINT) when left out. */
  client?: Client | undefined;
  onNotice?: ((line: string) => void) | undefined;
}

export interface LangSmithExperiment {
  strategy: StrategyName;
  /** As LangSmith names it. */
  name: string;
  examples: number;
  /** Means of the scores over the examples. */
  scores: Record<string, number>;
}

/** One task as LangSmith keeps it. */
export interface LangSmithExample {
  id: string;
  inputs: { suite: string; task: string; turns: string[] };
  /** What is needed, turn by turn: slots of alternatives. */
  outputs: { turns: EvalTurn["slots"][]; unmet: string[] };
  metadata: { tags: string[] };
}

/** What is told to LangSmith of a run, beside the ranking metrics, which are measured against the example's own labels. */
const runMetrics = [
  ...["reach", "exactCalls", "abstention", "decoysMisused", "toolsInContext", "schemaTokens"],
  ...["inputTokens", "outputTokens", "modelCalls", "rounds"],
] as MetricName[];

/**
 * The examples of the tasks. Held tasks are left out: a service of others is no place for texts that nobody may read. Ids
 * depend on the dataset and the task alone.
 */
export function toExamples(dataset: string, suites: readonly EvalSuite[]): LangSmithExample[] {
  return suites
    .filter(({ name }) => !isHeld(name))
    .flatMap(({ name, tasks }) =>
      tasks.map((task) => ({
        id: exampleId(dataset, name, task),
        inputs: { suite: name, task: task.id, turns: turnsOf(task).map(({ query }) => query) },
        outputs: { turns: turnsOf(task).map(({ slots }) => slots), unmet: task.unmet ?? [] },
        metadata: { tags: task.tags },
      })),
    );
}

/**
 * Runs `evaluate()` of LangSmith over the dataset, one experiment for each strategy.
 *
 * @throws InputError when the package is not installed, when there is no key, or when the service refuses.
 */
export async function evaluateInLangSmith(options: LangSmithOptions): Promise<LangSmithExperiment[]> {
  const { suites, dataset, strategies, signal, onNotice = () => {} } = options;
  const [langsmith, { evaluate }] = await Promise.all([
    loadOptional("langsmith", () => import("langsmith")),
    loadOptional("langsmith", () => import("langsmith/evaluation")),
  ]);
  const client = options.client ?? clientFrom(langsmith);
  const examples = toExamples(dataset, suites);
  const held = suites.filter(({ name }) => isHeld(name));
  if (held.length > 0) onNotice(`not sent, since they are held back: ${held.map(({ name }) => name).join(", ")}`);
  if (examples.length === 0)
    throw new InputError("no task is left for the dataset: expected tasks that are not held back");
  await fillDataset(client, dataset, examples, onNotice);
  const routers = await createRouters(options);
  const experiments: LangSmithExperiment[] = [];
  for (const strategy of strategies) {
    signal?.throwIfAborted();
    const results = await evaluate(
      (inputs: LangSmithExample["inputs"]) => runExample(inputs, strategy, options, routers),
      {
        data: dataset,
        client,
        evaluators: [scoreRun],
        experimentPrefix: `toolgap-${strategy}`,
        metadata: { strategy, model: options.model.label, ruleBased: options.model.ruleBased },
        maxConcurrency: options.concurrency ?? 1,
      },
    );
    const scores = results.results.map(({ evaluationResults }) => evaluationResults.results);
    experiments.push({
      strategy,
      name: results.experimentName,
      examples: scores.length,
      scores: meansOf(scores.flat()),
    });
  }
  return experiments;
}

function clientFrom({ Client }: typeof import("langsmith")): Client {
  const apiKey = process.env.LANGSMITH_API_KEY;
  const apiUrl = process.env.LANGSMITH_ENDPOINT;
  if (apiKey) return new Client({ apiKey, ...(apiUrl ? { apiUrl } : {}) });
  throw new InputError(
    "LangSmith needs a key: expected LANGSMITH_API_KEY, and LANGSMITH_ENDPOINT for a server of your own",
  );
}

async function fillDataset(
  client: Client,
  dataset: string,
  examples: readonly LangSmithExample[],
  onNotice: (line: string) => void,
): Promise<void> {
  try {
    const { id } = (await client.hasDataset({ datasetName: dataset }))
      ? await client.readDataset({ datasetName: dataset })
      : await client.createDataset(dataset, { description: "Labeled tasks of toolgap eval" });
    const present = new Set<string>();
    for await (const example of client.listExamples({ datasetId: id })) present.add(example.id);
    const missing = examples.filter((example) => !present.has(example.id));
    if (missing.length > 0) await client.createExamples(missing.map((one) => ({ ...one, dataset_id: id })));
    onNotice(`dataset "${dataset}": ${missing.length} tasks added, ${present.size} were there`);
  } catch (error) {
    const { message } = error as Error;
    throw new InputError(`LangSmith refused the dataset "${dataset}": ${message.replace(/\s+/g, " ")}`);
  }
}

async function createRouters({ suites, createRouter }: LangSmithOptions): Promise<Map<ToolCatalog, Router>> {
  const routers = new Map<ToolCatalog, Router>();
  for (const { catalog } of suites) if (!routers.has(catalog)) routers.set(catalog, await createRouter(catalog));
  return routers;
}

/** The outputs of one example: what was ranked, called and answered, turn by turn. */
async function runExample(
  inputs: LangSmithExample["inputs"],
  strategy: StrategyName,
  options: LangSmithOptions,
  routers: ReadonlyMap<ToolCatalog, Router>,
): Promise<{ turns: Pick<EvalCase, "ranking" | "calls" | "answer" | "stage" | "stoppedBy" | "metrics">[] }> {
  const suite = options.suites.find(({ name }) => name === inputs.suite);
  const task = suite?.tasks.find(({ id }) => id === inputs.task);
  if (!suite || !task) throw new Error(`the dataset has a task that is not among the given ones: ${inputs.task}`);
  const unit = { key: inputs.task, suite, task, strategy, repeat: 1 };
  const done = await runUnit(unit, routers.get(suite.catalog)!, options);
  const cases = done?.entry.cases ?? [];
  return {
    turns: cases.map(({ ranking, calls, answer, stage, stoppedBy, metrics }) => ({
      ...{ ranking, calls, answer, stage, stoppedBy, metrics },
    })),
  };
}

interface Scored {
  outputs: Record<string, unknown>;
  referenceOutputs?: Record<string, unknown>;
}

/** The evaluator: means over the turns; what says nothing about a task is left out. */
export function scoreRun({ outputs, referenceOutputs }: Scored): { key: string; score: number }[] {
  const { turns = [] } = outputs as Partial<Awaited<ReturnType<typeof runExample>>>;
  const needed = (referenceOutputs as LangSmithExample["outputs"] | undefined)?.turns ?? [];
  const rankings = turns.flatMap(({ ranking, metrics }, index) => {
    const ranks = metrics["recall@10"] !== null;
    return ranks ? [measureRanking(needed[index] ?? [], ranking)] : [];
  });
  return [
    ...retrievalMetricNames.flatMap((key) =>
      scoreOf(
        key,
        rankings.map((one) => one[key]),
      ),
    ),
    ...runMetrics.flatMap((key) =>
      scoreOf(
        key,
        turns.map(({ metrics }) => metrics[key]),
      ),
    ),
  ];
}

function scoreOf(key: string, values: readonly (number | null)[]): { key: string; score: number }[] {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? [] : [{ key, score: mean(known) }];
}

function meansOf(scores: readonly { key: string; score?: unknown }[]): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const { key, score } of scores) {
    if (typeof score === "number") values.set(key, [...(values.get(key) ?? []), score]);
  }
  return Object.fromEntries([...values].map(([key, known]) => [key, mean(known)]));
}

/** A UUID (version 5 in form) from a hash. */
function exampleId(dataset: string, suite: string, task: EvalTask): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([dataset, suite, task.id]))
    .digest("hex");
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    variant + hash.slice(18, 20),
    hash.slice(20, 32),
  ].join("-");
}
