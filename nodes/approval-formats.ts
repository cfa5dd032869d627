/** The forms in which a person's client takes a question and gives its answer. Pure, both ways. */
import type { HumanInterrupt, HumanResponse } from "@langchain/langgraph/prebuilt";
import type { Action, Decision, HITLRequest, HITLResponse } from "langchain";
import { isObject } from "../catalog/definition.js";
import { formatToolId, InputError } from "../catalog/types.js";
import { type ApprovalChoice, type ApprovalDecision, type ApprovalRequest, hashArguments } from "./approval-request.js";

export const approvalFormatNames = ["toolgap", "agent-inbox", "langchain"] as const;

/** `toolgap`: this software's own; `agent-inbox`: of LangChain's Agent Inbox; `langchain`: of its human-in-the-loop middleware. */
export type ApprovalFormat = (typeof approvalFormatNames)[number];

/**
 * Whether an answer names its call itself: `this` one, `another`, by its tool and arguments (`content`) or its tool alone,
 * which other calls may share, or `none`.
 */
export type AnswerName = "this" | "another" | "content" | "tool" | "none";

/** What an answer says, or why it says nothing. */
export type ReadAnswer = { choice: ApprovalChoice; names: AnswerName } | { problem: string };

interface FormatAdapter {
  /** The value of the interrupt. */
  show(request: ApprovalRequest): unknown;
  read(answer: unknown, request: ApprovalRequest): ReadAnswer;
}

export const approvalFormats: Record<ApprovalFormat, FormatAdapter> = {
  toolgap: { show: (request) => request, read: readDecision },
  "agent-inbox": { show: toHumanInterrupt, read: readHumanResponse },
  langchain: { show: (request) => toHITLRequest([request]), read: readHITLResponse },
};

/** What identifies the question, in every format; Agent Inbox sends it back with an approval. */
type Name = Pick<ApprovalRequest, "callId" | "argumentsHash">;

const nameOf = ({ callId, argumentsHash }: ApprovalRequest): Name => ({ callId, argumentsHash });

/** Whether an answer that carries a name means this call; `otherwise` where it carries none. */
function compareName<Other extends string>(
  carried: { callId?: unknown; argumentsHash?: unknown },
  { callId, argumentsHash }: ApprovalRequest,
  otherwise: Other,
): "this" | "another" | Other {
  if (carried.callId === undefined && carried.argumentsHash === undefined) return otherwise;
  return carried.callId === callId && carried.argumentsHash === argumentsHash ? "this" : "another";
}

function readDecision(answer: unknown, request: ApprovalRequest): ReadAnswer {
  if (!isObject(answer))
    return { problem: "The last answer was no decision: expected {callId, argumentsHash, decision}." };
  const names = compareName(answer, request, "none");
  if (names === "another") {
    const changed = answer.callId === request.callId;
    if (changed) return { problem: "The last answer was given for other arguments than these: nothing was run." };
    return { choice: { decision: "ignore" }, names };
  }
  const { decision, args, message } = answer;
  if (message !== undefined && message !== null && typeof message !== "string") {
    return { problem: "The message of the last answer was not a text." };
  }
  switch (decision) {
    case "approve":
    case "ignore":
      return { choice: { decision }, names };
    case "reject":
      return { choice: { decision, message: message ?? undefined }, names };
    case "respond":
      return message
        ? { choice: { decision, message }, names }
        : { problem: "The last answer responded with no message." };
    case "edit":
      return isObject(args)
        ? { choice: { decision, args }, names }
        : { problem: "The last answer changed the call but has no args." };
    default:
      return { problem: "The last answer had no known decision: expected approve, edit, reject, respond or ignore." };
  }
}

/** A person is asked about a call in the form of Agent Inbox. The name of the call stands in the action, for it comes back. */
export function toHumanInterrupt(request: ApprovalRequest): HumanInterrupt {
  const { tool, args } = request;
  return {
    action_request: { action: formatToolId(tool), args, ...nameOf(request) },
    config: { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true },
    description: describe(request),
  };
}

function describe({ tool, problem }: ApprovalRequest): string {
  return `${problem ? `${problem}\n\n` : ""}Wants to call ${formatToolId(tool)}: ${tool.description}`;
}

function readHumanResponse(answer: unknown, request: ApprovalRequest): ReadAnswer {
  const response: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  if (!isObject(response)) return { problem: "The last answer was no response: expected {type, args}." };
  const { type, args } = response;
  switch (type) {
    case "accept":
      return { choice: { decision: "approve" }, names: isObject(args) ? nameInAction(args, request) : "none" };
    case "edit": {
      if (!isObject(args) || !isObject(args.args)) return { problem: "The last answer was an edit without arguments." };
      if (args.action !== undefined && args.action !== formatToolId(request.tool))
        return { choice: { decision: "ignore" }, names: "another" };
      return {
        choice: { decision: "edit", args: readBack(args.args, request) },
        names: compareName(args, request, args.action === undefined ? "none" : "tool"),
      };
    }
    case "response":
      if (typeof args !== "string" || args === "") return { problem: "The last answer responded with no text." };
      return { choice: { decision: "respond", message: args }, names: "none" };
    case "ignore":
      return { choice: { decision: "ignore" }, names: "none" };
    default:
      return { problem: "The last answer had no known type: expected accept, edit, response or ignore." };
  }
}

/** Which call an accepted action means: the one that it names, and only with the arguments that were shown. */
function nameInAction(action: Record<string, unknown>, request: ApprovalRequest): "this" | "another" | "content" {
  const shown = isObject(action.args) ? readBack(action.args, request) : action.args;
  const isSame =
    action.action === formatToolId(request.tool) && hashArguments(request.tool, shown) === request.argumentsHash;
  return isSame ? compareName(action, request, "content") : "another";
}

/** Agent Inbox edits every argument as text; what was no text is read back. */
function readBack(edited: Record<string, unknown>, { args }: ApprovalRequest): Record<string, unknown> {
  const read = ([key, value]: [string, unknown]): [string, unknown] => {
    if (typeof value !== "string" || typeof args[key] === "string" || !(key in args)) return [key, value];
    try {
      return [key, JSON.parse(value)];
    } catch {
      return [key, value];
    }
  };
  return Object.fromEntries(Object.entries(edited).map(read));
}

/** A person is asked about calls in the form of langchain's middleware, all in one request. */
export function toHITLRequest(requests: readonly ApprovalRequest[]): HITLRequest {
  return {
    actionRequests: requests.map((request) => ({
      name: formatToolId(request.tool),
      args: request.args,
      description: describe(request),
      ...nameOf(request),
    })),
    reviewConfigs: requests.map(({ tool, inputSchema }) => ({
      actionName: formatToolId(tool),
      allowedDecisions: ["approve", "edit", "reject"],
      ...(isObject(inputSchema) ? { argsSchema: inputSchema } : {}),
    })),
  };
}

function readHITLResponse(answer: unknown, request: ApprovalRequest): ReadAnswer {
  const decisions = isObject(answer) ? answer.decisions : undefined;
  if (!Array.isArray(decisions) || decisions.length !== 1) {
    return { problem: "The last answer did not hold exactly one decision: expected {decisions: [{type}]}." };
  }
  return readHITLDecision(decisions[0], request);
}

function readHITLDecision(given: unknown, request: ApprovalRequest): ReadAnswer {
  const { type, message, editedAction } = isObject(given) ? given : {};
  switch (type) {
    case "approve":
      return { choice: { decision: type }, names: "none" };
    case "reject":
      return { choice: { decision: type, message: typeof message === "string" ? message : undefined }, names: "none" };
    case "edit": {
      const { name, args }: Partial<Action> = isObject(editedAction) ? editedAction : {};
      if (!isObject(args)) return { problem: "The last answer was an edit without arguments." };
      if (name !== formatToolId(request.tool)) {
        return { problem: `The last answer was for ${String(name)}: the arguments can be changed, the tool cannot.` };
      }
      return { choice: { decision: type, args }, names: "tool" };
    }
    default:
      return { problem: "The last answer had no known type: expected approve, edit or reject." };
  }
}

/**
 * The decision that an Agent Inbox response to this question is.
 * @throws InputError when it is none, or names another call.
 */
export function fromHumanResponse(response: unknown, request: ApprovalRequest): ApprovalDecision {
  return toDecision(readHumanResponse(response, request), request);
}

/**
 * The decisions that a langchain response to these questions is, in their order.
 * @throws InputError when there is not one readable decision for each.
 */
export function fromHITLResponse(response: unknown, requests: readonly ApprovalRequest[]): ApprovalDecision[] {
  const decisions = isObject(response) ? response.decisions : undefined;
  if (!Array.isArray(decisions) || decisions.length !== requests.length) {
    const given = Array.isArray(decisions) ? decisions.length : "no list";
    throw new InputError(`The response has ${given} for decisions; expected ${requests.length}, one for each call`);
  }
  return requests.map((request, index) => toDecision(readHITLDecision(decisions[index], request), request));
}

function toDecision(read: ReadAnswer, request: ApprovalRequest): ApprovalDecision {
  if ("problem" in read) throw new InputError(read.problem);
  if (read.names === "another") throw new InputError(`The answer is for another call than ${request.callId}`);
  return { ...nameOf(request), ...read.choice };
}

/** The Agent Inbox response that says the same as a decision; a reason for a rejection is said as a response. */
export function toHumanResponse(decision: ApprovalDecision, request: ApprovalRequest): HumanResponse {
  const action = { action: formatToolId(request.tool), ...nameOf(request) };
  switch (decision.decision) {
    case "approve":
      return { type: "accept", args: { ...action, args: request.args } };
    case "edit":
      return { type: "edit", args: { ...action, args: decision.args } };
    case "respond":
      return { type: "response", args: decision.message };
    case "reject":
      return decision.message ? { type: "response", args: decision.message } : { type: "ignore", args: null };
    case "ignore":
      return { type: "ignore", args: null };
  }
}

/** The langchain response that says the same as decisions; what it has no word for is a rejection. */
export function toHITLResponse(
  decisions: readonly ApprovalDecision[],
  requests: readonly ApprovalRequest[],
): HITLResponse {
  return {
    decisions: decisions.map((decision, index): Decision => {
      if (decision.decision === "approve") return { type: "approve" };
      if (decision.decision === "edit") {
        const tool = requests[index]?.tool;
        if (!tool) throw new InputError(`Decision ${index + 1} has no call; expected one decision for each call`);
        return { type: "edit", editedAction: { name: formatToolId(tool), args: decision.args } };
      }
      const message = "message" in decision ? decision.message : undefined;
      return message ? { type: "reject", message } : { type: "reject" };
    }),
  };
}
