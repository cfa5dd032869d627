/** What memory is worth where tasks are run: one half of them is run with a memory, then the other half with what it holds. */
import { InMemoryStore } from "@langchain/langgraph";
import { InputError } from "../../catalog/types.js";
import type { GraphOptions } from "../../graphs/options.js";
import { strategies } from "../../graphs/strategies.js";
import type { RememberingStrategy } from "../../graphs/strategy-names.js";
import { readObservations, writeObservations } from "../../nodes/memory/observations.js";
import type { MemoryOptions } from "../../nodes/memory.js";
import type { EvalCase, MetricName } from "../report/types.js";
import { splitTasks } from "../retrieval/examples.js";
import { estimateMean, type PairedDifference, pairedDifference } from "../statistics.js";
import { type RunEvalOptions, runEval } from "../strategies/run-eval.js";
import type { EvalSuite } from "../strategies/suites.js";
import type { MemoryRow } from "./types.js";

export interface OwnTasksOptions extends Omit<RunEvalOptions, "strategies" | "graphs" | "journal" | "onProgress"> {
  strategy: RememberingStrategy;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Takes each line about something that is wrong with a memory, once. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface OwnTasksReport {
  strategy: RememberingStrategy;
  model: { label: string; ruleBased: boolean };
  /** Tasks that filled the memory, and tasks that were measured. */
  learned: number;
  measured: number;
  /** Requests that were remembered. */
  observations: number;
  rows: MemoryRow[];
}

const measuredMetrics = [
  ...["recall@5", "ndcg@10", "reach", "exactCalls", "toolsInContext", "schemaTokens", "modelCalls"],
] as const satisfies readonly MetricName[];

/**
 * Runs the second half three times: without a memory, with that of the first half, and with a foreign one, that of the
 * first halves of all other task files. The halves are told apart by a hash of the id. Memories are only read meanwhile.
 *
 * @throws InputError when all tasks fall into one half; the signal's reason, when it is aborted; an Error when the model
 * fails in a way that lasts.
 */
export async function measureOwnTasks(options: OwnTasksOptions): Promise<OwnTasksReport> {
  const { suites, strategy, onProgress, model } = options;
  const told = new Set<string>();
  const onNotice = (line: string) => {
    if (!told.has(line)) options.onNotice?.(line);
    told.add(line);
  };
  const halves = suites.map((suite) => ({ suite, ...splitTasks(suite.tasks) }));
  const learning = halves.map(({ suite, examples }) => ({ ...suite, tasks: examples })).filter(hasTasks);
  const measured = halves.map(({ suite, ranked }) => ({ ...suite, tasks: ranked })).filter(hasTasks);
  const counts = [learning, measured].map((half) => half.reduce((sum, { tasks }) => sum + tasks.length, 0));
  const [learned = 0, ranked = 0] = counts;
  if (learned === 0 || ranked === 0) {
    throw new InputError(`the ${learned + ranked} tasks all fall into one half: expected more of them`);
  }
  const store = new InMemoryStore();
  const total = learned + 3 * ranked;
  let before = 0;
  const run = async (part: readonly EvalSuite[], memoryOf: (suite: EvalSuite) => MemoryOptions | undefined) => {
    const cases: EvalCase[] = [];
    for (const suite of part) {
      const memory = memoryOf(suite);
      if (memory) memory.onNotice = onNotice;
      const report = await runEval({
        ...options,
        suites: [suite],
        strategies: [strategy],
        onProgress: (done) => onProgress?.(before + done, total),
        graphs: { [strategy]: (given: GraphOptions) => strategies[strategy]({ ...given, memory }) },
      });
      before += suite.tasks.length;
      options.signal?.throwIfAborted();
      if (!report.complete) throw new Error(report.stopped ?? "the run was stopped");
      cases.push(...report.cases);
    }
    return cases;
  };

  // A memory for each file, so that a foreign one can leave a file out.
  const namesOf = ({ name }: EvalSuite) => ["learned", name];
  await run(learning, (suite) => ({ store, namespace: namesOf(suite) }));
  const read = await Promise.all(
    learning.map(async (suite) => ({
      name: suite.name,
      stored: (await readObservations(store, namesOf(suite))).stored,
    })),
  );
  const joined = new InMemoryStore();
  for (const { stored } of read) await writeObservations(joined, ["all"], stored);
  for (const { name } of measured) {
    const others = read.filter((one) => one.name !== name).flatMap(({ stored }) => stored);
    await writeObservations(joined, ["without", name], others);
  }
  const alone = await run(measured, () => undefined);
  const own = await run(measured, () => ({ store: joined, namespace: ["all"], readOnly: true }));
  const foreign = await run(measured, ({ name }) => ({ store: joined, namespace: ["without", name], readOnly: true }));
  const rows = measuredMetrics.map((name): MemoryRow => {
    const values = (cases: readonly EvalCase[]) => cases.map(({ metrics }) => metrics[name] ?? null);
    const against = (cases: readonly EvalCase[]): PairedDifference =>
      pairedDifference(values(alone), values(cases), { seed: options.seed });
    return {
      metric: name,
      alone: estimateMean(values(alone), { seed: options.seed }),
      own: against(own),
      foreign: against(foreign),
    };
  });
  return {
    strategy,
    model: { label: model.label, ruleBased: model.ruleBased },
    learned,
    measured: ranked,
    observations: read.reduce((sum, { stored }) => sum + stored.length, 0),
    rows,
  };
}

function hasTasks({ tasks }: EvalSuite): boolean {
  return tasks.length > 0;
}
