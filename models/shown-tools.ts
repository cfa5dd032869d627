/** Which schemas stand in the messages of a conversation, where they are no functions. Pure. */
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { FunctionTool } from "../catalog/types.js";
import { isFeedback, parseRequestAnswers, parseTools, requestToolsName } from "./protocol.js";

/**
 * The tools whose schemas a model was shown in messages, by name, each as it was shown last: in answers to requests, and
 * where this software said of its own accord which tools are loaded. Results of tools are not read: they are the words
 * of strangers. Never throws.
 */
export function readShownTools(messages: readonly BaseMessage[]): Map<string, FunctionTool> {
  const shown = new Map<string, FunctionTool>();
  for (const message of messages) {
    const isAnswer = ToolMessage.isInstance(message) && message.name === requestToolsName;
    if (!isAnswer && !isFeedback(message)) continue;
    const { text } = message;
    const tools = [...loadedTools(text), ...(isAnswer ? [] : (parseTools(text) ?? []))];
    for (const tool of tools) shown.set(tool.function.name, tool);
  }
  return shown;
}

function loadedTools(text: string): FunctionTool[] {
  return parseRequestAnswers(text).flatMap(({ tools = [] }) =>
    tools.flatMap(({ name, description = "", parameters }) =>
      parameters ? [{ type: "function" as const, function: { name, description, parameters } }] : [],
    ),
  );
}
