/** `toolgap` without a command: one task through three of the four strategies, side by side, with no key and no network. */
import { existsSync } from "node:fs";
import type { RunReport } from "../evals/run-task.js";
import { renderEvent } from "./events.js";
import { type Io, invocation, note, plural, print, renderTable } from "./output.js";

/** Three steps on three servers; the chart needs the rows, the e-mail needs the chart. */
const task =
  "Query the users table in the database, then visualize the rows as a bar chart, and then send an email with the chart to team@example.com";

const headings = {
  active: "active: starts with no tools and asks for what is missing",
  retrieval: "retrieval: gets the tools nearest to the task's text, once",
  "all-tools": "all-tools: gets everything",
} as const;

/** Those that differ over any catalog; tiers show their worth over one that has some. */
const shownStrategies = ["active", "retrieval", "all-tools"] as const;

/** Runs the quickstart. Nothing real is done: the built-in tools are simulated. */
export async function runQuickstart(io: Io): Promise<number> {
  const [{ loadCatalog }, { OfflinePlanner }, { runTask }] = await Promise.all([
    import("../catalog/load.js"),
    import("../models/offline/planner.js"),
    import("../evals/run-task.js"),
  ]);
  const { catalog, close } = await loadCatalog({});
  try {
    const size = `${plural(catalog.servers().length, "server")} with ${plural(catalog.size, "simulated tool")}`;
    print(io, `Task: ${task}`);
    print(io, `Model: offline planner (rule-based), no key, no network. Catalog: ${size}.`);
    const reports: RunReport[] = [];
    for (const strategy of shownStrategies) {
      print(io, `\n${headings[strategy]}`);
      const { report } = await runTask({
        strategy,
        task,
        catalog,
        model: new OfflinePlanner(),
        modelLabel: "offline planner (rule-based)",
        signal: io.signal,
        onEvent: (event) => {
          for (const line of renderEvent(event)) print(io, `  ${line}`);
        },
      });
      print(io, `  answers   ${shorten(report.answer)}`);
      reports.push(report);
    }
    print(io, `\n${renderReports(reports)}`);
    printNextSteps(io);
    return reports.some((report) => report.stoppedBy === "error") ? 1 : 0;
  } finally {
    await close();
  }
}

function renderReports(reports: readonly RunReport[]): string {
  const number = (title: string, width: number) => ({ title, width, align: "right" as const });
  return renderTable(
    [
      { title: "strategy" },
      number("tools in context", 10),
      number("schema tokens", 10),
      number("over all calls", 10),
      number("model calls", 8),
      { title: "tools called", width: 23 },
    ],
    reports.map(({ strategy, metrics, toolsCalled }) => [
      strategy,
      metrics.toolsLoaded,
      metrics.schemaTokens,
      metrics.schemaTokensTotal,
      metrics.modelCalls,
      toolsCalled.map(({ name }) => name).join(", ") || "none",
    ]),
  );
}

/** Characters of an answer that the trace shows. */
const shownCharacters = 100;

function shorten(answer: string): string {
  const line = answer.replace(/\s+/g, " ");
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}...` : line;
}

/** The real servers of the example are there in the repository only. */
const exampleServers = "examples/mcp.json";

function printNextSteps(io: Io): void {
  const command = invocation();
  print(io, "Try next:");
  const real = existsSync(exampleServers);
  if (real) print(io, `  ${command} run "List the files in ./docs and read README.md" --mcp ${exampleServers}`);
  else print(io, `  ${command} run "Draw a chart of the sales and post it to the team" --num-tools 1000 --trace`);
  print(io, `  ${command} route "draw a chart of the rows"`);
  print(io, `  ${command} catalog tokens --num-tools 1000`);
  note(io, "With OPENAI_API_KEY, OPENROUTER_API_KEY or DASHSCOPE_API_KEY set, run uses a real model.", "dim");
}
