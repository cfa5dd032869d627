/** The binding modes side by side: what each sends, what of it a prompt cache serves, and from where on which one pays. */
import { InputError } from "../../catalog/types.js";
import { costAt } from "../../models/prices.js";
import type { Binding } from "../../nodes/settings.js";
import type { EvalCase } from "../report/types.js";
import type { SentPrompt } from "../strategies/recording-model.js";
import { type RunEvalOptions, runEval } from "../strategies/run-eval.js";
import type { EvalSuite, LoadedSuites } from "../strategies/suites.js";
import type { EvalTask } from "../task-file.js";
import { measurePrompts, type PromptTokens } from "./prompt-tokens.js";

const bindings = ["bind", "dispatch"] as const satisfies readonly Binding[];

/** Tools in the catalogs that are measured. */
const bindingSizes: readonly number[] = [35, 527, 5_189];

/** What a cached token costs, as a share of one that is not; 1: there is no cache. */
export const cachedPrices = [1, 0.5, 0.1] as const;

/** What a token that is written costs, where one that is read costs 1. */
export const outputPrice = 4;

export interface BindingOptions extends Omit<RunEvalOptions, "suites" | "strategies" | "journal" | "onTurn"> {
  load: (tools: number) => Promise<LoadedSuites>;
  sizes?: readonly number[] | undefined;
  /** Turns of a conversation; tasks of one turn are joined to conversations of this length. */
  turns?: number | undefined;
}

/** One binding mode at one size; means over user turns, tokens in o200k. */
export interface BindingRow {
  tools: number;
  kind: "tasks" | "conversations";
  binding: Binding;
  turns: number;
  /** Share of the labeled turns in which exactly the needed tools were called; null where none is labeled. */
  exactCalls: number | null;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** Of all input tokens: those that repeat the front of the prompt before, and those that the cache serves. */
  repeatedShare: number;
  servedShare: number;
  /** In tokens that are read without a cache, one for each of `cachedPrices`. */
  costs: number[];
}

export interface BindingReport {
  kind: "toolgap eval binding";
  model: { label: string; ruleBased: boolean };
  outputPrice: number;
  cachedPrices: readonly number[];
  rows: BindingRow[];
  /** For each kind and price: the smallest size from which on `dispatch` costs less at every size; null: at none. */
  pays: { kind: BindingRow["kind"]; cachedPrice: number; fromTools: number | null }[];
  /** For each size and price: the turn from which on a conversation has cost less with `dispatch`; null: in none. */
  paysFromTurn: { tools: number; cachedPrice: number; turn: number | null }[];
}

/**
 * Runs the strategy active in both modes, on the tasks as they are and joined to long conversations.
 *
 * @throws InputError when the catalog is larger than every size; the abort reason when the signal fires.
 */
export async function runBinding(options: BindingOptions): Promise<BindingReport> {
  const { sizes = bindingSizes, turns = 10, load, model, signal } = options;
  const rows: BindingRow[] = [];
  const paysFromTurn: BindingReport["paysFromTurn"] = [];
  for (const size of sizes) {
    const { suites: all, close } = await load(size);
    try {
      // Tasks with decoys bring tools of their own.
      const suites = all.filter(({ catalog }) => catalog.size <= size);
      if (suites.length === 0) continue;
      const kinds = { tasks: suites, conversations: suites.flatMap((suite) => joinTasks(suite, turns)) };
      for (const kind of ["tasks", "conversations"] as const) {
        const courses: number[][][] = [];
        for (const binding of bindings) {
          const taken = await measureBinding(kinds[kind], binding, options);
          signal?.throwIfAborted();
          rows.push({ tools: size, kind, binding, ...summarize(taken) });
          courses.push(cachedPrices.map((price) => courseOf(taken, price)));
        }
        if (kind === "tasks") continue;
        for (const [index, cachedPrice] of cachedPrices.entries()) {
          const [bind, dispatch] = courses.map((course) => course[index]!) as [number[], number[]];
          paysFromTurn.push({
            tools: size,
            cachedPrice,
            turn: firstForGood(dispatch.map((cost, at) => cost < bind[at]!)),
          });
        }
      }
    } finally {
      await close();
    }
  }
  if (rows.length === 0)
    throw new InputError(`the catalog has more tools than ${sizes.join(", ")}: expected a size above that`);
  return {
    kind: "toolgap eval binding",
    model: { label: model.label, ruleBased: model.ruleBased },
    ...{ outputPrice, cachedPrices, rows, pays: findPays(rows), paysFromTurn },
  };
}

interface MeasuredTurn {
  measured: EvalCase;
  prompts: PromptTokens[];
}

async function measureBinding(suites: EvalSuite[], binding: Binding, options: BindingOptions): Promise<MeasuredTurn[]> {
  const conversations = new Map<string, { measured: EvalCase; prompts: readonly SentPrompt[] }[]>();
  await runEval({
    ...options,
    suites,
    strategies: ["active"],
    context: { ...options.context, binding },
    onTurn: (measured, prompts) => {
      const key = JSON.stringify([measured.suite, measured.task, measured.repeat]);
      conversations.set(key, [...(conversations.get(key) ?? []), { measured, prompts }]);
    },
  });
  const taken: MeasuredTurn[] = [];
  for (const conversation of conversations.values()) {
    const tokens = await measurePrompts(conversation.flatMap(({ prompts }) => prompts));
    for (const { measured, prompts } of conversation)
      taken.push({ measured, prompts: tokens.splice(0, prompts.length) });
  }
  return taken;
}

/** Tasks of one turn, in their order, as conversations; a rest that is shorter is one too. */
export function joinTasks(suite: EvalSuite, turns: number): EvalSuite[] {
  const single = suite.tasks.filter((task) => task.turns === undefined);
  const tasks: EvalTask[] = [];
  for (let start = 0; start < single.length; start += turns) {
    const part = single.slice(start, start + turns);
    const joined = part.map(({ query, slots }) => ({ query, slots }));
    tasks.push({ ...part[0]!, id: `${part[0]!.id}-and-${part.length - 1}-more`, turns: joined, irrelevant: false });
  }
  return tasks.length === 0 ? [] : [{ ...suite, tasks }];
}

function costOfPrompts(prompts: readonly PromptTokens[], outputTokens: number, cachedPrice: number): number {
  const usage = {
    inputTokens: sum(prompts, ({ input }) => input),
    cachedInputTokens: sum(prompts, ({ served }) => served),
  };
  // Prices are per million tokens.
  const price = { input: 1e6, cachedInput: cachedPrice * 1e6, output: outputPrice * 1e6 };
  return costAt({ ...usage, outputTokens }, price);
}

function summarize(taken: readonly MeasuredTurn[]): Omit<BindingRow, "tools" | "kind" | "binding"> {
  const prompts = taken.flatMap((turn) => turn.prompts);
  const input = sum(prompts, (one) => one.input);
  const output = sum(taken, ({ measured }) => measured.metrics.outputTokens ?? 0);
  const judged = taken.flatMap(({ measured }) => measured.metrics.exactCalls ?? []);
  return {
    turns: taken.length,
    exactCalls: judged.length === 0 ? null : sum(judged, (exact) => exact) / judged.length,
    modelCalls: prompts.length / taken.length,
    inputTokens: input / taken.length,
    outputTokens: output / taken.length,
    repeatedShare: sum(prompts, (one) => one.repeated) / input,
    servedShare: sum(prompts, (one) => one.served) / input,
    costs: cachedPrices.map((price) => costOfPrompts(prompts, output, price) / taken.length),
  };
}

/** What all conversations together have cost after each of their turns. */
function courseOf(taken: readonly MeasuredTurn[], cachedPrice: number): number[] {
  const perTurn: number[] = [];
  for (const { measured, prompts } of taken) {
    const cost = costOfPrompts(prompts, measured.metrics.outputTokens ?? 0, cachedPrice);
    perTurn[measured.turn - 1] = (perTurn[measured.turn - 1] ?? 0) + cost;
  }
  let total = 0;
  return perTurn.map((cost) => (total += cost));
}

/** The number (from 1) from which on all are true; null where the last one is not. */
export function firstForGood(values: readonly boolean[]): number | null {
  const from = values.lastIndexOf(false) + 1;
  return from < values.length ? from + 1 : null;
}

function findPays(rows: readonly BindingRow[]): BindingReport["pays"] {
  return (["tasks", "conversations"] as const).flatMap((kind) =>
    cachedPrices.map((cachedPrice, index) => {
      const own = rows.filter((row) => row.kind === kind);
      const dispatch = own.filter(({ binding }) => binding === "dispatch");
      const isLess = dispatch.map((row) => {
        const bind = own.find((other) => other.tools === row.tools && other.binding === "bind")!;
        return row.costs[index]! < bind.costs[index]!;
      });
      const from = firstForGood(isLess);
      return { kind, cachedPrice, fromTools: from === null ? null : dispatch[from - 1]!.tools };
    }),
  );
}

function sum<T>(values: readonly T[], pick: (value: T) => number): number {
  return values.reduce((total, value) => total + pick(value), 0);
}
