/** Makes what a model said into a message that can stay in the transcript. Pure but for new ids. */
import { randomUUID } from "node:crypto";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { badArgumentsKey } from "./pending.js";

/**
 * Gives the message an id, each call an id that no earlier call has, and each call whose arguments could not be read
 * empty arguments and a note (a transcript with broken JSON is rejected). A final answer loses its calls; an answer
 * that says nothing and asks for nothing says so.
 */
export function normalizeAnswer(
  raw: AIMessage,
  history: readonly BaseMessage[],
  { final }: { final: boolean },
): AIMessage {
  const earlier = new Set(
    history.flatMap((message) =>
      (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []).map((call) => call.id),
    ),
  );
  const badArguments: Record<string, string> = {};
  const calls: ToolCall[] = [];
  const add = (id: string | undefined, name: string, args: Record<string, unknown>, problem?: string): void => {
    const unique = id && !earlier.has(id) ? id : `call_${randomUUID()}`;
    earlier.add(unique);
    calls.push({ type: "tool_call", id: unique, name, args });
    if (problem) badArguments[unique] = problem;
  };
  for (const call of final ? [] : (raw.tool_calls ?? [])) {
    const readable = typeof call.args === "object" && call.args !== null && !Array.isArray(call.args);
    add(call.id, call.name, readable ? call.args : {}, readable ? undefined : "the arguments are not a JSON object");
  }
  for (const call of final ? [] : (raw.invalid_tool_calls ?? [])) {
    add(call.id, call.name ?? "", {}, `the arguments are not JSON: ${call.error ?? call.args ?? "empty"}`);
  }
  const { tool_calls: _raw, ...kwargs } = raw.additional_kwargs;
  const noted = Object.keys(badArguments).length > 0;
  return new AIMessage({
    id: raw.id && !history.some((message) => message.id === raw.id) ? raw.id : randomUUID(),
    content: raw.text === "" && calls.length === 0 ? emptyAnswer(raw) : raw.content,
    tool_calls: calls,
    additional_kwargs: noted ? { ...kwargs, [badArgumentsKey]: badArguments } : kwargs,
    response_metadata: raw.response_metadata,
    ...(raw.usage_metadata ? { usage_metadata: raw.usage_metadata } : {}),
    ...(raw.name ? { name: raw.name } : {}),
  });
}

function emptyAnswer(raw: AIMessage): string {
  const refusal = raw.additional_kwargs.refusal;
  if (typeof refusal === "string" && refusal !== "") return refusal;
  const reason = raw.response_metadata?.finish_reason;
  return `The model gave no answer${typeof reason === "string" && reason !== "stop" ? ` (${reason})` : ""}.`;
}
