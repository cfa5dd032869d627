/** Every set under every variant: what `toolgap eval retrieval` runs. */
import { type Lexicon, lexiconWithout } from "../../catalog/search/lexicon/index.js";
import type { Router } from "../../catalog/search/types.js";
import { InputError } from "../../catalog/types.js";
import { createEvalRouter } from "../routers/index.js";
import { checkTasks, type EvalTask } from "../task-file.js";
import { indexExamples, splitTasks } from "./examples.js";
import { rankTasks, textOf } from "./rank-tasks.js";
import { checkDisjoint, type LabeledSet, unfoldTurns } from "./sets.js";
import { rankSteps, type SteppedTask, stepsOf } from "./steps.js";
import { abstentionOf, estimateMetrics, type RetrievalRun, timingsOf } from "./summary.js";
import { planVariants, type Variant } from "./variants.js";

export interface RetrievalOptions {
  sets: readonly LabeledSet[];
  routers: readonly string[];
  topK: number;
  topKServers?: number | undefined;
  /** Adds the router with parts once more, without these; `query words` once more, without lines of tables that hold one. */
  without?: readonly string[] | undefined;
  /** An embedding model, `provider:model`: for the router `embeddings`, and beside the words of `hybrid` once more. */
  embeddings?: string | undefined;
  /** Tasks whose queries are indexed as examples of their gold tools. */
  examples?: readonly EvalTask[] | undefined;
  /** Takes one half of each set as examples and ranks the other half, with and without them. */
  splitExamples?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onNotice?: ((line: string) => void) | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** One set under one variant, by steps. */
export interface StepRun {
  set: string;
  label: string;
  router: string;
  /** Milliseconds until the index was built. */
  index: number;
  tasks: SteppedTask[];
}

/** What one set brings: the tasks to rank, the texts of all requests that they make, and the tasks to index. */
interface Work {
  set: LabeledSet;
  tasks: EvalTask[];
  requests: string[];
  examples: EvalTask[];
}

/** How one set is ranked under one variant. */
interface Ranking {
  router: Router;
  /** Milliseconds until the index was built. */
  index: number;
  onTask: () => void;
}

/**
 * Ranks the tasks of each set with each variant.
 *
 * @throws InputError for options that do not go together; the signal's reason, when it is aborted.
 */
export async function runRetrieval(options: RetrievalOptions): Promise<RetrievalRun[]> {
  const works = options.sets.map((set) => {
    const work = workOf(set, options);
    const tasks = unfoldTurns(work.tasks);
    return { ...work, tasks, requests: tasks.map(textOf) };
  });
  return forEachVariant(works, options, async ({ set, tasks }, variant, ranking): Promise<RetrievalRun> => {
    const { router, index, onTask } = ranking;
    const { topK, topKServers, signal } = options;
    const ranked = await rankTasks(router, tasks, { topK, topKServers, signal, onTask });
    return {
      set: set.name,
      label: variant.label,
      router: router.name,
      threshold: router.defaultThreshold,
      estimates: estimateMetrics(ranked),
      abstention: abstentionOf(ranked),
      timings: timingsOf(
        index,
        ranked.map((one) => one.milliseconds),
      ),
      tasks: ranked,
    };
  });
}

/**
 * Ranks each step of the tasks that have steps as a request of its own, each user turn of a conversation without steps;
 * sets without such tasks are left out.
 *
 * @throws InputError when no task has steps; the signal's reason, when it is aborted.
 */
export async function runSteps(options: RetrievalOptions & { perRequest: number }): Promise<StepRun[]> {
  const sets = options.sets
    .map((set) => ({ ...set, tasks: set.tasks.filter((task) => stepsOf(task) !== undefined) }))
    .filter((set) => set.tasks.length > 0);
  if (sets.length === 0)
    throw new InputError('no task has "steps": leave --requests steps out, or give tasks that have');
  const works = sets.map((set) => {
    const work = workOf(set, options);
    return { ...work, requests: work.tasks.flatMap((task) => [textOf(task), ...stepsOf(task)!]) };
  });
  return forEachVariant(works, options, async ({ set, tasks }, variant, ranking): Promise<StepRun> => {
    const { router, index, onTask } = ranking;
    const { perRequest, topKServers, signal } = options;
    const ranked = await rankSteps(router, tasks, { perRequest, topKServers, signal, onTask });
    return { set: set.name, label: variant.label, router: router.name, index, tasks: ranked };
  });
}

/**
 * The variants that these options ask for, in the order in which each set is measured.
 *
 * @throws InputError for routers that cannot be measured so.
 */
export function variantsOf({ routers, without, embeddings, examples, splitExamples }: VariantChoice): Variant[] {
  return planVariants({
    routers,
    without,
    embeddings: embeddings !== undefined,
    examples: splitExamples ? "compare" : examples ? "always" : "never",
  });
}

type VariantChoice = Pick<RetrievalOptions, "routers" | "without" | "embeddings" | "examples" | "splitExamples">;

async function forEachVariant<T>(
  works: readonly Work[],
  options: RetrievalOptions,
  run: (work: Work, variant: Variant, ranking: Ranking) => Promise<T>,
): Promise<T[]> {
  const { onProgress } = options;
  const variants = variantsOf(options);
  // Over all sets, as the tables are one for all.
  const unread = variants.some((variant) => variant.withoutQueryWords)
    ? lexiconWithout(works.flatMap(({ requests }) => requests))
    : undefined;
  const total = works.reduce((sum, { tasks }) => sum + tasks.length, 0) * variants.length;
  let done = 0;
  const onTask = () => onProgress?.(++done, total);
  const results: T[] = [];
  for (const work of works) {
    for (const variant of variants) {
      const removeExamples = variant.examples ? indexExamples(work.set.catalog, work.examples) : () => {};
      try {
        const lexicon = variant.withoutQueryWords ? unread : undefined;
        const prepared = await prepareRouter(work.set, variant, lexicon, options);
        results.push(await run(work, variant, { ...prepared, onTask }));
      } finally {
        removeExamples();
      }
    }
  }
  return results;
}

function workOf(set: LabeledSet, { examples = [], splitExamples = false }: RetrievalOptions): Omit<Work, "requests"> {
  if (!splitExamples) {
    if (examples.length > 0 && !unfoldTurns(examples).some((task) => task.gold.length > 0)) {
      throw new InputError(
        'no task of the examples names a tool in "gold": expected tools of which the queries are examples',
      );
    }
    checkDisjoint(examples, set.tasks);
    checkTasks(examples, set.catalog);
    return { set, tasks: set.tasks, examples: unfoldTurns(examples) };
  }
  const { examples: half, ranked } = splitTasks(set.tasks);
  if (half.length === 0 || ranked.length === 0) {
    throw new InputError(
      `the ${set.tasks.length} tasks of "${set.name}" all fall into one half: --split-examples needs more of them`,
    );
  }
  return { set, tasks: ranked, examples: unfoldTurns(half) };
}

/** The router with its index built, and how many milliseconds that took. */
async function prepareRouter(
  { catalog }: LabeledSet,
  variant: Variant,
  lexicon: Lexicon | undefined,
  { embeddings, signal, onNotice }: RetrievalOptions,
) {
  const started = performance.now();
  const model = variant.embeddings ? embeddings : undefined;
  const { router: name, without } = variant;
  const router = await createEvalRouter(name, catalog, { without, lexicon, embeddings: model, signal, onNotice });
  await router.retrieve({ tool: "warm up" }, 1);
  return { router, index: performance.now() - started };
}
