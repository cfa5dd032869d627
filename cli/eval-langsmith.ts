/** `toolgap eval langsmith`: the labeled tasks as a LangSmith dataset, each strategy as an experiment. */
import type { Command } from "commander";
import { addEvalOptions, type EvalFlags, toLoadOptions, toRunOptions } from "./eval-strategies.js";
import { type Io, note, print, renderTable } from "./output.js";

interface LangSmithFlags extends EvalFlags {
  dataset: string;
}

export function addEvalLangSmithCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent
    .command("langsmith")
    .description("the same tasks in LangSmith: a dataset, and an experiment for each strategy")
    .requiredOption("--dataset <name>", "the dataset; made or filled up where it lacks tasks");
  addEvalOptions(command).action(async (flags: LangSmithFlags) => finish(await evalInLangSmith(flags, io)));
}

async function evalInLangSmith(flags: LangSmithFlags, io: Io): Promise<number> {
  const [{ evaluateInLangSmith }, { loadSuites }] = await Promise.all([
    import("../evals/harnesses/langsmith.js"),
    import("../evals/strategies/suites.js"),
  ]);
  const { suites, failures, close } = await loadSuites(toLoadOptions(flags, io));
  try {
    for (const { server, reason } of failures) {
      note(io, `server "${server}" cannot be used, the others go on: ${reason}`, "yellow");
    }
    const options = { ...(await toRunOptions(flags, io)), suites, dataset: flags.dataset };
    const experiments = await evaluateInLangSmith({ ...options, onNotice: (line) => note(io, line, "dim") });
    const keys = ["recall@5", "reach", "exactCalls", "abstention", "schemaTokens", "inputTokens"];
    const rows = experiments.map(({ strategy, name, examples, scores }) => [
      ...[strategy, name, examples],
      ...keys.map((key) => scores[key]?.toFixed(3) ?? "-"),
    ]);
    const columns = ["examples", ...keys].map((title) => ({ title, align: "right" as const }));
    print(io, renderTable([{ title: "strategy" }, { title: "experiment" }, ...columns], rows));
    if (options.model.ruleBased) note(io, "the model is the rule-based offline planner", "yellow");
    return 0;
  } finally {
    await close();
  }
}
