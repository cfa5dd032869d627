/**
 * What memory is worth on labeled requests, without a run: the labels stand in for outcomes ("oracle outcomes"). An upper
 * bound of what runs would teach, since an agent does not always call the right tool.
 */
import { createRecollection, maskValues, withRecollection } from "../../catalog/memory/index.js";
import type { Observation } from "../../catalog/memory/types.js";
import type { Router } from "../../catalog/search/types.js";
import type { ToolId } from "../../catalog/types.js";
import { splitTasks } from "../retrieval/examples.js";
import { type RankedTask, rankTasks, requestOf } from "../retrieval/rank-tasks.js";
import { type LabeledSet, unfoldTurns } from "../retrieval/sets.js";
import {
  type Estimate,
  estimateMacroMean,
  estimateMean,
  type PairedDifference,
  pairedDifference,
} from "../statistics.js";
import type { EvalTask } from "../task-file.js";

export interface OracleOptions {
  sets: readonly LabeledSet[];
  createRouter: (set: LabeledSet) => Router | Promise<Router>;
  seed?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Recall@5 of one set, and what each memory adds. */
export interface OracleRow {
  set: string;
  /** Tasks that filled the memory, and tasks that were ranked. */
  learned: number;
  measured: number;
  alone: Estimate;
  /** With the requests of the other half under the tools that served them. */
  own: PairedDifference;
  /** With the requests of another set under tools of this one, drawn by lot. */
  foreign: PairedDifference;
  /** With the requests of the other half under tools that did not serve them. */
  wrong: PairedDifference;
}

export interface OracleReport {
  rows: OracleRow[];
  /** Each set counting the same. */
  macro: Record<"alone" | MemoryKind, Estimate>;
}

type MemoryKind = "own" | "foreign" | "wrong";
const kinds = ["own", "foreign", "wrong"] as const satisfies readonly MemoryKind[];

const depth = 10;
const metric = "recall@5";

/** Ranks one half of each set four times. Sets without two halves are left out. @throws the signal's reason, when it is aborted. */
export async function measureOracle(options: OracleOptions): Promise<OracleReport> {
  const { seed, signal, onProgress } = options;
  const works = options.sets
    .map((set) => {
      const { examples, ranked } = splitTasks(set.tasks);
      return { set, examples: labeled(examples), ranked: labeled(ranked) };
    })
    .filter(({ examples, ranked }) => examples.length > 0 && ranked.length > 0);
  const total = works.reduce((sum, { ranked }) => sum + ranked.length, 0) * (kinds.length + 1);
  let done = 0;
  const rank = (router: Router, tasks: readonly EvalTask[]) =>
    rankTasks(router, tasks, { topK: depth, signal, onTask: () => onProgress?.(++done, total) });
  const measured: { row: OracleRow; values: Record<"alone" | MemoryKind, (number | null)[]> }[] = [];
  for (const [index, { set, examples, ranked }] of works.entries()) {
    const router = await options.createRouter(set);
    const other = works[(index + 1) % works.length]!.examples;
    const tools = set.catalog.tools();
    const memories: Record<MemoryKind, Observation[]> = {
      own: examples.map((task) => observationOf(task, task.gold)),
      foreign: other.map((task, place) => observationOf(task, [tools[(place * 7919) % tools.length]!.id])),
      wrong: examples.map((task, place) => observationOf(task, wrongTools(examples, place))),
    };
    const valuesOf = (found: readonly RankedTask[]) => found.map(({ metrics }) => metrics[metric] ?? null);
    const alone = valuesOf(await rank(router, ranked));
    const values = { alone, own: alone, foreign: alone, wrong: alone };
    for (const kind of kinds) {
      values[kind] = valuesOf(await rank(withRecollection(router, createRecollection(memories[kind])), ranked));
    }
    const against = (kind: MemoryKind) => pairedDifference(alone, values[kind], { seed });
    const row: OracleRow = {
      ...{ set: set.name, learned: examples.length, measured: ranked.length, alone: estimateMean(alone, { seed }) },
      ...{ own: against("own"), foreign: against("foreign"), wrong: against("wrong") },
    };
    measured.push({ row, values });
  }
  const macro = (kind: "alone" | MemoryKind): Estimate =>
    estimateMacroMean(
      measured.map(({ values }) =>
        kind === "alone" ? values.alone : values[kind].map((value, place) => difference(values.alone[place]!, value)),
      ),
      { seed },
    );
  return {
    rows: measured.map(({ row }) => row),
    macro: { alone: macro("alone"), own: macro("own"), foreign: macro("foreign"), wrong: macro("wrong") },
  };
}

/** The tools of the task half a list further on, but those that this task needs too. */
function wrongTools(tasks: readonly EvalTask[], place: number): ToolId[] {
  const right = new Set(tasks[place]!.gold.map((id) => JSON.stringify(id)));
  const { gold } = tasks[(place + Math.floor(tasks.length / 2)) % tasks.length]!;
  return gold.filter((id) => !right.has(JSON.stringify(id)));
}

function observationOf(task: EvalTask, tools: readonly ToolId[]): Observation {
  const { server = "", tool = "" } = requestOf(task);
  return {
    version: 1,
    at: 0,
    request: { server: maskValues(server), tool: maskValues(tool) },
    words: maskValues(task.query),
    tools: tools.map(({ server, name }) => ({ server, name, outcome: "used" })),
  };
}

function labeled(tasks: readonly EvalTask[]): EvalTask[] {
  return unfoldTurns(tasks).filter((task) => task.gold.length > 0);
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
