/** What to do next: for each step a call, a request, or the insight that it cannot be done. A pure function of the transcript. */
import type { FunctionTool } from "../../catalog/types.js";
import type { ToolRequest } from "../protocol.js";
import { type ArgumentSources, type FilledArguments, fillArguments } from "./arguments.js";
import { findCandidates } from "./candidates.js";
import { type Fit, rankTools } from "./choose-tool.js";
import { repairArguments } from "./repair.js";
import { type FinishedStep, gatherSources } from "./sources.js";
import { type Plan, planSteps, type Step } from "./steps.js";
import { type CallRecord, type Conversation, sameRequest } from "./transcript-state.js";

export interface PlannedCall {
  step: Step;
  attempt: number;
  name: string;
  args: Record<string, unknown>;
}

export interface PlannedRequest {
  step: Step;
  request: ToolRequest;
}

/** How far a step is. */
export type StepState =
  | { kind: "done"; step: Step; call: CallRecord }
  | { kind: "given_up"; step: Step; reason: string }
  | { kind: "waiting"; step: Step }
  | { kind: "call"; step: Step; call: PlannedCall }
  | { kind: "request"; step: Step; request: ToolRequest };

export interface Decision {
  plan: Plan;
  states: StepState[];
  calls: PlannedCall[];
  requests: PlannedRequest[];
}

/** Tries of one step: the call, one repair, and the same with one other tool. */
const mostAttempts = 4;
/** Another tool is tried only when it is about half as good as the best. */
const rivalShare = 0.5;

/** Decides the next message. No calls and no requests: the answer is due. */
export function decide(conversation: Conversation): Decision {
  const task = conversation.tasks.at(-1) ?? "";
  const plan = planSteps(task);
  const calls = attributeCalls(plan.steps, conversation);
  const states: StepState[] = [];
  for (const step of plan.steps) {
    states.push(decideStep(step, { plan, conversation, states, calls: calls.get(step.index) ?? [] }));
  }
  return {
    plan,
    states,
    calls: states.flatMap((state) => (state.kind === "call" ? [state.call] : [])),
    requests: uniqueRequests(states),
  };
}

function uniqueRequests(states: StepState[]): PlannedRequest[] {
  const requests: PlannedRequest[] = [];
  for (const state of states) {
    if (state.kind !== "request" || requests.some(({ request }) => sameRequest(request, state.request))) continue;
    requests.push({ step: state.step, request: state.request });
  }
  return requests;
}

interface StepContext {
  plan: Plan;
  conversation: Conversation;
  /** Of the steps before. */
  states: StepState[];
  /** Of this step, in order. */
  calls: CallRecord[];
}

function decideStep(step: Step, context: StepContext): StepState {
  const { calls, states, plan, conversation } = context;
  const success = calls.find((call) => call.text !== undefined && !call.failed);
  if (success) return { kind: "done", step, call: success };
  if (step.stance === "forbidden") return { kind: "given_up", step, reason: "it says what is not to be done" };
  for (const index of step.dependsOn) {
    const before = states[index];
    if (before?.kind === "given_up" && step.refers) {
      return { kind: "given_up", step, reason: `it needs what "${before.step.text}" would have given` };
    }
    if (before && before.kind !== "done" && before.kind !== "given_up") return { kind: "waiting", step };
  }
  // Nothing was done, so there is nothing to tell.
  const undone = step.dependsOn.map((index) => states[index]).filter((before) => before?.kind === "given_up");
  if (step.tells && undone.length === step.dependsOn.length)
    return { kind: "given_up", step, reason: "nothing was done that it could tell" };
  const failures = calls.filter((call) => call.failed);
  const sources = gatherSources(step, plan, finished(states), conversation);
  const candidates = findCandidates(step, sources, plan, conversation, calls.length > 0);
  if (candidates.kind === "request") return { kind: "request", step, request: candidates.request };
  if (failures.length > 0) return afterFailure(step, failures, candidates.fits, sources, context);
  const { fits } = candidates;
  if (fits.length === 0) return { kind: "given_up", step, reason: candidates.reason };
  const filled = fits
    .filter(({ fit }) => fit >= fits[0]!.fit * rivalShare)
    .map((one) => ({ ...one, ...fillArguments(one.tool, sources) }));
  // What the step does not say itself comes from the steps before, said or not: "predict the demand" needs the rows.
  const unfinished = states.some((before) => before.kind !== "done" && before.kind !== "given_up");
  if (filled[0]!.open.length > 0 && unfinished) return { kind: "waiting", step };
  const best = filled.find((one) => mayCall(step, one));
  if (best) return callOf(step, 0, best.tool, best.args);
  return { kind: "given_up", step, reason: reasonNotToCall(step, filled[0]!) };
}

type Filled = Fit & FilledArguments;

/**
 * What changes something is called only with what was said: a guess about what to remove, or an empty record, does harm
 * where a guess about what to look at does none. An address that nobody named leads nowhere.
 */
function mayCall(step: Step, one: Filled): boolean {
  if (one.assumed.some((name) => /^https?:/.test(String(one.args[name])))) return false;
  if (!one.changes) return true;
  if (step.stance !== undefined) return false;
  return one.assumed.length === 0 || (step.kind !== "remove" && one.missing.length === 0);
}

function reasonNotToCall(step: Step, one: Filled): string {
  const { name } = one.tool.function;
  if (one.changes && step.stance === "asked") return `it is a question, and ${name} would change something`;
  if (one.changes && step.stance === "conditional")
    return `it depends on a condition, and ${name} would change something`;
  return `nothing says what to give ${describeMissing(one)}`;
}

function describeMissing({ tool, missing, assumed }: Filled): string {
  return `${tool.function.name} as ${(missing.length > 0 ? missing : assumed).join(", ")}`;
}

function finished(states: StepState[]): FinishedStep[] {
  return states.flatMap((state) => (state.kind === "done" ? [{ step: state.step, call: state.call }] : []));
}

function callOf(step: Step, attempt: number, tool: FunctionTool, args: Record<string, unknown>): StepState {
  return { kind: "call", step, call: { step, attempt, name: tool.function.name, args } };
}

function afterFailure(
  step: Step,
  failures: CallRecord[],
  fits: Fit[],
  sources: ArgumentSources,
  context: StepContext,
): StepState {
  const last = failures.at(-1)!;
  const giveUp: StepState = { kind: "given_up", step, reason: `${last.name} failed: ${firstLine(last.text ?? "")}` };
  if (failures.length >= mostAttempts) return giveUp;
  const tried = new Set(failures.map(({ name }) => name));
  const attempt = failures.length;
  const isNew = (name: string, args: Record<string, unknown>) =>
    !failures.some((call) => call.name === name && JSON.stringify(call.args) === JSON.stringify(args));
  const tool = context.conversation.tools.find(({ function: { name } }) => name === last.name);
  if (tool && failures.filter(({ name }) => name === last.name).length === 1) {
    const args = repairArguments(last, tool, sources);
    if (args && isNew(last.name, args)) return callOf(step, attempt, tool, args);
  }
  // What is not there for one tool is not there for another.
  if (isAboutValue(last)) return giveUp;
  const best = fits[0]?.fit ?? 0;
  const next =
    tried.size < 2 ? fits.find((one) => !tried.has(one.tool.function.name) && one.fit >= best * rivalShare) : undefined;
  if (next) {
    const filled = fillArguments(next.tool, sources);
    const { args } = filled;
    if (mayCall(step, { ...next, ...filled }) && isNew(next.tool.function.name, args))
      return callOf(step, attempt, next.tool, args);
  }
  return giveUp;
}

function isAboutValue({ args, text = "" }: CallRecord): boolean {
  const missing = /\bno such\b|\bnot found\b|does(?: not|n't) exist|\bENOENT\b/i.test(text);
  return (
    missing && Object.values(args).some((value) => typeof value === "string" && value !== "" && text.includes(value))
  );
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 300 ? `${line.slice(0, 300)}...` : line.replace(/[.\s]+$/, "");
}

/** The calls of this turn by step: as the planner noted it in the id, else the step whose words the call's tool shares. */
function attributeCalls(steps: Step[], conversation: Conversation): Map<number, CallRecord[]> {
  const byStep = new Map<number, CallRecord[]>();
  for (const call of conversation.calls.filter(({ turn }) => turn === conversation.turn)) {
    const index =
      call.step !== undefined && steps[call.step] ? call.step : guessStep(call, steps, byStep, conversation.tools);
    if (index === undefined) continue;
    byStep.set(index, [...(byStep.get(index) ?? []), call]);
  }
  return byStep;
}

function guessStep(
  call: CallRecord,
  steps: Step[],
  byStep: Map<number, CallRecord[]>,
  tools: FunctionTool[],
): number | undefined {
  const open = steps.filter(({ index }) => !(byStep.get(index) ?? []).some((other) => !other.failed));
  const tool = tools.find(({ function: { name } }) => name === call.name);
  const fitOf = (step: Step) => (tool ? (rankTools(step, [tool])[0]?.fit ?? 0) : 0);
  return open.toSorted((a, b) => fitOf(b) - fitOf(a))[0]?.index;
}
