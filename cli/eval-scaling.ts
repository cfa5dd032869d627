/** `toolgap eval scaling`: the strategies over catalogs of growing size. */
import type { Command } from "commander";
import { InputError } from "../catalog/types.js";
import type { ScalingReport } from "../evals/report/types.js";
import type { RunEvalOptions } from "../evals/strategies/run-eval.js";
import type { LoadSuitesOptions, loadSuites } from "../evals/strategies/suites.js";
import type { EvalTask } from "../evals/task-file.js";
import { addEvalOptions, type EvalFlags, toLoadOptions, toRunOptions } from "./eval-strategies.js";
import { printScaling } from "./eval-tables.js";
import { type Io, note } from "./output.js";
import { checkOutput } from "./output-file.js";
import { createProgress } from "./progress.js";

interface ScalingFlags extends EvalFlags {
  sizes?: number[];
}

export function addEvalScalingCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent.command("scaling").description("tokens and recall over catalogs of growing size");
  addEvalOptions(command)
    .option("--sizes <list>", "numbers of tools, separated by commas", readSizes)
    .option("--output <file>", "write the report; .json, .csv, .md or .html by the ending")
    .action(async (flags: ScalingFlags) => finish(await evalScaling(flags, io)));
}

/** Reads sizes of catalogs. @throws InputError unless they are whole numbers above 0. */
export function readSizes(text: string): number[] {
  const sizes = text.split(",").map((part) => Number(part.trim() || Number.NaN));
  if (sizes.every((size) => Number.isSafeInteger(size) && size > 0)) return sizes;
  throw new InputError(`--sizes is "${text}": expected whole numbers separated by commas, for example 35,100,400`);
}

async function evalScaling(flags: ScalingFlags, io: Io): Promise<number> {
  const { output } = flags;
  if (flags.numTools !== undefined) {
    throw new InputError("--num-tools names one size: scaling takes --sizes, for example --sizes 35,100,400");
  }
  const { writerFor, writeReport } = await import("../evals/report/writers.js");
  if (output !== undefined) {
    writerFor(output);
    await checkOutput(output);
  }
  const report = await measureScaling(await toRunOptions(flags, io), flags, io);
  if (output !== undefined) {
    await writeReport(output, report);
    note(io, `${report.complete ? "every point is" : "stopped: what was measured is"} in ${output}`);
  }
  io.signal.throwIfAborted();
  if (report.stopped !== undefined) {
    note(io, report.stopped, "red");
    return 1;
  }
  printScaling(io, report);
  return 0;
}

/** Measures catalogs of growing size: on the basic tasks of this software, on the tasks named, or on those derived. */
export async function measureScaling(
  options: Omit<RunEvalOptions, "suites">,
  flags: ScalingFlags,
  io: Io,
): Promise<ScalingReport> {
  const [{ runScaling }, { basicTaskFile, loadSuites }] = await Promise.all([
    import("../evals/strategies/scaling.js"),
    import("../evals/strategies/suites.js"),
  ]);
  const { taskFiles = [basicTaskFile()], deriveTasks, ...load } = { ...toLoadOptions(flags, io), onNotice: undefined };
  const tasks = deriveTasks && (await deriveOnce({ ...load, deriveTasks }, loadSuites));
  const progress = createProgress(io, "runs");
  return runScaling({
    ...options,
    load: (numTools) =>
      loadSuites({ ...load, numTools, ...(tasks ? { deriveTasks: async () => tasks } : { taskFiles }) }),
    sizes: flags.sizes,
    onProgress: progress.update,
  }).finally(progress.end);
}

/** From the catalog as it is: what fills it up later gets no task. */
async function deriveOnce(options: LoadSuitesOptions, load: typeof loadSuites): Promise<EvalTask[]> {
  const { suites, close } = await load(options);
  await close();
  return suites.flatMap((suite) => suite.tasks);
}
