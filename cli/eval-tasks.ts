/** `toolgap eval tasks`: labeled tasks from a user's own runs, or from the texts of their tools; to be read before use. */
import type { Command } from "commander";
import { InputError } from "../catalog/types.js";
import {
  addCatalogOptions,
  addModelOptions,
  type CatalogFlags,
  collect,
  type ModelFlags,
  withCatalog,
} from "./options.js";
import { formatId, type Io, note, plural, print } from "./output.js";
import { checkOutput } from "./output-file.js";

interface TasksFlags extends CatalogFlags, ModelFlags {
  fromRun?: string[];
  offline?: boolean;
  output?: string;
}

export function addEvalTasksCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent
    .command("tasks")
    .description("propose labeled tasks, from runs or from the texts of tools; read them before use")
    .option("--from-run <file>", "what toolgap run --json printed; may be given several times", collect)
    .option("--offline", "write requests by rule, whatever keys are set")
    .option("--output <file>", "the task file to write; printed when left out");
  addCatalogOptions(addModelOptions(command)).action(async (flags: TasksFlags) =>
    finish(await proposeTasks(flags, io)),
  );
}

async function proposeTasks(flags: TasksFlags, io: Io): Promise<number> {
  const { fromRun, mcp, catalog, output } = flags;
  const hasTools = mcp !== undefined || catalog !== undefined;
  if ((fromRun === undefined) === !hasTools) {
    throw new InputError(
      "eval tasks makes tasks from runs or from tools: expected --from-run <file>, or else --mcp <file> or --catalog <file>",
    );
  }
  if (output !== undefined) await checkOutput(output);
  const lines = fromRun ? await fromRuns(fromRun) : await fromTools(flags, io);
  const { toTaskFile } = await import("../evals/task-file.js");
  const text = toTaskFile(lines);
  if (output === undefined) print(io, text.trimEnd());
  else {
    const { default: writeFileAtomic } = await import("write-file-atomic");
    await writeFileAtomic(output, text);
  }
  const place = output === undefined ? "" : ` in ${output}`;
  note(io, `${plural(lines.length, "task")}${place}: correct each line by hand before it labels anything`, "dim");
  if (!fromRun) {
    const { derivedNote } = await import("../evals/own-tools/derive-tasks.js");
    note(io, derivedNote, "yellow");
  }
  return 0;
}

async function fromRuns(paths: readonly string[]) {
  const { taskFromRun } = await import("../evals/import/from-run.js");
  return Promise.all(paths.map(taskFromRun));
}

async function fromTools(flags: TasksFlags, io: Io) {
  const [{ resolveModel }, { deriveTasks }] = await Promise.all([
    import("../models/providers.js"),
    import("../evals/own-tools/derive-tasks.js"),
  ]);
  if (flags.offline && (flags.provider ?? "offline") !== "offline") {
    throw new InputError(`--offline and --provider ${flags.provider} both say who writes: give one of them`);
  }
  const { provider, model, record, replay } = flags;
  const onNotice = (line: string) => note(io, line, "yellow");
  const resolved = await resolveModel({
    ...{ model, record, replay, onNotice },
    provider: flags.offline ? "offline" : provider,
  });
  return withCatalog(flags, io, async (loaded) => {
    const writer = resolved.ruleBased ? undefined : resolved.model;
    note(io, writer ? `requests written by ${resolved.label}` : "requests written by rule", "dim");
    const { lines, skipped } = await deriveTasks(loaded.catalog, { model: writer, signal: io.signal });
    for (const { id, reason } of skipped) note(io, `no task for ${formatId(id)}: ${reason}`, "yellow");
    return lines;
  });
}
