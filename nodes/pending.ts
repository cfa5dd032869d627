/** Reads an AI message: which calls and which tool requests wait in it. Pure. */
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import {
  type InvalidBlock,
  type Protocol,
  parseToolCalls,
  parseToolRequests,
  requestToolsName,
  type ToolRequest,
} from "../models/protocol.js";
import { withoutQuotedBlocks } from "./quoted.js";
import type { PendingCall } from "./types.js";

/** Where `analyze` notes, under `additional_kwargs`, what a call was before it was made fit for a transcript. */
export const rewrittenCallsKey = "toolgap_rewritten_calls";

/** Where `analyze` notes, under `additional_kwargs`, that the endpoint took no functions and calls are text. */
export const textCallsKey = "toolgap_text_calls";

/** By call id: the name as the model wrote it, and why the arguments could not be read. */
export type RewrittenCalls = Record<string, { name: string; invalid?: string | undefined }>;

/** The requests of one `request_tools` call, or of the text of one message (no `callId`). */
export interface RequestGroup {
  callId?: string | undefined;
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
    const { name = call.name, invalid } = rewritten.get(callId) ?? {};
    if (discovery && call.name === requestToolsName) groups.push({ callId, ...readRequests(call.args, invalid) });
    else
      calls.push({
        messageId,
        index: calls.length,
        protocol: "native",
        callId,
        name,
        args: call.args,
        invalid,
      });
  }
  const text = withoutQuotedBlocks(withoutThoughts(message.text), messages.slice(0, messages.lastIndexOf(message)));
  const fromText = discovery ? parseToolRequests(text) : { requests: [], invalid: [] };
  if (fromText.requests.length + fromText.invalid.length > 0) groups.push(fromText);
  if (callProtocol === "text" || message.additional_kwargs[textCallsKey] === true) {
    for (const call of readTextCalls(text))
      calls.push({ ...call, messageId, index: calls.length, protocol: "text", callId: `${messageId}:${calls.length}` });
  }
  return { message, calls, groups };
}

/** Some servers leave a model's thoughts in its text; what it considers there it does not ask for. */
function withoutThoughts(text: string): string {
  return text.replace(/<think>[\s\S]*?<\/think>/g, "");
}

function readTextCalls(text: string): Pick<PendingCall, "name" | "args" | "invalid">[] {
  const { calls, invalid } = parseToolCalls(text);
  return [
    ...calls.map((call) => ({ name: call.name, args: call.arguments })),
    ...invalid.map((block) => ({ name: "", args: {}, invalid: block.reason })),
  ];
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
