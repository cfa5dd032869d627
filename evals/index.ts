/** What other projects get from `import ... from "toolgap/evals"`: to run tasks, and to measure strategies on their own. */
export {
  createTrajectoryMatcher,
  type TrajectoryMatch,
  type TrajectoryMatcher,
  type TrajectoryMode,
} from "./harnesses/agentevals.js";
export { evaluateInLangSmith, type LangSmithExperiment, type LangSmithOptions } from "./harnesses/langsmith.js";
export { trajectoryOf } from "./harnesses/trajectory.js";
export * from "./metrics/retrieval.js";
export { chooseForCatalog, chooseStrategy, type StrategyChoice } from "./own-tools/choose-strategy.js";
export { type DerivedTasks, deriveTasks, toTasks } from "./own-tools/derive-tasks.js";
export { type ExecutionPolicy, guardExecution } from "./own-tools/guard.js";
export { type Recommendation, recommend } from "./own-tools/recommend.js";
export * from "./report/types.js";
export { reportWriters, writeReport } from "./report/writers.js";
export { createEvalRouter, evalRouterNames } from "./routers/index.js";
export * from "./run-task.js";
export * from "./statistics.js";
export { type EvalModel, type RunEvalOptions, runEval } from "./strategies/run-eval.js";
export { runScaling, type ScalingOptions } from "./strategies/scaling.js";
export { type EvalSuite, type LoadedSuites, type LoadSuitesOptions, loadSuites } from "./strategies/suites.js";
export { checkTasks, type EvalTask, readTaskFile } from "./task-file.js";
