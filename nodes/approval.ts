/**
 * What a person's answer means for a call. Pure; whoever runs calls (graph, middleware, proxy) asks in its own way and
 * decides here.
 */
import { formatToolId } from "../catalog/index.js";
import { type AnswerName, type ApprovalFormat, approvalFormats } from "./approval-formats.js";
import { type ApprovalRequest, hashArguments } from "./approval-request.js";

/** What a decision means for its call. */
export type Approval =
  | { kind: "approved"; args: Record<string, unknown>; edited?: boolean }
  /** `reason` is what the model is told. */
  | { kind: "refused"; reason: string }
  /** `text` is the result that a person gave in the place of the tool. */
  | { kind: "answered"; text: string };

/** No decision: the call waits on, and whoever asks says why. */
export type Undecided = { kind: "undecided"; problem?: string | undefined };

/**
 * How an answer reached its call, besides what stands in it. `id`: by something that means this question alone. `others`:
 * it may have been given to these questions too (their values, in any format). `unknown`: to any number of them.
 */
export type Addressed = "id" | "unknown" | { others: readonly unknown[] };

export interface DecisionOptions {
  /** The form of the answer; default `toolgap`. */
  format?: ApprovalFormat | undefined;
  /** Default `unknown`. The format `toolgap` names its call itself, whatever this says. */
  addressed?: Addressed | undefined;
  /** What is wrong with changed arguments, as `ToolCatalog.validate` says it. */
  validate: (args: Record<string, unknown>) => string | undefined;
}

/**
 * What an answer means for the call that a person was asked about. Nothing runs on an answer that does not name the call
 * and the arguments shown: an approval may be given to several waiting calls at once. A refusal counts for every call
 * that it reaches.
 */
export function decideApproval(
  request: ApprovalRequest,
  answer: unknown,
  { format = "toolgap", addressed = "unknown", validate }: DecisionOptions,
): Approval | Undecided {
  const read = approvalFormats[format].read(answer, request);
  if ("problem" in read) return { kind: "undecided", problem: read.problem };
  const { choice, names } = read;
  const name = formatToolId(request.tool);
  if (names === "another") return { kind: "undecided" };
  if (choice.decision === "ignore") {
    return { kind: "refused", reason: `${name} was skipped by a person: it was not run. Go on without it.` };
  }
  if (choice.decision === "reject") {
    return { kind: "refused", reason: `${name} was not approved${choice.message ? `: ${choice.message}` : "."}` };
  }
  const isNamed = names === "this" || (format !== "toolgap" && canMeanNoOther(request, names, addressed));
  if (choice.decision === "respond") {
    if (isNamed) return { kind: "answered", text: choice.message };
    return { kind: "refused", reason: `${name} was not run. A person said to the waiting calls: ${choice.message}` };
  }
  if (!isNamed)
    return { kind: "undecided", problem: "The last answer did not say which call it meant: nothing was run." };
  if (choice.decision === "approve") return { kind: "approved", args: request.args };
  const problem = validate(choice.args);
  if (problem) return { kind: "undecided", problem: `The changed arguments were not accepted. ${problem}` };
  return {
    kind: "approved",
    args: choice.args,
    edited: hashArguments(request.tool, choice.args) !== request.argumentsHash,
  };
}

/** Whether an answer without a name means this call all the same: by its address, or since it fits no other question. */
function canMeanNoOther(request: ApprovalRequest, names: AnswerName, addressed: Addressed): boolean {
  if (typeof addressed === "string") return addressed === "id";
  const shown = addressed.others.map((other) => JSON.stringify(other) ?? "");
  if (names === "content") return !shown.some((text) => text.includes(request.argumentsHash));
  // A name that stands anywhere in another question counts: asking once more does no harm.
  if (names === "tool") return !shown.some((text) => text.includes(JSON.stringify(request.tool.name).slice(1, -1)));
  return shown.length === 0;
}

/** Most characters of one text in `describeEdit`; the model needs to know which argument it was, not all of it. */
const shownText = 500;

/** Tells the model that its call ran with other arguments. */
export function describeEdit(args: Record<string, unknown>): string {
  const shown = JSON.stringify(args, (_key, value: unknown) =>
    typeof value === "string" && value.length > shownText
      ? `${value.slice(0, shownText)}... (${value.length} characters)`
      : value,
  );
  return `A person changed the arguments before the call ran. It ran with: ${shown}`;
}
