/**
 * `npm run eval:gate`: fails when the strategies do worse on the own tasks than the floors in evals/floors.json;
 * `npm run eval:gate -- --set` measures and rewrites them.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import writeFileAtomic from "write-file-atomic";
import { defaults } from "../../catalog/defaults.js";
import { createRouter } from "../../catalog/index.js";
import { resolveModel } from "../../models/providers.js";
import { loadSuites } from "../strategies/suites.js";
import { describeBreach, findBreaches, measureGate, parseFloors, toFloors } from "./gate.js";

const path = fileURLToPath(new URL("../floors.json", import.meta.url));
const { values } = parseArgs({ options: { set: { type: "boolean", default: false } } });

const { suites, close } = await loadSuites();
const report = await measureGate({
  suites,
  model: await resolveModel({ provider: "offline" }),
  createRouter: (catalog) => createRouter(defaults.router, catalog),
}).finally(close);

if (values.set) {
  const date = new Date().toISOString().slice(0, 10);
  const floors = toFloors(report, { date, command: "npm run eval:gate -- --set" });
  await writeFileAtomic(path, `${JSON.stringify(floors, null, 2)}\n`);
  console.log(`floors set from ${floors.tasks} tasks with ${floors.model}, router ${floors.router}: evals/floors.json`);
} else {
  const floors = parseFloors(readFileSync(path, "utf8"));
  const breaches = findBreaches(report, floors);
  for (const breach of breaches) console.error(describeBreach(breach));
  const tasks = report.suites.reduce((sum, suite) => sum + suite.tasks, 0);
  const { label } = report.model;
  const { router } = report.settings;
  console.log(`${tasks} tasks, ${label}, router ${router}: ${breaches.length} floors broken`);
  console.log(`the floors were set on ${floors.date} from ${floors.tasks} tasks, router ${floors.router}`);
  if (router !== floors.router) console.error(`floors of the router ${floors.router} say nothing of ${router}`);
  if (breaches.length > 0 || router !== floors.router) {
    console.error(
      "Mend what broke, or, where the loss is meant: npm run eval:gate -- --set, and say why in the commit.",
    );
    process.exitCode = 1;
  }
}
