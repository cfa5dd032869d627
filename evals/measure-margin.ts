/**
 * How much recall each binding margin buys with the default router: tools taken per request against the share of needed
 * tools among them, macro over the labeled sets. Reads the development sets of the folder that TOOLGAP_DATA names.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Table from "cli-table3";
import { defaults } from "../catalog/defaults.js";
import {
  createRouter,
  type RouteRequest,
  type RouterHit,
  selectMatches,
  ToolCatalog,
  toolKey,
} from "../catalog/index.js";
import { readCatalogFile } from "../catalog/sources/json-file.js";

const margins = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0];

interface LabeledTask {
  query: string;
  request?: RouteRequest;
  gold: [string, string][];
  any?: boolean;
}

interface Ranked {
  hits: RouterHit[];
  task: LabeledTask;
}

const folder = process.env.TOOLGAP_DATA;
if (!folder) {
  console.error(
    "TOOLGAP_DATA is not set; expected the folder of the labeled sets (NAME/catalog.json, NAME/tasks.dev.jsonl)",
  );
  process.exit(2);
}

const table = new Table({ head: ["set", "requests", ...margins.map((margin) => `margin ${margin}`)] });
const totals = margins.map(() => ({ taken: 0, recall: 0 }));
let sets = 0;
for (const name of readdirSync(folder).filter((entry) => existsSync(join(folder, entry, "tasks.dev.jsonl")))) {
  const ranked = await rank(join(folder, name));
  if (ranked.length === 0) continue;
  const results = margins.map((margin) => measure(ranked, margin));
  results.forEach(({ taken, recall }, index) => {
    totals[index]!.taken += taken;
    totals[index]!.recall += recall;
  });
  sets += 1;
  table.push([name, ranked.length, ...results.map(format)]);
}
table.push(["macro", "", ...totals.map(({ taken, recall }) => format({ taken: taken / sets, recall: recall / sets }))]);
console.log(
  `router ${defaults.router}, at most ${defaults.maxToolsPerRequest} tools; cells: tools taken / recall in %`,
);
console.log(table.toString());

async function rank(path: string): Promise<Ranked[]> {
  const catalog = new ToolCatalog(await readCatalogFile(join(path, "catalog.json")));
  const router = createRouter(defaults.router, catalog);
  const lines = readFileSync(join(path, "tasks.dev.jsonl"), "utf8").trim().split("\n");
  const tasks = lines.map((line) => JSON.parse(line) as LabeledTask).filter((task) => task.gold.length > 0);
  return Promise.all(
    tasks.map(async (task) => ({ task, hits: (await router.route(task.request ?? { tool: task.query })).tools })),
  );
}

function measure(ranked: readonly Ranked[], margin: number): { taken: number; recall: number } {
  let taken = 0;
  let recall = 0;
  for (const { hits, task } of ranked) {
    const matches = new Set(selectMatches(hits, { margin }).map((hit) => toolKey(hit.id)));
    const found = task.gold.filter(([server, name]) => matches.has(toolKey({ server, name }))).length;
    taken += matches.size;
    recall += task.any ? Math.min(1, found) : found / task.gold.length;
  }
  return { taken: taken / ranked.length, recall: recall / ranked.length };
}

function format({ taken, recall }: { taken: number; recall: number }): string {
  return `${taken.toFixed(1)} / ${(100 * recall).toFixed(1)}`;
}
