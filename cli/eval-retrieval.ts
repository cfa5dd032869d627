/** `toolgap eval retrieval`: how well routers rank the tools of labeled tasks; no graph, no model. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import type { RetrievalOptions } from "../evals/retrieval/run-retrieval.js";
import type { LabeledSet } from "../evals/retrieval/sets.js";
import { numberRules } from "../nodes/settings.js";
import { addCatalogOptions, type CatalogFlags, collect, readNumber } from "./options.js";
import { type Io, note, printJson } from "./output.js";
import { checkOutput } from "./output-file.js";
import { createProgress } from "./progress.js";

interface RetrievalFlags extends CatalogFlags {
  tasks?: string[];
  data?: string;
  set?: string[];
  router?: string[];
  topK: number;
  topKServers?: number;
  without?: string[];
  embeddings?: string;
  examples?: string;
  splitExamples?: boolean;
  requests: "tasks" | "steps";
  perRequest?: number;
  output?: string;
  json?: boolean;
  timings: boolean;
}

/** Tools in one ranking. */
const rankRule = { integer: true, least: 1, most: 100_000 };

export function addEvalRetrievalCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent
    .command("retrieval")
    .description("how well routers rank the tools of labeled tasks; no graph, no model");
  addCatalogOptions(command)
    .option("--tasks <file>", "labeled tasks, one JSON object a line; may be given several times", collect)
    .option("--data <folder>", "every set of a folder: NAME/catalog.json with NAME/tasks*.jsonl")
    .option("--set <name>", "only this set of --data; may be given several times", collect)
    .option("--router <names>", "one router, or several beside each other: a,b", list)
    .addOption(
      new Option("--top-k <k>", "tools in each ranking").argParser(readNumber(rankRule)).default(defaults.evalTopK),
    )
    .addOption(
      new Option(
        "--top-k-servers <k>",
        "let only the best servers through; without it the whole catalog is ranked",
      ).argParser(readNumber(numberRules.topKServers)),
    )
    .option(
      "--without <parts>",
      "the router hybrid once more without these parts of its score, or without query words: a,b",
      list,
    )
    .option(
      "--embeddings <model>",
      "for the router embeddings, and the router hybrid once more with it: provider:model",
    )
    .option("--examples <file>", "labeled tasks whose queries become usage examples of their gold tools")
    .option("--split-examples", "one half of each set as usage examples, the other ranked, with and without them")
    .addOption(
      new Option("--requests <kind>", "rank for the whole task, or for each of its steps")
        .choices(["tasks", "steps"])
        .default("tasks"),
    )
    .addOption(
      new Option(
        "--per-request <k>",
        `tools taken for each step, with --requests steps (default: ${defaults.evalPerRequest})`,
      ).argParser(readNumber(rankRule)),
    )
    .option("--output <file>", "write every ranking as JSON")
    .option("--json", "print the JSON instead of the tables")
    .option("--no-timings", "leave times out, so that the same input gives the same bytes")
    .action(async (flags: RetrievalFlags) => finish(await evalRetrieval(flags, io)));
}

function list(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.includes("")) throw new InvalidArgumentError("Expected a name, or names with a comma between two.");
  return parts;
}

async function evalRetrieval(flags: RetrievalFlags, io: Io): Promise<number> {
  checkFlags(flags);
  if (flags.output !== undefined) await checkOutput(flags.output);
  const { sets, close } = await loadSets(flags, io);
  const progress = createProgress(io, "rankings");
  try {
    const { readTaskFile } = await import("../evals/task-file.js");
    const options: RetrievalOptions = {
      sets,
      routers: flags.router ?? [defaults.router],
      topK: flags.topK,
      topKServers: flags.topKServers,
      without: flags.without,
      embeddings: flags.embeddings,
      onNotice: (line) => note(io, line, "yellow"),
      examples: flags.examples === undefined ? undefined : await readTaskFile(flags.examples),
      splitExamples: flags.splitExamples,
      signal: io.signal,
      onProgress: progress.update,
    };
    const { document, show } = await (flags.requests === "steps" ? measureSteps : measureTasks)(options, flags);
    progress.end();
    if (flags.output !== undefined) await writeReport(flags.output, document);
    if (flags.json) printJson(io, document);
    else show(io);
    if (flags.output !== undefined) note(io, `every ranking is in ${flags.output}`, "dim");
    return 0;
  } finally {
    progress.end();
    await close();
  }
}

interface Measured {
  document: object;
  show: (io: Io) => void;
}

async function measureTasks(options: RetrievalOptions, { topK, timings }: RetrievalFlags): Promise<Measured> {
  const { runRetrieval, variantsOf } = await import("../evals/retrieval/run-retrieval.js");
  const { compareRuns, toReport } = await import("../evals/retrieval/report.js");
  const { printRuns } = await import("./eval-retrieval-tables.js");
  const variants = variantsOf(options);
  const runs = await runRetrieval(options);
  return {
    document: toReport(runs, variants, { topK, timings }),
    show: (io) => printRuns(io, runs, compareRuns(runs, variants), timings),
  };
}

async function measureSteps(options: RetrievalOptions, flags: RetrievalFlags): Promise<Measured> {
  const { perRequest = defaults.evalPerRequest, timings } = flags;
  const { runSteps } = await import("../evals/retrieval/run-retrieval.js");
  const { toStepReport } = await import("../evals/retrieval/step-report.js");
  const { printSteps } = await import("./eval-retrieval-tables.js");
  const runs = await runSteps({ ...options, perRequest });
  return { document: toStepReport(runs, { perRequest, timings }), show: (io) => printSteps(io, runs, perRequest) };
}

function checkFlags(flags: RetrievalFlags): void {
  const { data, set, examples, splitExamples, output } = flags;
  const own = {
    "--catalog": flags.catalog,
    "--tasks": flags.tasks,
    "--mcp": flags.mcp,
    "--openapi": flags.openapi,
    "--num-tools": flags.numTools,
    "--builtin": flags.builtin,
    "--catalog-builtin": flags.catalogBuiltin,
    "--enrichment": flags.enrichment,
  };
  const [given] = Object.entries(own).find(([, value]) => value !== undefined) ?? [];
  if (data !== undefined && given !== undefined) {
    throw new InputError(`--data brings catalogs and tasks of its own: expected it without ${given}`);
  }
  const foreign = (["catalog", "mcp", "openapi"] as const).find((key) => flags[key] !== undefined);
  if (foreign !== undefined && flags.tasks === undefined && !flags.builtin && !flags.catalogBuiltin) {
    throw new InputError(`--${foreign} brings tools of which no own task speaks: add --tasks with tasks for them`);
  }
  if (flags.perRequest !== undefined && flags.requests !== "steps") {
    throw new InputError("--per-request is the number of tools for each step: add --requests steps");
  }
  if (data === undefined && set !== undefined)
    throw new InputError("--set names a set of --data <folder>: give the folder too");
  if (data !== undefined && examples !== undefined) {
    throw new InputError("--examples belongs to one catalog: with --data use --split-examples");
  }
  if (examples !== undefined && splitExamples) {
    throw new InputError("--examples and --split-examples both say where examples come from: give one of them");
  }
  if (output !== undefined && !output.endsWith(".json")) {
    throw new InputError(`--output ${output}: expected a file that ends in .json`);
  }
}

async function loadSets(flags: RetrievalFlags, io: Io): Promise<{ sets: LabeledSet[]; close: () => Promise<void> }> {
  if (flags.data !== undefined) {
    const { readSets } = await import("../evals/retrieval/sets.js");
    return { sets: await readSets(flags.data, flags.set), close: async () => {} };
  }
  const { loadSuites } = await import("../evals/strategies/suites.js");
  const { suites, failures, close } = await loadSuites({
    taskFiles: flags.tasks,
    catalogFiles: flags.catalog,
    mcpConfig: flags.mcp,
    openApi: flags.openapi,
    numTools: flags.numTools,
    builtin: flags.builtin,
    builtinCatalog: flags.catalogBuiltin,
    enrichmentFile: flags.enrichment,
    onNotice: (line) => note(io, line, "dim"),
  });
  for (const { server, reason } of failures) {
    note(io, `server "${server}" cannot be used, the others go on: ${reason}`, "yellow");
  }
  return { sets: suites, close };
}

async function writeReport(path: string, document: object): Promise<void> {
  const [{ default: writeFileAtomic }, { layoutJson }] = await Promise.all([
    import("write-file-atomic"),
    import("../evals/retrieval/layout.js"),
  ]);
  // Down to the fields of a task's record where there are several runs; one line for each task where there is one.
  const depth = "runs" in document ? 4 : 2;
  try {
    await writeFileAtomic(path, `${layoutJson(document, depth)}\n`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(
      `--output ${path} cannot be written (${code ?? message}): name a file in a folder that exists`,
    );
  }
}
