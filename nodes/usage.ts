/** Tokens of one model call: the provider's own numbers, or counted when it gives none. */
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { countTokens } from "../catalog/tokens.js";
import type { FunctionTool } from "../catalog/types.js";
import type { ModelCallMetric } from "./types.js";

/** The usage of a call; `counted` says that the tokenizer counted it. */
export async function measureUsage(
  answer: AIMessage,
  messages: readonly BaseMessage[],
  functions: readonly FunctionTool[],
): Promise<Pick<ModelCallMetric, "inputTokens" | "cachedInputTokens" | "outputTokens" | "counted">> {
  const usage = answer.usage_metadata;
  // Who says something has written more than nothing.
  const isWhole = usage && usage.input_tokens > 0 && (usage.output_tokens > 0 || visibleText(answer) === "");
  if (isWhole) {
    const cached = usage.input_token_details?.cache_read;
    return {
      inputTokens: usage.input_tokens,
      // None is told as well; nothing told is another matter.
      ...(typeof cached === "number" ? { cachedInputTokens: cached } : {}),
      outputTokens: usage.output_tokens,
      counted: false,
    };
  }
  const sent = messages.map(visibleText).join("\n") + (functions.length > 0 ? JSON.stringify(functions) : "");
  const [inputTokens, outputTokens] = await Promise.all([countTokens(sent), countTokens(visibleText(answer))]);
  return { inputTokens, outputTokens, counted: true };
}

function visibleText(message: BaseMessage): string {
  const calls = (message as AIMessage).tool_calls ?? [];
  return calls.length === 0
    ? message.text
    : `${message.text}${JSON.stringify(calls.map(({ name, args }) => ({ name, args })))}`;
}
