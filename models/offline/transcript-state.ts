/** Reads back from the transcript what was asked, called, requested and answered. The planner keeps no state of its own. */
import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import { readResultName } from "../../catalog/results/read-result.js";
import type { FunctionTool } from "../../catalog/types.js";
import {
  callToolName,
  findTask,
  isFeedback,
  parseRequestAnswers,
  parseToolCalls,
  parseToolRequests,
  parseToolResponses,
  parseTools,
  type RequestAnswer,
  readNamedCall,
  requestToolsName,
  type ToolRequest,
} from "../protocol.js";
import { readShownTools } from "../shown-tools.js";

/** Functions of the loop, which do nothing that a task asks for. */
const loopFunctions: ReadonlySet<string> = new Set([requestToolsName, callToolName, readResultName]);

/** One call of a tool, and what came back. */
export interface CallRecord {
  name: string;
  args: Record<string, unknown>;
  /** Which user turn, from 0. */
  turn: number;
  /** Which step of its turn, as the planner noted it; undefined for calls that somebody else made. */
  step?: number | undefined;
  /** What came back, as text; undefined while it is not answered. */
  text?: string | undefined;
  /** The same as a value, when the text is JSON. */
  value?: unknown;
  failed: boolean;
}

export interface RequestRecord {
  request: ToolRequest;
  turn: number;
  answer?: RequestAnswer | undefined;
}

/** How the model may ask and call. */
export interface Channels {
  request: "native" | "text" | "none";
  /** `dispatch`: by a function that is given the name of the tool. */
  call: "native" | "dispatch" | "text";
}

export interface Conversation {
  /** What the person said in each turn; the last is the task. */
  tasks: string[];
  turn: number;
  calls: CallRecord[];
  requests: RequestRecord[];
  /** What can be called now, the functions of the loop not counted. */
  tools: FunctionTool[];
  channels: Channels;
}

/** Reads a conversation. Pure: the same messages and functions give the same result. */
export function readConversation(messages: readonly BaseMessage[], functions: readonly FunctionTool[]): Conversation {
  const system = messages
    .filter((message) => message.getType() === "system")
    .map(textOf)
    .join("\n");
  const channels = readChannels(system, functions);
  const listed = parseTools(system);
  // A model that may not call is given no functions, and then what the messages show cannot be called either.
  const inMessages = channels.call !== "native" && listed === undefined ? readShownTools(messages).values() : [];
  const conversation: Conversation = {
    tasks: [],
    turn: -1,
    calls: [],
    requests: [],
    tools: [...functions, ...(listed ?? []), ...inMessages].filter(
      ({ function: { name } }) => !loopFunctions.has(name),
    ),
    channels,
  };
  const task = findTask(messages);
  for (const message of messages) {
    const type = message.getType();
    if (type === "human" && !isFeedback(message)) {
      conversation.tasks.push(textOf(message));
      conversation.turn += 1;
    } else if (type === "ai") readAssistant(message, messages, conversation);
    else if (type === "human") readFeedback(textOf(message), conversation);
  }
  if (!task) conversation.tasks.push("");
  conversation.turn = Math.max(conversation.turn, 0);
  return conversation;
}

function readChannels(system: string, functions: readonly FunctionTool[]): Channels {
  const native = functions.some((tool) => tool.function.name === requestToolsName);
  const dispatch = functions.some((tool) => tool.function.name === callToolName);
  const described = /<tool_request>|<tool_assistant>/.test(system);
  return {
    request: native ? "native" : described ? "text" : "none",
    call: dispatch ? "dispatch" : /<tools>|<tool_call>/.test(system) ? "text" : "native",
  };
}

function readAssistant(message: BaseMessage, messages: readonly BaseMessage[], conversation: Conversation): void {
  const { turn, calls, requests } = conversation;
  const text = textOf(message);
  for (const request of parseToolRequests(text).requests) requests.push({ request, turn });
  for (const { name, arguments: args, step } of locateTextCalls(text)) {
    calls.push({ name, args, turn, step, failed: false });
  }
  for (const call of AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []) {
    const answer = messages.find(
      (other, index) =>
        index > messages.indexOf(message) &&
        other.getType() === "tool" &&
        (other as ToolMessage).tool_call_id === call.id,
    ) as ToolMessage | undefined;
    if (call.name === requestToolsName) {
      readNativeRequests(call.args, answer, conversation);
      continue;
    }
    const named = call.name === callToolName ? readNamedCall(call.args) : "";
    const { name, arguments: args } = typeof named === "string" ? { name: call.name, arguments: call.args } : named;
    const record: CallRecord = { name, args, turn, step: stepOfId(call.id), failed: false };
    if (answer) settle(record, textOf(answer), answer.status);
    calls.push(record);
  }
}

/** Each call of a text with the step that the line before it names. */
function locateTextCalls(
  text: string,
): { name: string; arguments: Record<string, unknown>; step: number | undefined }[] {
  return text.split(/(?<=<\/tool_call>)/).flatMap((piece) => {
    const step = [...piece.matchAll(/^Step (\d+)\b/gm)].at(-1)?.[1];
    return parseToolCalls(piece).calls.map((call) => ({
      ...call,
      step: step === undefined ? undefined : Number(step) - 1,
    }));
  });
}

function readNativeRequests(
  args: Record<string, unknown>,
  answer: ToolMessage | undefined,
  conversation: Conversation,
): void {
  const { turn, requests } = conversation;
  const asked = Array.isArray(args.requests) ? (args.requests as ToolRequest[]) : [];
  const answers = answer ? parseRequestAnswers(textOf(answer)) : [];
  for (const [index, request] of asked.entries()) {
    requests.push({
      request,
      turn,
      answer: answers.find((other) => sameRequest(other.request, request)) ?? answers[index],
    });
  }
}

function readFeedback(text: string, conversation: Conversation): void {
  for (const { name, content } of readResponses(text)) {
    const open = conversation.calls.find((call) => call.name === name && call.text === undefined);
    if (open) settle(open, content, undefined);
  }
  for (const answer of parseRequestAnswers(text)) {
    const open = conversation.requests.filter((record) => record.answer === undefined);
    const record = open.find(({ request }) => sameRequest(request, answer.request)) ?? open[0];
    if (record) record.answer = answer;
  }
}

function readResponses(text: string): { name: string; content: string }[] {
  try {
    return parseToolResponses(text);
  } catch {
    // Text between the tags that is not the JSON of a response holds no result to read.
    return [];
  }
}

export function sameRequest(one: ToolRequest | undefined, other: ToolRequest): boolean {
  return one?.server === other.server && one.tool === other.tool;
}

function settle(record: CallRecord, text: string, status: string | undefined): void {
  record.text = text;
  record.value = parseJson(text);
  record.failed = status === "error" || (status !== "success" && looksFailed(text, record.value));
}

const failureOpening =
  /^\s*(?:\w*error\b|invalid (?:arguments|params)|unknown tool|there is no tool|more than one tool|the call could not|no result was recorded|\S+ was not loaded|failed\b|access denied|permission denied|not (?:allowed|found)\b|exception\b|traceback\b|ENOENT|EACCES)/i;

/** Where the wire says nothing of success, the words must. */
function looksFailed(text: string, value: unknown): boolean {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const { error, isError, is_error } = value as Record<string, unknown>;
    return isError === true || is_error === true || (error !== undefined && error !== null && error !== false);
  }
  return failureOpening.test(text);
}

/** The value of a JSON object or array in a text (code fences allowed), undefined for any other text. */
export function parseJson(text: string): unknown {
  const body = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, "");
  if (!/^[[{]/.test(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textOf(message: BaseMessage): string {
  const { content } = message;
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" ? String(part.text) : ""))
    .filter(Boolean)
    .join("\n");
}

/** The id of a call: turn, step and attempt, then a mark of its content. */
export function callId(turn: number, step: number, attempt: number, content: string): string {
  return `call_${turn}_${step}_${attempt}_${mark(content)}`;
}

function stepOfId(id: string | undefined): number | undefined {
  const step = /^call_\d+_(\d+)_\d+_[0-9a-z]+$/.exec(id ?? "")?.[1];
  return step === undefined ? undefined : Number(step);
}

/** FNV-1a, 32 bits: a short mark of a text that is the same everywhere. */
function mark(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
