/** One labeled task over the golden catalog with a scripted model, measured. */
import { createRouter } from "../../../catalog/index.js";
import type { ToolId } from "../../../catalog/types.js";
import type { EvalCase, EvalReport } from "../../../evals/report/types.js";
import { type RunEvalOptions, runEval } from "../../../evals/strategies/run-eval.js";
import type { EvalSuite } from "../../../evals/strategies/suites.js";
import type { EvalTask } from "../../../evals/task-file.js";
import { goldenCatalog } from "../../golden/catalog.js";
import { type ScriptedAnswer, ScriptedModel } from "../../support/scripted-model.js";

export const readFile: ToolId = { server: "files", name: "read_file" };
export const listFolder: ToolId = { server: "files", name: "list_folder" };
export const eraseFile: ToolId = { server: "files", name: "erase_file" };
export const send: ToolId = { server: "mail", name: "send" };
export const searchMail: ToolId = { server: "mail", name: "search" };

/** What the model asks for to get `read_file`, and only it. */
export const askForReading = { server: "files on disk", tool: "read the text of a file" };
export const askForSending = { server: "mail", tool: "send a mail message to an address" };

export function task(gold: ToolId[], rest: Partial<EvalTask> = {}): EvalTask {
  return {
    id: "t1",
    query: "Read the text of the file a.txt",
    gold,
    slots: gold.map((id) => [id]),
    any: false,
    irrelevant: gold.length === 0,
    tags: [],
    ...rest,
  };
}

export function suiteOf(tasks: EvalTask[], rest: Partial<EvalSuite> = {}): EvalSuite {
  return { name: "golden", tasks, catalog: goldenCatalog(), decoys: new Set(), ...rest };
}

export function scripted(script: readonly ScriptedAnswer[]) {
  return { model: new ScriptedModel(script), label: "scripted", ruleBased: false };
}

export function evaluate(
  tasks: EvalTask[],
  script: readonly ScriptedAnswer[],
  { suite, ...rest }: Partial<RunEvalOptions> & { suite?: Partial<EvalSuite> } = {},
): Promise<EvalReport> {
  return runEval({
    suites: [suiteOf(tasks, suite)],
    strategies: ["active"],
    model: scripted(script),
    createRouter: (catalog) => createRouter("tfidf", catalog),
    concurrency: 1,
    ...rest,
  });
}

/** The one case of a run of one task. */
export async function measure(...given: Parameters<typeof evaluate>): Promise<EvalCase> {
  const { cases } = await evaluate(...given);
  if (cases.length !== 1) throw new Error(`expected one case, got ${cases.length}`);
  return cases[0]!;
}
