/** Tools whose descriptions are stuffed with the words of others must not push those others out. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { loadCatalog } from "../../catalog/load.js";
import { createRouter } from "../../catalog/search/index.js";
import { recallAt } from "../../evals/metrics/retrieval.js";
import { requestOf } from "../../evals/retrieval/rank-tasks.js";
import { unfoldTurns } from "../../evals/retrieval/sets.js";
import { readTaskFile } from "../../evals/task-file.js";

const folder = join("evals", "tasks");
const files = ["basic", "several", "look-alikes", "indirect", "follow-up"];

/** Recall@5 with the default router over the own tasks, each file counting the same, in points. */
async function measure(catalogFiles: string[]) {
  const { catalog } = await loadCatalog({ builtin: true, catalogFiles });
  const router = createRouter(defaults.router, catalog);
  let sum = 0;
  for (const file of files) {
    const tasks = unfoldTurns(await readTaskFile(join(folder, `${file}.jsonl`)));
    for (const task of tasks) {
      const hits = await router.retrieve(requestOf(task), 5);
      const found = hits.map(({ id }) => id);
      sum += (recallAt(task.slots, found, 5) ?? 0) / tasks.length;
    }
  }
  return { tools: catalog.size, recall: (sum / files.length) * 100 };
}

describe("stuffed decoys beside the own tools", () => {
  it("take less than one point of recall@5 from the tools that are needed", async () => {
    const alone = await measure([]);
    const beside = await measure([join(folder, "decoys.catalog.json")]);
    expect(beside.tools - alone.tools).toBeGreaterThanOrEqual(20);
    expect(alone.recall).toBeGreaterThan(75);
    expect(alone.recall - beside.recall).toBeLessThan(1);
  });
});
