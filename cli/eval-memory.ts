/** `toolgap eval memory`: what remembering is worth, on tasks that are run or on labeled requests. */
import { type Command, Option } from "commander";
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import type { OracleReport } from "../evals/memory/oracle.js";
import type { OwnTasksReport } from "../evals/memory/own-tasks.js";
import { formatEstimate, ruleBasedNote } from "../evals/report/format.js";
import { type RememberingStrategy, rememberingStrategies } from "../graphs/strategy-names.js";
import { toLoadOptions, toRunOptions } from "./eval-strategies.js";
import {
  addCatalogOptions,
  addModelOptions,
  type CatalogFlags,
  collect,
  type ModelFlags,
  readNumber,
} from "./options.js";
import { type Io, note, plural, print, printJson, renderTable } from "./output.js";
import { createProgress } from "./progress.js";

interface EvalMemoryFlags extends CatalogFlags, ModelFlags {
  strategy: RememberingStrategy;
  offline?: boolean;
  tasks?: string[];
  data?: string;
  set?: string[];
  router?: string;
  seed: number;
  json?: boolean;
}

export function addEvalMemoryCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent
    .command("memory")
    .description("one half of the tasks with what the other half left in the memory, against without");
  addCatalogOptions(addModelOptions(command))
    .addOption(
      new Option("--strategy <name>", "how tools get to the model")
        .choices([...rememberingStrategies])
        .default("active"),
    )
    .option("--offline", "the rule-based planner, whatever keys are set; what is used where none is")
    .option("--tasks <file>", "labeled tasks, one JSON object a line; may be given several times", collect)
    .option("--data <folder>", "rank the labeled requests of a folder instead, with their labels as outcomes")
    .option("--set <name>", "only this set of --data; may be given several times", collect)
    .option("--router <name>", "how tools are found")
    .addOption(
      new Option("--seed <n>", "the seed of the intervals")
        .argParser(readNumber({ integer: true, least: 0, most: 2 ** 32 - 1 }))
        .default(defaults.evalSeed),
    )
    .option("--json", "print one JSON document")
    .action(async (flags: EvalMemoryFlags) => finish(await evalMemory(flags, io)));
}

async function evalMemory(flags: EvalMemoryFlags, io: Io): Promise<number> {
  if (flags.data !== undefined) return evalOracle(flags, flags.data, io);
  if (flags.set !== undefined) throw new InputError("--set names a set of --data <folder>: give the folder too");
  const evalFlags = { ...flags, repeat: 1, concurrency: defaults.evalConcurrency };
  const [{ measureOwnTasks }, { loadSuites }] = await Promise.all([
    import("../evals/memory/own-tasks.js"),
    import("../evals/strategies/suites.js"),
  ]);
  const options = await toRunOptions(evalFlags, io);
  const { suites, failures, close } = await loadSuites(toLoadOptions(evalFlags, io));
  for (const { server, reason } of failures) {
    note(io, `server "${server}" cannot be used, the others go on: ${reason}`, "yellow");
  }
  const progress = createProgress(io, "runs");
  try {
    const report = await measureOwnTasks({
      ...{ ...options, suites, strategy: flags.strategy, seed: flags.seed },
      onProgress: progress.update,
      onNotice: (line) => note(io, line, "dim"),
    });
    progress.end();
    if (flags.json) printJson(io, { kind: "toolgap eval memory", ...report });
    else printOwnTasks(report, io);
    return 0;
  } finally {
    progress.end();
    await close();
  }
}

async function evalOracle(flags: EvalMemoryFlags, folder: string, io: Io): Promise<number> {
  const own = {
    ...{ "--tasks": flags.tasks, "--catalog": flags.catalog, "--mcp": flags.mcp, "--openapi": flags.openapi },
    ...{ "--builtin": flags.builtin, "--num-tools": flags.numTools },
  };
  const [given] = Object.entries(own).find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined) {
    throw new InputError(`--data brings catalogs and tasks of its own: expected it without ${given}`);
  }
  const [{ measureOracle }, { readSets }, { createEvalRouter }] = await Promise.all([
    import("../evals/memory/oracle.js"),
    import("../evals/retrieval/sets.js"),
    import("../evals/routers/index.js"),
  ]);
  const progress = createProgress(io, "rankings");
  try {
    const report = await measureOracle({
      sets: await readSets(folder, flags.set),
      createRouter: ({ catalog }) => createEvalRouter(flags.router ?? defaults.router, catalog),
      seed: flags.seed,
      signal: io.signal,
      onProgress: progress.update,
    });
    progress.end();
    if (flags.json) printJson(io, { kind: "toolgap eval memory, oracle outcomes", ...report });
    else printOracle(report, io);
    return 0;
  } finally {
    progress.end();
  }
}

const right = (title: string) => ({ title, align: "right" as const });

function printOwnTasks({ strategy, model, learned, measured, observations, rows }: OwnTasksReport, io: Io): void {
  print(
    io,
    `strategy ${strategy}, model ${model.label}; ${plural(learned, "task")} left ${plural(observations, "request")} in the memory, ${plural(measured, "other task")} measured`,
  );
  const columns = [right("without memory"), right("with that memory"), right("with that of other files")];
  const cells = rows.map(({ metric, alone, own, foreign }) => [
    ...[metric, formatEstimate(metric, alone)],
    ...[own, foreign].map((one) => `${formatEstimate(metric, one)}, ${one.better} up, ${one.worse} down`),
  ]);
  print(io, renderTable([{ title: "mean, then differences" }, ...columns], cells));
  if (model.ruleBased) note(io, ruleBasedNote, "dim");
}

function printOracle({ rows, macro }: OracleReport, io: Io): void {
  const metric = "recall@5";
  const columns = ["learned", "measured", "without memory", "own", "foreign", "wrong"].map(right);
  const cells = rows.map(({ set, learned, measured, alone, own, foreign, wrong }) => [
    ...[set, learned, measured, formatEstimate(metric, alone)],
    ...[own, foreign, wrong].map((one) => formatEstimate(metric, one)),
  ]);
  const last = ["macro", "", "", ...[macro.alone, macro.own, macro.foreign, macro.wrong]].map((one) =>
    typeof one === "string" ? one : formatEstimate(metric, one),
  );
  print(io, renderTable([{ title: "recall@5, then differences" }, ...columns], [...cells, last]));
  note(
    io,
    "oracle outcomes: the labels of the other half stand in for what runs would have found out; foreign and wrong: requests under tools that they do not belong to",
    "dim",
  );
}
