/** Makes what a model said into a message that can stay in the transcript. Pure but for new ids. */
import { randomUUID } from "node:crypto";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { type RewrittenCalls, rewrittenCallsKey } from "./pending.js";

/**
 * Makes an answer fit for a transcript that strict providers accept: the message gets an id, each call an id that no
 * earlier call has and a name of allowed characters, and arguments that could not be read become empty; what the model
 * wrote is noted. A final answer loses its calls; an answer that says nothing and asks for nothing says so.
 */
export function normalizeAnswer(
  raw: AIMessage,
  history: readonly BaseMessage[],
  { final }: { final: boolean },
): AIMessage {
  const taken = new Set(history.flatMap(callsOf).map((call) => call.id));
  const rewritten = new Map<string, RewrittenCalls[string]>();
  const read = final ? [] : readCalls(raw);
  const calls = read.map(({ id, name, args, invalid }): ToolCall => {
    const unique = uniqueCallId(id || "call", taken);
    taken.add(unique);
    const allowed = allowedName(name);
    if (allowed !== name || invalid) rewritten.set(unique, { name, ...(invalid ? { invalid } : {}) });
    return { type: "tool_call", id: unique, name: allowed, args };
  });
  const { tool_calls: _raw, ...kwargs } = raw.additional_kwargs;
  return new AIMessage({
    id: raw.id && !history.some((message) => message.id === raw.id) ? raw.id : randomUUID(),
    content: isEmpty(raw) && calls.length === 0 ? emptyAnswer(raw) : contentOf(raw, read, calls),
    tool_calls: calls,
    additional_kwargs: rewritten.size > 0 ? { ...kwargs, [rewrittenCallsKey]: Object.fromEntries(rewritten) } : kwargs,
    response_metadata: raw.response_metadata,
    ...(raw.usage_metadata ? { usage_metadata: raw.usage_metadata } : {}),
    ...(raw.name ? { name: raw.name } : {}),
  });
}

const cutOff: Record<string, string> = {
  length: "the limit of output tokens was reached",
  max_tokens: "the limit of output tokens was reached",
  content_filter: "the provider's content filter stopped it",
};

/** Says at the end of a last answer that it was cut off, and why; other answers stay as they are. */
export function noteCutOff(message: AIMessage): AIMessage {
  const { finish_reason, stop_reason } = message.response_metadata ?? {};
  const reason = cutOff[String(finish_reason ?? stop_reason)];
  if (reason === undefined || typeof message.content !== "string") return message;
  if (message.content.startsWith(noAnswer)) return message;
  message.content = `${message.content}\n\n(The answer is not complete: ${reason}.)`;
  return message;
}

interface ReadCall {
  id: string | undefined;
  name: string;
  args: Record<string, unknown>;
  invalid?: string | undefined;
}

function callsOf(message: BaseMessage): ToolCall[] {
  return AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
}

function readCalls(raw: AIMessage): ReadCall[] {
  const read = (raw.tool_calls ?? []).map(({ id, name, args }): ReadCall => {
    const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
    return isObject ? { id, name, args } : { id, name, args: {}, invalid: "the arguments are not a JSON object" };
  });
  const broken = (raw.invalid_tool_calls ?? []).map(({ id, name = "", args, error }): ReadCall => {
    const excerpt = (args ?? "").slice(0, 200);
    return { id, name, args: {}, invalid: `the arguments are not JSON (${error ?? "unreadable"}): ${excerpt}` };
  });
  return [...read, ...broken];
}

/** Some providers repeat the calls inside the content; there too each has its new id and name, or is gone. */
function contentOf(
  { content }: AIMessage,
  read: readonly ReadCall[],
  calls: readonly ToolCall[],
): AIMessage["content"] {
  if (typeof content === "string") return content;
  const open = [...read.entries()];
  return content.flatMap((part) => {
    if (part.type !== "tool_use" && part.type !== "tool_call") return [part];
    const place = open.findIndex(([, { id, invalid }]) => id === part.id && !invalid);
    if (place === -1) return [];
    const { id, name } = calls[open.splice(place, 1)[0]![0]]!;
    return [{ ...part, id, name }];
  });
}

/** `server/tool` is how people write an id; a transcript cannot hold the slash. */
export function allowedName(name: string): string {
  const allowed = name
    .replaceAll("/", "__")
    .replace(/[^a-zA-Z0-9_-]/g, "_")
    .slice(0, 64);
  return allowed === "" ? "unnamed" : allowed;
}

/** Some providers count call ids anew in each message; deterministic, so that a replayed run is the same. */
function uniqueCallId(id: string, taken: ReadonlySet<string | undefined>): string {
  if (!taken.has(id)) return id;
  let suffix = 2;
  while (taken.has(`${id}_${suffix}`)) suffix += 1;
  return `${id}_${suffix}`;
}

/** An answer of pictures or sound alone says something; one of calls and thoughts alone does not. */
function isEmpty({ content, text }: AIMessage): boolean {
  if (text.trim() !== "") return false;
  const silent = new Set(["text", "tool_use", "tool_call", "reasoning", "thinking", "redacted_thinking"]);
  return typeof content === "string" || content.every((part) => silent.has(part.type));
}

const noAnswer = "The model gave no answer";

function emptyAnswer(raw: AIMessage): string {
  const refusal = raw.additional_kwargs.refusal;
  if (typeof refusal === "string" && refusal !== "") return refusal;
  const reason = raw.response_metadata?.finish_reason;
  return `${noAnswer}${typeof reason === "string" && reason !== "stop" ? ` (${reason})` : ""}.`;
}
