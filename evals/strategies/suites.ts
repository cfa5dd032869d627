/** Tasks with the catalog they are labeled against: this software's own, or a user's. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuiltinCatalogName, type LoadCatalogOptions, loadCatalog } from "../../catalog/load.js";
import type { ToolCatalog } from "../../catalog/registry.js";
import { addDistractors } from "../../catalog/sources/distractors.js";
import { InputError, toolKey } from "../../catalog/types.js";
import { type ExecutionPolicy, guardExecution } from "../own-tools/guard.js";
import { checkDisjoint } from "../retrieval/sets.js";
import { checkTasks, type EvalTask, readTaskFile } from "../task-file.js";

/** Tasks that share a catalog. */
export interface EvalSuite {
  name: string;
  tasks: EvalTask[];
  catalog: ToolCatalog;
  /** Keys of the tools that are there to mislead. */
  decoys: ReadonlySet<string>;
  /** False for a task without labels: what needs labels is left out. */
  labeled?: boolean | undefined;
}

export interface LoadSuitesOptions extends LoadCatalogOptions {
  /** Task files; this software's own when left out. */
  taskFiles?: readonly string[] | undefined;
  /** Makes the tasks from the catalog; there are no task files then. */
  deriveTasks?: ((catalog: ToolCatalog) => Promise<EvalTask[]>) | undefined;
  /** Which tools are really called; none with an effect outside when left out. */
  execution?: ExecutionPolicy | undefined;
}

export interface LoadedSuites {
  suites: EvalSuite[];
  failures: { server: string; reason: string }[];
  close(): Promise<void>;
}

/** The folder of the own tasks is not compiled: it is beside this room in the sources, and two folders up in the built package. */
const ownFolders = ["../tasks/", "../../../evals/tasks/"];

/** This software's own task files for one of its catalogs, in the order of their names. */
export function ownTaskFiles(catalog: BuiltinCatalogName = "general"): string[] {
  for (const relative of ownFolders) {
    // The files of another catalog than the general one stand in a folder of its name.
    const folder = fileURLToPath(new URL(catalog === "general" ? relative : `${relative}${catalog}/`, import.meta.url));
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
    if (names.length > 0) return names.sort().map((name) => join(folder, name));
  }
  throw new InputError(
    `The own tasks of the catalog "${catalog}" are not there: expected evals/tasks/; name a file with --tasks.`,
  );
}

/** The own tasks that need one tool each, in plain words: for what is measured many times. */
export function basicTaskFile(): string {
  return ownTaskFiles().find((path) => basename(path) === "basic.jsonl")!;
}

/**
 * Loads one suite for each task file. A file `NAME.catalog.json` beside `NAME.jsonl` adds the decoys of these tasks: they
 * are in the catalog of that suite only. `numTools` fills each catalog up, the decoys included.
 *
 * @throws InputError for a broken line, a tool that the catalog lacks, an id that two files have, or a catalog that cannot be used.
 */
export async function loadSuites(options: LoadSuitesOptions = {}): Promise<LoadedSuites> {
  const { deriveTasks, execution, taskFiles: given, ...catalogOptions } = options;
  const taskFiles = given ?? (deriveTasks ? [] : ownTaskFiles(options.builtinCatalog));
  // All files before any catalog: a broken line runs nothing, not even a server.
  const files = await Promise.all(taskFiles.map(async (path) => ({ path, tasks: await readTaskFile(path) })));
  for (const [index, { tasks }] of files.entries()) {
    checkDisjoint(
      files.slice(0, index).flatMap((file) => file.tasks),
      tasks,
    );
  }
  const loaded = await loadCatalog(catalogOptions);
  const opened = [loaded];
  const close = async () => void (await Promise.all(opened.map((one) => one.close())));
  try {
    const suites: EvalSuite[] = [];
    const common = guardExecution(loaded.catalog, execution);
    if (deriveTasks) {
      suites.push({ name: "derived", tasks: await deriveTasks(common), catalog: common, decoys: new Set() });
    }
    for (const { path, tasks } of files) {
      const extra = path.replace(/\.jsonl$/, ".catalog.json");
      const hasDecoys = extra !== path && existsSync(extra);
      const own = hasDecoys ? await loadWithDecoys(extra, catalogOptions, loaded.catalog) : undefined;
      if (own) opened.push(own);
      const catalog = own ? guardExecution(own.catalog, execution) : common;
      checkTasks(tasks, catalog);
      suites.push({ name: basename(path, ".jsonl"), tasks, catalog, decoys: decoysOf(catalog, common) });
    }
    return { suites, failures: loaded.failures, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The suites with tasks that pass; suites without any are left out. */
export function filterTasks(suites: readonly EvalSuite[], passes: (task: EvalTask) => boolean): EvalSuite[] {
  return suites
    .map((suite) => ({ ...suite, tasks: suite.tasks.filter(passes) }))
    .filter((suite) => suite.tasks.length > 0);
}

/**
 * One task: the labeled one with this id or this text, with its suite, or a text that nobody labeled.
 *
 * @throws InputError for an empty text.
 */
export function pickTask(suites: readonly EvalSuite[], text: string): EvalSuite[] {
  const query = text.trim();
  if (query === "") throw new InputError("the query is empty: expected the text of a task, or the id of a labeled one");
  const known = filterTasks(suites, (task) => task.id === query || task.query.trim() === query);
  const [first] = suites;
  if (known.length > 0 || !first) return known;
  const task: EvalTask = { id: "query", query, gold: [], slots: [], any: false, irrelevant: false, tags: [] };
  return [{ name: "query", tasks: [task], catalog: first.catalog, decoys: first.decoys, labeled: false }];
}

/** One hash for what the numbers depend on: all of each tool that is found by, sent or called, every label of the tasks. */
export function fingerprint(suites: readonly EvalSuite[]): string {
  const hash = createHash("sha256");
  for (const { name, tasks, catalog, decoys } of suites) {
    const labels = tasks.map(({ place, ...task }) => task);
    const tools = catalog
      .tools()
      .map(({ id, description, inputSchema, examples, simulated }) => [
        id,
        description,
        inputSchema,
        examples,
        simulated,
      ]);
    const servers = catalog.servers().map((server) => [server.name, server.description]);
    hash.update(JSON.stringify([name, labels, servers, tools, [...decoys]]));
  }
  return hash.digest("hex").slice(0, 16);
}

/** The decoys come before the distractors that fill the catalog up, so that every suite has as many tools. */
async function loadWithDecoys(path: string, options: LoadCatalogOptions, base: ToolCatalog) {
  const { numTools, catalogFiles = [], builtin, ...rest } = options;
  const { mcpConfig, openApi = [] } = rest;
  const usesBuiltin = builtin ?? (catalogFiles.length + openApi.length === 0 && mcpConfig === undefined);
  const files = [...catalogFiles, path];
  const loaded = await loadCatalog({ ...rest, builtin: usesBuiltin, catalogFiles: files, simulateFiles: true });
  if (numTools !== undefined) addDistractors(loaded.catalog, Math.max(numTools, base.size));
  return loaded;
}

/** What the suite's catalog has beyond the common one, distractors aside: both are filled from the same list. */
function decoysOf(catalog: ToolCatalog, base: ToolCatalog): ReadonlySet<string> {
  if (catalog === base) return new Set();
  return new Set(
    catalog
      .tools()
      .filter(({ id }) => !base.has(id))
      .map(({ id }) => toolKey(id)),
  );
}
