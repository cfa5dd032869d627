/** Labeled queries as usage examples of the tools they need. */
import { createHash } from "node:crypto";
import type { ToolCatalog } from "../../catalog/registry.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import type { EvalTask } from "../task-file.js";
import { textOf } from "./rank-tasks.js";

/**
 * Adds the text of each task to the examples of its gold tools.
 *
 * @returns takes them away again; examples that a tool had before stay.
 * @throws InputError when a gold tool is not in the catalog; `checkTasks` says it better.
 */
export function indexExamples(catalog: ToolCatalog, tasks: readonly EvalTask[]): () => void {
  const texts = new Map<string, { id: ToolId; queries: string[] }>();
  for (const task of tasks) {
    const text = textOf(task);
    for (const id of task.gold) {
      const entry = texts.get(toolKey(id)) ?? { id, queries: [] };
      entry.queries.push(text);
      texts.set(toolKey(id), entry);
    }
  }
  const added: { id: ToolId; queries: string[] }[] = [];
  for (const { id, queries } of texts.values()) {
    const before = new Set(catalog.get(id)?.examples);
    catalog.addExamples(id, queries);
    added.push({ id, queries: queries.filter((query) => !before.has(query)) });
  }
  return () => {
    for (const { id, queries } of added) catalog.removeExamples(id, queries);
  };
}

/** Two halves by a hash of the id, of what the task was split off where the file says so: the same on every machine. */
export function splitTasks(tasks: readonly EvalTask[]): { examples: EvalTask[]; ranked: EvalTask[] } {
  const isExample = (task: EvalTask) =>
    createHash("sha256")
      .update(task.group ?? task.id)
      .digest()[0]! %
      2 ===
    0;
  return { examples: tasks.filter(isExample), ranked: tasks.filter((task) => !isExample(task)) };
}
