/** Labeled sets: a catalog and the tasks that belong to it. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ToolCatalog } from "../../catalog/registry.js";
import { readCatalogFile } from "../../catalog/sources/json-file.js";
import { InputError } from "../../catalog/types.js";
import { checkTasks, type EvalTask, readTaskFile } from "../task-file.js";

export interface LabeledSet {
  name: string;
  catalog: ToolCatalog;
  tasks: EvalTask[];
}

/** Each user turn of a conversation as a task of its own: the first query says nothing about what later turns need. */
export function unfoldTurns(tasks: readonly EvalTask[]): EvalTask[] {
  return tasks.flatMap((task) => {
    const { turns, ...rest } = task;
    if (!turns) return [task];
    return turns.map(({ query, slots }, index) => ({
      ...rest,
      id: `${task.id}#${index + 1}`,
      query,
      slots,
      gold: slots.map((slot) => slot[0]!),
      irrelevant: slots.length === 0,
      group: task.group ?? task.id,
    }));
  });
}

/** The tasks of several files as one list. */
async function readTasks(paths: readonly string[], catalog: ToolCatalog): Promise<EvalTask[]> {
  const tasks: EvalTask[] = [];
  for (const path of paths) {
    const more = await readTaskFile(path);
    checkDisjoint(tasks, more);
    tasks.push(...more);
  }
  checkTasks(tasks, catalog);
  return tasks;
}

/**
 * @throws InputError when a task of the second list has the id of one of the first.
 */
export function checkDisjoint(first: readonly EvalTask[], second: readonly EvalTask[]): void {
  const places = new Map(first.map((task) => [task.id, task.place]));
  const shared = second.find((task) => places.has(task.id));
  if (!shared) return;
  throw new InputError(
    `the id "${shared.id}" is in ${places.get(shared.id)} and in ${shared.place}: expected each id in one file only`,
  );
}

/**
 * Every set of a folder: `NAME/catalog.json` with one or more `NAME/tasks*.jsonl`, sorted by name. Folders that lack one
 * of them are passed over.
 *
 * @param names read only these.
 * @throws InputError when the folder cannot be read or holds no set, when a named set is not there, or when a file is broken.
 */
export async function readSets(folder: string, names: readonly string[] = []): Promise<LabeledSet[]> {
  const found = await findSets(folder);
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined || found.size === 0) {
    const what = missing === undefined ? "no labeled set" : `no labeled set "${missing}"`;
    const there = [...found.keys()].join(", ");
    throw new InputError(
      `${folder} has ${what}: expected NAME/catalog.json with NAME/tasks*.jsonl${there ? `; there are ${there}` : ""}`,
    );
  }
  const sets: LabeledSet[] = [];
  for (const [name, files] of found) {
    if (names.length > 0 && !names.includes(name)) continue;
    const catalog = new ToolCatalog(await readCatalogFile(join(folder, name, "catalog.json")));
    sets.push({ name, catalog, tasks: await readTasks(files, catalog) });
  }
  return sets;
}

/** The task files of each set in the folder. */
async function findSets(folder: string): Promise<Map<string, string[]>> {
  const sets = new Map<string, string[]>();
  for (const name of (await list(folder)).sort()) {
    const files = await readdir(join(folder, name)).catch((): string[] => []);
    const tasks = files.filter((file) => /^tasks.*\.jsonl$/.test(file)).sort();
    if (!files.includes("catalog.json") || tasks.length === 0) continue;
    sets.set(
      name,
      tasks.map((file) => join(folder, name, file)),
    );
  }
  return sets;
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = { ENOENT: "there is no such folder", ENOTDIR: "it is not a folder" };
    throw new InputError(`The folder ${folder} cannot be read: ${reasons[code ?? ""] ?? message}.`);
  }
}
