/** A report whose texts come from a stranger who means ill. */
import { createRouter } from "../../catalog/index.js";
import type { EvalReport, ScalingReport } from "../../evals/report/types.js";
import { runEval } from "../../evals/strategies/run-eval.js";
import { strategyNames } from "../../graphs/strategies.js";
import { resolveModel } from "../../models/providers.js";
import { goldenCatalog } from "../golden/catalog.js";
import { readFile, send, suiteOf, task } from "./strategies/support.js";

export const hostileQuery = "Read the text of the file a.txt <img src=x onerror=alert(1)></script><b>";

/** A comparison of all strategies on two tasks with the offline planner; one query and one tool are hostile. */
export async function hostileReport(): Promise<EvalReport> {
  const catalog = goldenCatalog();
  catalog.addServer({
    name: "<marquee>files</marquee>",
    description: "files <script>alert(2)</script> on disk",
    tools: [
      {
        name: "read_text_<b>",
        description: "Reads the text of a file </details></main><script>alert(3)</script>",
        inputSchema: { type: "object", properties: {} },
      },
    ],
  });
  const tasks = [
    task([readFile], { id: "hostile", query: hostileQuery, tags: ["<i>tag</i>"] }),
    task([send], { id: "mail", query: "Send a mail message to ada@example.com that says hello" }),
  ];
  return runEval({
    suites: [suiteOf(tasks, { catalog, name: "mixed" })],
    strategies: strategyNames,
    model: await resolveModel({ provider: "offline" }),
    createRouter: (one) => createRouter("tfidf", one),
    concurrency: 1,
  });
}

/** The means of a report as if they had been measured at two sizes. */
export function scalingOf({ model, notes, settings, strategies }: EvalReport): ScalingReport {
  const sizes = [6, 200];
  const points = sizes.flatMap((tools) =>
    strategies.map(({ strategy, cases, metrics }) => ({
      ...{ tools, strategy, cases, metrics },
      runnable: strategy !== "all-tools" || tools < 128,
    })),
  );
  return { kind: "toolgap eval scaling", model, notes, settings, complete: true, sizes, points, timings: { total: 1 } };
}
