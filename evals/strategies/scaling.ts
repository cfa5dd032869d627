/** The strategies over catalogs of growing size: what is still found, and what it costs. */
import { defaults } from "../../catalog/defaults.js";
import { InputError } from "../../catalog/types.js";
import { ruleBasedNote } from "../report/format.js";
import { metricNames, type ScalingPoint, type ScalingReport } from "../report/types.js";
import type { Estimate } from "../statistics.js";
import { type AllToolsCost, costOfAllTools } from "./all-schemas.js";
import { type RunEvalOptions, runEval } from "./run-eval.js";
import type { LoadedSuites } from "./suites.js";

/** Tools in the catalog, those that the tasks need included. */
const scalingSizes: readonly number[] = [35, 100, 200, 400, 1_000, 5_000];

export interface ScalingOptions extends Omit<RunEvalOptions, "suites" | "journal"> {
  /** Loads the tasks with their catalogs, filled up to this many tools. */
  load: (tools: number) => Promise<LoadedSuites>;
  sizes?: readonly number[] | undefined;
}

/**
 * Measures each strategy at each size. Where providers do not accept the whole catalog, all-tools is not run: its tokens
 * are counted all the same. Sizes below that of the catalog are left out.
 *
 * @throws InputError when every size is below that of the catalog.
 */
export async function runScaling(options: ScalingOptions): Promise<ScalingReport> {
  const { strategies, model, signal, seed = defaults.evalSeed, sizes = scalingSizes, load, onProgress } = options;
  const started = performance.now();
  const points: ScalingPoint[] = [];
  const reached: number[] = [];
  let router = "";
  let smallest = 0;
  let stopped: string | undefined;
  for (const [index, size] of sizes.entries()) {
    if (signal?.aborted) break;
    const { suites, close } = await load(size);
    try {
      const tools = Math.max(...suites.map(({ catalog }) => catalog.size));
      smallest = tools;
      if (tools > size) continue;
      const run = strategies.filter((strategy) => strategy !== "all-tools" || tools <= defaults.providerMaxTools);
      const report = await runEval({
        ...options,
        suites,
        strategies: run,
        onProgress: (done, total) => onProgress?.(index * total + done, sizes.length * total),
      });
      stopped = report.stopped;
      if (!report.complete) break;
      router = report.settings.router;
      reached.push(size);
      const whole = await costOfAllTools(suites[0]!.catalog);
      for (const strategy of strategies) {
        const summary = report.strategies.find((one) => one.strategy === strategy);
        const base = { tools: size, strategy, runnable: summary !== undefined, cases: summary?.cases ?? 0 };
        points.push({ ...base, metrics: summary?.metrics ?? onlyCounted(whole) });
      }
    } finally {
      await close();
    }
  }
  if (reached.length === 0 && !signal?.aborted && stopped === undefined) {
    throw new InputError(
      `the catalog has ${smallest} tools, more than each size asked for: expected a size above that`,
    );
  }
  return {
    kind: "toolgap eval scaling",
    model: { label: model.label, ruleBased: model.ruleBased },
    notes: model.ruleBased ? [ruleBasedNote] : [],
    settings: {
      ...{ strategies: [...strategies], router, topK: options.topK ?? null, repeat: options.repeat ?? 1, seed },
    },
    complete: signal?.aborted !== true && stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    sizes: reached,
    points,
    timings: { total: Math.round(performance.now() - started) },
  };
}

/** A strategy that cannot be run: nothing is known but what its schemas would cost. */
function onlyCounted({ tools, schemaTokens, schemaTokensEstimate }: AllToolsCost) {
  const known: Record<string, number> = { toolsInContext: tools, schemaTokens, schemaTokensEstimate };
  return Object.fromEntries(
    metricNames.map((name): [string, Estimate] => {
      const mean = known[name] ?? null;
      return [name, { mean, low: mean, high: mean, count: mean === null ? 0 : 1 }];
    }),
  ) as ScalingPoint["metrics"];
}
