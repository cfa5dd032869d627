/** What the evals need where the tools are a user's own: tasks, what may really be called, a recommendation. */
import type { Command } from "commander";
import type { ToolCatalog } from "../catalog/registry.js";
import { InputError } from "../catalog/types.js";
import type { ExecutionPolicy } from "../evals/own-tools/guard.js";
import type { EvalReport } from "../evals/report/types.js";
import type { EvalTask } from "../evals/task-file.js";
import { type CatalogFlags, collect } from "./options.js";
import { formatId, type Io, note, print } from "./output.js";

/** What `addExecutionOptions` reads. */
export interface ExecutionFlags {
  execute?: boolean;
  executeAlso?: string[];
}

interface OwnToolsFlags extends CatalogFlags {
  tasks?: string[];
}

/** What an eval may really call. */
export function addExecutionOptions(command: Command): Command {
  return command
    .option("--execute", "really call tools that say they only read; without it calls of your tools are simulated")
    .option(
      "--execute-also <pattern>",
      "really call these tools too, by server/name; may be given several times",
      collect,
    );
}

export function toExecution({ execute, executeAlso }: ExecutionFlags): ExecutionPolicy {
  if (executeAlso !== undefined && !execute) {
    throw new InputError("--execute-also adds to what --execute calls: expected --execute as well");
  }
  return { execute, also: executeAlso };
}

/** Whether there are tools of the user's own, and no tasks for them. */
export function needsTasks({ mcp, catalog, builtin, tasks }: OwnToolsFlags): boolean {
  return tasks === undefined && builtin !== true && (mcp !== undefined || catalog !== undefined);
}

/** Makes the tasks by rule: those of a model are to be reviewed in a file first. The first catalog decides. */
export function createDeriver(io: Io): (catalog: ToolCatalog) => Promise<EvalTask[]> {
  let derived: Promise<EvalTask[]> | undefined;
  return (catalog) => {
    derived ??= derive(catalog, io);
    return derived;
  };
}

async function derive(catalog: ToolCatalog, io: Io): Promise<EvalTask[]> {
  const { deriveTasks, toTasks } = await import("../evals/own-tools/derive-tasks.js");
  const { lines, skipped } = await deriveTasks(catalog, { signal: io.signal });
  for (const { id, reason } of skipped) note(io, `no task for ${formatId(id)}: ${reason}`, "yellow");
  note(io, "the tasks are made by rule; eval tasks --output FILE writes them for you to correct", "dim");
  return toTasks(lines);
}

/** Adds to the notes of a report what was derived, and which strategy to use. */
export async function withRecommendation(report: EvalReport): Promise<EvalReport> {
  const [{ recommend }, { derivedNote }] = await Promise.all([
    import("../evals/own-tools/recommend.js"),
    import("../evals/own-tools/derive-tasks.js"),
  ]);
  const derived = report.cases.some(({ tags }) => tags.includes("derived"));
  const lines = recommend(report)?.lines ?? [];
  const notes = [...report.notes, ...(derived ? [derivedNote] : [])];
  return { ...report, notes, recommendation: lines };
}

export function printRecommendation(io: Io, { recommendation = [] }: EvalReport): void {
  for (const line of recommendation) print(io, line);
}
