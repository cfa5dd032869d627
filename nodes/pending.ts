/** Reads an AI message: which calls and which tool requests wait in it. Pure. */
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import {
  callToolName,
  type InvalidBlock,
  type NamedCall,
  type Protocol,
  parseToolCalls,
  parseToolRequests,
  readNamedCall,
  requestToolsName,
  type ToolRequest,
} from "../models/protocol.js";
import { withoutQuotedBlocks } from "./quoted.js";
import type { PendingCall } from "./types.js";

/** Where `analyze` notes, under `additional_kwargs`, what a call was before it was made fit for a transcript. */
export const rewrittenCallsKey = "toolgap_rewritten_calls";

/** Where `analyze` notes, under `additional_kwargs`, that the endpoint took no functions and calls are text. */
export const textCallsKey = "toolgap_text_calls";

/** Where `analyze` notes, under `additional_kwargs`, that a message was written in the mode `dispatch`. */
export const dispatchKey = "toolgap_dispatch";

/** By call id: the name as the model wrote it, and why the arguments could not be read. */
export type RewrittenCalls = Record<string, { name: string; invalid?: string | undefined }>;

/** The requests of one `request_tools` call, or of the text of one message (no `callId`). */
export interface RequestGroup {
  callId?: string | undefined;
  /** The function that was called, where it is not `request_tools` itself. */
  functionName?: string | undefined;
  requests: ToolRequest[];
  invalid: InvalidBlock[];
}

export interface PendingWork {
  message: AIMessage | undefined;
  calls: PendingCall[];
  groups: RequestGroup[];
}

/** The last AI message, whatever came after it. */
export function findLastAnswer(messages: readonly BaseMessage[]): AIMessage | undefined {
  return messages.findLast((message): message is AIMessage => message.getType() === "ai");
}

/**
 * Finds what the last AI message asks for. Requests are read in either protocol, whichever was offered: a model that
 * mixes them up is understood. Without `discovery` there are none: `request_tools` is a tool like any other that does not
 * exist, and a text request is plain text. Text calls count only where calls are text. What the model only quotes from
 * the messages before counts nowhere.
 */
export function findPendingWork(
  messages: readonly BaseMessage[],
  callProtocol: Protocol,
  discovery = true,
): PendingWork {
  const message = findLastAnswer(messages);
  if (!message) return { message, calls: [], groups: [] };
  const messageId = message.id ?? "";
  const rewritten = new Map(Object.entries((message.additional_kwargs[rewrittenCallsKey] ?? {}) as RewrittenCalls));
  const calls: PendingCall[] = [];
  const groups: RequestGroup[] = [];
  for (const call of message.tool_calls ?? []) {
    const callId = call.id ?? "";
    const read = readNativeCall(message, call, rewritten.get(callId));
    const { name, args, invalid, ...wrapped } = read;
    const asked = wrapped.functionName === undefined ? call.name : name;
    if (discovery && asked === requestToolsName) groups.push({ callId, ...wrapped, ...readRequests(args, invalid) });
    else calls.push({ messageId, index: calls.length, protocol: "native", callId, ...read });
  }
  const text = withoutQuotedBlocks(withoutThoughts(message.text), messages.slice(0, messages.lastIndexOf(message)));
  const fromText = discovery ? parseToolRequests(text) : { requests: [], invalid: [] };
  if (fromText.requests.length + fromText.invalid.length > 0) groups.push(fromText);
  if (callProtocol === "text" || message.additional_kwargs[textCallsKey] === true) {
    for (const call of readTextCalls(text, message))
      calls.push({ ...call, messageId, index: calls.length, protocol: "text", callId: `${messageId}:${calls.length}` });
  }
  return { message, calls, groups };
}

/** What a native call means: a tool, or in the mode `dispatch` the tool that the call itself names. */
export function readNativeCall(
  { additional_kwargs }: AIMessage,
  { name: written, args }: ToolCall,
  { name = written, invalid }: { name?: string; invalid?: string | undefined } = {},
): Pick<PendingCall, "name" | "args" | "invalid" | "functionName"> {
  if (written !== callToolName || additional_kwargs[dispatchKey] !== true) return { name, args, invalid };
  const inner = invalid ?? readNamedCall(args);
  if (typeof inner === "string") return { name: written, args, invalid: inner };
  return { name: inner.name, args: inner.arguments, invalid: undefined, functionName: written };
}

/** Some servers leave a model's thoughts in its text; what it considers there it does not ask for. */
function withoutThoughts(text: string): string {
  return text.replace(/<think>[\s\S]*?<\/think>/g, "");
}

function readTextCalls(
  text: string,
  { additional_kwargs }: AIMessage,
): Pick<PendingCall, "name" | "args" | "invalid">[] {
  const { calls, invalid } = parseToolCalls(text);
  const isDispatch = additional_kwargs[dispatchKey] === true;
  return [
    ...calls.map((call) => (isDispatch ? unwrapTextCall(call) : { name: call.name, args: call.arguments })),
    ...invalid.map((block) => ({ name: "", args: {}, invalid: block.reason })),
  ];
}

/** A text call names its tool by itself; some models write the other form inside it. */
function unwrapTextCall(call: NamedCall): Pick<PendingCall, "name" | "args"> {
  const inner = call.name === callToolName ? readNamedCall(call.arguments) : call;
  if (typeof inner === "string") return { name: call.name, args: call.arguments };
  return { name: inner.name, args: inner.arguments };
}

const requestForm = 'expected {"requests": [{"server": "...", "tool": "..."}]}';

/** Reads the arguments of a `request_tools` call. A single request outside the array is understood. */
function readRequests(args: Record<string, unknown>, invalidReason?: string): Omit<RequestGroup, "callId"> {
  if (invalidReason) return { requests: [], invalid: [{ text: "", reason: invalidReason }] };
  const given = Array.isArray(args.requests) ? args.requests : "tool" in args ? [args] : [];
  if (given.length === 0) return { requests: [], invalid: [{ text: JSON.stringify(args), reason: requestForm }] };
  const requests: ToolRequest[] = [];
  const invalid: InvalidBlock[] = [];
  for (const entry of given as unknown[]) {
    const { server, tool } = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
    const kind = server ?? "";
    if (typeof tool === "string" && tool.trim() !== "" && typeof kind === "string")
      requests.push({ server: kind.trim(), tool: tool.trim() });
    else
      invalid.push({
        text: JSON.stringify(entry) ?? String(entry),
        reason: `"tool" must say what the tool has to do; ${requestForm}`,
      });
  }
  return { requests, invalid };
}
