/**
 * How much recall each binding margin buys with the default router: tools taken per request against the share of needed
 * tools among them, macro over the labeled sets. Reads the development sets of the folder that TOOLGAP_DATA names.
 */
import Table from "cli-table3";
import { defaults } from "../catalog/defaults.js";
import { createRouter, InputError, type RouterHit, selectMatches } from "../catalog/index.js";
import { recallAt } from "./metrics/retrieval.js";
import { requestOf } from "./retrieval/rank-tasks.js";
import { type LabeledSet, readSets } from "./retrieval/sets.js";
import type { EvalTask } from "./task-file.js";

const margins = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0];

interface Ranked {
  hits: RouterHit[];
  task: EvalTask;
}

const folder = process.env.TOOLGAP_DATA;
if (!folder)
  fail("TOOLGAP_DATA is not set; expected the folder of the labeled sets (NAME/catalog.json, NAME/tasks*.jsonl)");

const table = new Table({ head: ["set", "requests", ...margins.map((margin) => `margin ${margin}`)] });
const totals = margins.map(() => ({ taken: 0, recall: 0 }));
let sets = 0;
for (const set of await readSets(folder).catch(failOnInput)) {
  const ranked = await rank(set);
  if (ranked.length === 0) continue;
  const results = margins.map((margin) => measure(ranked, margin));
  results.forEach(({ taken, recall }, index) => {
    totals[index]!.taken += taken;
    totals[index]!.recall += recall;
  });
  sets += 1;
  table.push([set.name, ranked.length, ...results.map(format)]);
}
table.push(["macro", "", ...totals.map(({ taken, recall }) => format({ taken: taken / sets, recall: recall / sets }))]);
console.log(
  `router ${defaults.router}, at most ${defaults.maxToolsPerRequest} tools; cells: tools taken / recall in %`,
);
console.log(table.toString());

function failOnInput(error: unknown): never {
  if (error instanceof InputError) fail(error.message);
  throw error;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** What the router finds for each task that a tool fits. */
async function rank({ catalog, tasks }: LabeledSet): Promise<Ranked[]> {
  const router = createRouter(defaults.router, catalog);
  const answerable = tasks.filter((task) => !task.irrelevant);
  return Promise.all(answerable.map(async (task) => ({ task, hits: (await router.route(requestOf(task))).tools })));
}

function measure(ranked: readonly Ranked[], margin: number): { taken: number; recall: number } {
  let taken = 0;
  let recall = 0;
  for (const { hits, task } of ranked) {
    const matches = selectMatches(hits, { margin }).map((hit) => hit.id);
    taken += matches.length;
    recall += recallAt(task.slots, matches, matches.length) ?? 0;
  }
  return { taken: taken / ranked.length, recall: recall / ranked.length };
}

function format({ taken, recall }: { taken: number; recall: number }): string {
  return `${taken.toFixed(1)} / ${(100 * recall).toFixed(1)}`;
}
