/** What a step may draw on besides its own words: the rest of the task, results before it, earlier turns. */
import type { ArgumentSources } from "./arguments.js";
import { findEvidence } from "./evidence.js";
import { words } from "./language.js";
import type { EarlierResult } from "./results.js";
import { type Plan, planSteps, type Step } from "./steps.js";
import type { CallRecord, Conversation } from "./transcript-state.js";

export interface FinishedStep {
  step: Step;
  call: CallRecord;
}

/** Collects values and results, those first that the step most likely means. */
export function gatherSources(
  step: Step,
  plan: Plan,
  finished: readonly FinishedStep[],
  conversation: Conversation,
): ArgumentSources {
  const isNeeded = (other: FinishedStep) => step.dependsOn.includes(other.step.index);
  const latestFirst = finished.toReversed();
  const needed = latestFirst
    .filter(isNeeded)
    .map((other) => resultOf(other.call, other.step, step.refers || step.tells));
  const others = latestFirst
    .filter((other) => !isNeeded(other))
    .map((other) => resultOf(other.call, other.step, false));
  // What a step needs without saying so is most likely the result of the step just before it.
  const results = [...needed, ...others];
  if (step.refers && needed.length === 0) results.push(...earlierTurns(step, conversation));
  const distance = (other: Step) => Math.abs(other.index - step.index);
  const otherEvidence = [
    ...plan.steps
      .filter((other) => other !== step)
      .toSorted((a, b) => distance(a) - distance(b))
      .flatMap(({ evidence }) => evidence),
    ...plan.evidence,
    ...conversation.tasks.slice(0, -1).reverse().flatMap(findEvidence),
  ];
  return { step, otherEvidence, results };
}

/** Results of earlier turns: what the step names first, then the latest. */
function earlierTurns(step: Step, { calls, turn, tasks }: Conversation): EarlierResult[] {
  const results = calls
    .filter((call) => call.turn < turn && call.text !== undefined && !call.failed)
    .reverse()
    .map((call) => resultOf(call, planSteps(tasks[call.turn] ?? "").steps[call.step ?? 0], false));
  const named = (result: EarlierResult) => words(result.label).some((word) => step.words.includes(word));
  const ordered = [...results.filter(named), ...results.filter((result) => !named(result))];
  return ordered.map((result, index) => ({ ...result, needed: index === 0 }));
}

function resultOf(call: CallRecord, step: Step | undefined, needed: boolean): EarlierResult {
  return {
    label: step?.object || step?.action || "",
    task: step?.text ?? "",
    text: call.text ?? "",
    value: call.value,
    needed,
  };
}
