/** `toolgap eval`: every strategy on labeled tasks, through the same graphs as `toolgap run`. */
import { type Command, Option } from "commander";
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import type { EvalReport } from "../evals/report/types.js";
import type { RunEvalOptions } from "../evals/strategies/run-eval.js";
import type { LoadSuitesOptions } from "../evals/strategies/suites.js";
import { type StrategyName, strategyNames } from "../graphs/strategy-names.js";
import { type AgentContext, numberRules } from "../nodes/settings.js";
import { printEval } from "./eval-tables.js";
import {
  addCatalogOptions,
  addModelOptions,
  addRoutingOptions,
  addTierOption,
  bindingOption,
  type CatalogFlags,
  collect,
  type ModelFlags,
  type RoutingFlags,
  readNumber,
  type TierFlags,
  toRoutingContext,
} from "./options.js";
import { formatCount, type Io, note, plural } from "./output.js";
import { checkOutput } from "./output-file.js";
import {
  addExecutionOptions,
  createDeriver,
  type ExecutionFlags,
  needsTasks,
  printRecommendation,
  toExecution,
  withRecommendation,
} from "./own-tools.js";
import { createProgress } from "./progress.js";

/** What the evals of strategies share. */
export interface EvalFlags extends CatalogFlags, ModelFlags, TierFlags, ExecutionFlags, RoutingFlags {
  strategy: StrategyName | "compare";
  offline?: boolean;
  router?: string;
  topK?: number;
  tasks?: string[];
  binding?: NonNullable<AgentContext["binding"]>;
  advertise?: NonNullable<AgentContext["advertise"]>;
  prices?: string;
  repeat: number;
  concurrency: number;
  seed: number;
  output?: string;
  query?: string;
  resume?: boolean;
  scaling?: boolean;
}

const repeatRule = { integer: true, least: 1, most: 1_000 };
const concurrencyRule = { integer: true, least: 1, most: 64 };
const seedRule = { integer: true, least: 0, most: 2 ** 32 - 1 };

/** Which strategies and which model, on which tasks. */
export function addEvalOptions(command: Command): Command {
  command
    .addOption(
      new Option("--strategy <name>", "one strategy, or all of them side by side")
        .choices([...strategyNames, "compare"])
        .default("compare"),
    )
    .option("--offline", "the rule-based planner, whatever keys are set; what is used where none is")
    .option("--tasks <file>", "labeled tasks, one JSON object a line; may be given several times", collect);
  return addExecutionOptions(addRoutingOptions(addTierOption(addCatalogOptions(addModelOptions(command)))))
    .addOption(
      new Option("--top-k <k>", "tools bound for one request (active), or for the task (retrieval)").argParser(
        readNumber(numberRules.retrievalTopK),
      ),
    )
    .addOption(bindingOption())
    .addOption(new Option("--advertise <what>", "what the model is told in advance").choices(["none", "servers"]))
    .option("--prices <file>", "prices of models per million tokens, as JSON: adds the cost")
    .addOption(new Option("--repeat <n>", "runs of each task").argParser(readNumber(repeatRule)).default(1))
    .addOption(
      new Option("--concurrency <n>", "tasks at the same time")
        .argParser(readNumber(concurrencyRule))
        .default(defaults.evalConcurrency),
    )
    .addOption(
      new Option("--seed <n>", "the seed of the intervals").argParser(readNumber(seedRule)).default(defaults.evalSeed),
    );
}

/** Adds the options and the action of `toolgap eval` itself. */
export function addEvalStrategies(command: Command, io: Io, finish: (code: number) => void): void {
  addEvalOptions(command)
    .option("--output <file>", "write every case; .json, .csv, .md or .html by the ending")
    .option("--query <text>", "one task: the text or the id of a labeled one, or any text")
    .option("--scaling", "measure catalogs of growing size too; what an offline comparison does for .html")
    .option("--no-scaling", "leave that out")
    .option("--resume", "go on where a run with the same --output was stopped")
    .action(async (flags: EvalFlags) => finish(await evalStrategies(flags, io)));
}

async function evalStrategies(flags: EvalFlags, io: Io): Promise<number> {
  const { output, query, resume } = flags;
  if (resume && output === undefined) {
    throw new InputError("--resume goes on with the journal beside the output: expected --output <file> as well");
  }
  if (output !== undefined) {
    (await import("../evals/report/writers.js")).writerFor(output);
    await checkOutput(output);
  }
  const [{ runEval }, { loadSuites, pickTask }] = await Promise.all([
    import("../evals/strategies/run-eval.js"),
    import("../evals/strategies/suites.js"),
  ]);
  const loaded = await loadSuites(toLoadOptions(flags, io));
  try {
    for (const { server, reason } of loaded.failures) {
      note(io, `server "${server}" cannot be used, the others go on: ${reason}`, "yellow");
    }
    const suites = query === undefined ? loaded.suites : pickTask(loaded.suites, query);
    const options: RunEvalOptions = { ...(await toRunOptions(flags, io)), suites };
    const journal = output === undefined ? undefined : await openJournal(output, options, flags, io);
    const progress = createProgress(io, "runs");
    const measured = await runEval({ ...options, journal, onProgress: progress.update }).finally(progress.end);
    const report = await complete(measured, options, flags, io);
    if (output !== undefined) await writeOutput(output, report, io);
    // What is done is kept; the journal too, for --resume.
    io.signal.throwIfAborted();
    if (report.stopped !== undefined) {
      note(io, report.stopped, "red");
      return 1;
    }
    journal?.remove();
    printEval(io, report);
    printRecommendation(io, report);
    return report.cases.every((one) => one.failed !== undefined) ? 1 : 0;
  } finally {
    await loaded.close();
  }
}

/** The parts of a report that are measured or said beside its cases. */
async function complete(report: EvalReport, options: RunEvalOptions, flags: EvalFlags, io: Io): Promise<EvalReport> {
  if (!report.complete) return report;
  const isPage = flags.output?.toLowerCase().endsWith(".html") === true && flags.query === undefined;
  const compared = options.model.ruleBased && options.strategies.length > 1 && flags.numTools === undefined;
  const own = flags.mcp !== undefined || flags.catalog !== undefined;
  const advised = own ? await withRecommendation(report) : report;
  if (!(flags.scaling ?? (isPage && compared))) return advised;
  const { measureScaling } = await import("./eval-scaling.js");
  const { suites, ...rest } = options;
  try {
    return { ...advised, scaling: await measureScaling(rest, flags, io) };
  } catch (error) {
    // The catalog may be larger than every size: what was measured is kept all the same.
    if (!(error instanceof InputError)) throw error;
    note(io, `no measure over growing catalogs: ${error.message}`, "yellow");
    return advised;
  }
}

/** The flags as what tasks and catalogs are loaded from. */
export function toLoadOptions(flags: EvalFlags, io: Io): LoadSuitesOptions {
  return {
    ...{
      catalogFiles: flags.catalog,
      mcpConfig: flags.mcp,
      openApi: flags.openapi,
      numTools: flags.numTools,
      builtin: flags.builtin,
      builtinCatalog: flags.catalogBuiltin,
    },
    simulateFiles: true,
    enrichmentFile: flags.enrichment,
    taskFiles: flags.tasks,
    deriveTasks: needsTasks(flags) ? createDeriver(io) : undefined,
    execution: toExecution(flags),
    onNotice: (line) => note(io, line, "dim"),
  };
}

/** The flags as options of a run. */
export async function toRunOptions(flags: EvalFlags, io: Io): Promise<Omit<RunEvalOptions, "suites">> {
  if (flags.offline && (flags.provider ?? "offline") !== "offline") {
    throw new InputError(`--offline and --provider ${flags.provider} both say which model: give one of them`);
  }
  const [{ resolveModel }, { createEvalRouter }, { readPrice }, { readTierFile }] = await Promise.all([
    import("../models/providers.js"),
    import("../evals/routers/index.js"),
    import("../evals/strategies/prices.js"),
    import("../catalog/tiers/index.js"),
  ]);
  const model = await resolveModel({
    provider: flags.offline ? "offline" : flags.provider,
    model: flags.model,
    record: flags.record,
    replay: flags.replay,
    onNotice: (line) => note(io, line, "yellow"),
  });
  return {
    strategies: flags.strategy === "compare" ? strategyNames : [flags.strategy],
    model,
    createRouter: (catalog) => createEvalRouter(flags.router ?? defaults.router, catalog),
    topK: flags.topK,
    tiers: flags.tiers === undefined ? undefined : await readTierFile(flags.tiers),
    context: { ...toRoutingContext(flags), binding: flags.binding, advertise: flags.advertise },
    price: flags.prices === undefined ? undefined : await readPrice(flags.prices, model.modelName),
    repeat: flags.repeat,
    concurrency: flags.concurrency,
    seed: flags.seed,
    signal: io.signal,
  };
}

async function openJournal(output: string, options: RunEvalOptions, flags: EvalFlags, io: Io) {
  const [{ Journal }, { journalSettings }] = await Promise.all([
    import("../evals/strategies/journal.js"),
    import("../evals/strategies/run-eval.js"),
  ]);
  const path = `${output}.journal.jsonl`;
  const settings = journalSettings(options, flags.router ?? defaults.router);
  if (!flags.resume) return Journal.start(path, settings);
  const journal = Journal.resume(path, settings);
  note(io, journal.size > 0 ? `${plural(journal.size, "run")} done before` : `nothing was done before: ${path}`, "dim");
  return journal;
}

async function writeOutput(output: string, report: EvalReport, io: Io): Promise<void> {
  const { writeReport } = await import("../evals/report/writers.js");
  await writeReport(output, report);
  const cases = `${formatCount(report.cases.length)} cases`;
  note(io, report.complete ? `every case is in ${output}` : `stopped: ${cases} are in ${output}; go on with --resume`);
}
