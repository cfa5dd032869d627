/** What other projects get from `import ... from "toolgap/evals"`: to run tasks, and to measure strategies on their own. */
export * from "./metrics/retrieval.js";
export * from "./report/types.js";
export { reportWriters, writeReport } from "./report/writers.js";
export { createEvalRouter, evalRouterNames } from "./routers/index.js";
export * from "./run-task.js";
export * from "./statistics.js";
export { type EvalModel, type RunEvalOptions, runEval } from "./strategies/run-eval.js";
export { runScaling, type ScalingOptions } from "./strategies/scaling.js";
export { type EvalSuite, type LoadedSuites, type LoadSuitesOptions, loadSuites } from "./strategies/suites.js";
export { checkTasks, type EvalTask, readTaskFile } from "./task-file.js";
