/** A transcript with native calls as text, for a model that takes no functions. Pure. */
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import {
  parseRequestAnswers,
  renderRequestAnswers,
  renderToolCall,
  renderToolRequest,
  renderToolResponse,
  requestToolsName,
} from "../models/protocol.js";
import { findPendingWork, readNativeCall } from "./pending.js";
import { feedback, mergeFeedback } from "./transcript.js";

/** Calls become blocks in the message that made them, their answers feedback behind it. */
export function toTextTranscript(messages: readonly BaseMessage[]): BaseMessage[] {
  const names = new Map<string, string>();
  const converted = messages.map((message): BaseMessage => {
    if (ToolMessage.isInstance(message)) return feedback(toTextAnswer(message, names.get(message.tool_call_id) ?? ""));
    if (!AIMessage.isInstance(message) || !message.tool_calls?.length) return message;
    for (const call of message.tool_calls) names.set(call.id ?? "", readNativeCall(message, call).name);
    const blocks = message.tool_calls.flatMap((call) => toTextBlocks(message, call));
    const content = [message.text, ...blocks].filter((part) => part !== "").join("\n\n");
    return new AIMessage({ id: message.id!, content });
  });
  return mergeFeedback(converted);
}

function toTextBlocks(message: AIMessage, call: ToolCall): string[] {
  const { name, args } = readNativeCall(message, call);
  if (name !== requestToolsName) return [renderToolCall({ name, arguments: args })];
  const alone = new AIMessage({ content: "", tool_calls: [call], additional_kwargs: message.additional_kwargs });
  return findPendingWork([alone], "native").groups.flatMap(({ requests }) => requests.map(renderToolRequest));
}

function toTextAnswer({ content, text }: ToolMessage, name: string): string {
  const answers = name === requestToolsName ? parseRequestAnswers(text) : [];
  if (answers.length > 0) return renderRequestAnswers(answers, "text");
  return renderToolResponse(name, typeof content === "string" ? content : text);
}
