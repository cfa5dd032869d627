/** What asking step by step gains, over each set and all of them: numbers and JSON. */
import {
  type Estimate,
  estimateMacroMean,
  estimateMean,
  type PairedDifference,
  pairedDifference,
} from "../statistics.js";
import { hitsOf } from "./report.js";
import type { StepRun } from "./run-retrieval.js";
import type { SteppedTask } from "./steps.js";
import { timingsOf } from "./summary.js";

export interface StepSummary {
  set: string;
  label: string;
  tasks: number;
  requests: Estimate;
  toolsInContext: Estimate;
  /** The share of needed tools in context: step by step, and for the whole task with as many tools. */
  steps: Estimate;
  whole: Estimate;
  serverSteps: Estimate;
  serverWhole: Estimate;
  /** Step by step less whole. */
  difference: PairedDifference;
}

export function summarizeSteps({ set, label, tasks }: Pick<StepRun, "set" | "label" | "tasks">): StepSummary {
  const values = (read: (task: SteppedTask) => number | null) => tasks.map(read);
  const steps = values((task) => task.steps.recall);
  const whole = values((task) => task.whole.recall);
  return {
    set,
    label,
    tasks: tasks.length,
    requests: estimateMean(values((task) => task.requests)),
    toolsInContext: estimateMean(values((task) => task.toolsInContext)),
    steps: estimateMean(steps),
    whole: estimateMean(whole),
    serverSteps: estimateMean(values((task) => task.steps.serverRecall)),
    serverWhole: estimateMean(values((task) => task.whole.serverRecall)),
    difference: pairedDifference(whole, steps),
  };
}

/** The macro means over the sets of each variant. */
export function summarizeStepSets(runs: readonly StepRun[]): { label: string; steps: Estimate; whole: Estimate }[] {
  return [...new Set(runs.map((run) => run.label))].map((label) => {
    const sets = runs.filter((run) => run.label === label).map((run) => run.tasks);
    const macro = (read: (task: SteppedTask) => number | null) =>
      estimateMacroMean(sets.map((tasks) => tasks.map(read)));
    return { label, steps: macro((task) => task.steps.recall), whole: macro((task) => task.whole.recall) };
  });
}

export interface StepReportOptions {
  perRequest: number;
  timings: boolean;
}

/** One run alone is the document itself; several stand in `runs`. */
export function toStepReport(runs: readonly StepRun[], options: StepReportOptions): object {
  const documents = runs.map((run) => stepDocument(run, options));
  if (documents.length === 1) return documents[0]!;
  return { requests: "steps", perRequest: options.perRequest, macro: summarizeStepSets(runs), runs: documents };
}

function stepDocument(run: StepRun, { perRequest, timings }: StepReportOptions): object {
  const { steps, whole, serverSteps, serverWhole, toolsInContext, requests, difference } = summarizeSteps(run);
  const metrics = { recall: steps.mean, wholeRecall: whole.mean, serverRecall: serverSteps.mean };
  const intervals = { recall: [steps.low, steps.high], wholeRecall: [whole.low, whole.high] };
  return {
    router: run.router,
    set: run.set,
    label: run.label,
    requests: "steps",
    perRequest,
    metrics: {
      ...{ ...metrics, wholeServerRecall: serverWhole.mean, difference },
      ...{ toolsInContext: toolsInContext.mean, requestsPerTask: requests.mean, intervals },
    },
    ...(timings
      ? {
          timings: timingsOf(
            run.index,
            run.tasks.map((task) => task.milliseconds),
          ),
        }
      : {}),
    tasks: run.tasks.map((task) => ({
      id: task.task.id,
      ...hitsOf(task.steps.retrieved),
      abstained: task.abstained,
      requests: task.requests,
      toolsInContext: task.toolsInContext,
      recall: task.steps.recall,
      whole: { ...hitsOf(task.whole.retrieved), recall: task.whole.recall },
    })),
  };
}
