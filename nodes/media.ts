/** Images and sounds in results, as the model at hand takes them. Pure. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { feedbackKey } from "../models/protocol.js";

type Profile = NonNullable<BaseChatModel["profile"]>;
type Parts = Exclude<BaseMessage["content"], string>;

/**
 * Results hold images and sounds as content blocks. Chat completions take none in an answer to a call, though models that
 * see do in a person's message: there they are put, behind the answers, marked as feedback. A model that is not known to
 * take them is sent the text alone, which names them.
 */
export function withMediaFor(messages: readonly BaseMessage[], profile: Partial<Profile> = {}): BaseMessage[] {
  const result: BaseMessage[] = [];
  let open: Parts = [];
  const flush = (): void => {
    if (open.length === 0) return;
    const content = [{ type: "text", text: "What the results above hold:" }, ...open];
    result.push(new HumanMessage({ content, additional_kwargs: { [feedbackKey]: true } }));
    open = [];
  };
  for (const message of messages) {
    if (!ToolMessage.isInstance(message)) {
      flush();
      result.push(message);
      continue;
    }
    const { content } = message;
    if (typeof content === "string") {
      result.push(message);
      continue;
    }
    open = [...open, ...content.filter((part) => isTaken(part.type, profile))];
    result.push(withText(message));
  }
  flush();
  return result;
}

function isTaken(type: string, { imageInputs, audioInputs }: Partial<Profile>): boolean {
  return (type === "image" && imageInputs === true) || (type === "audio" && audioInputs === true);
}

function withText({ id, name, text, status, artifact, tool_call_id }: ToolMessage): ToolMessage {
  return new ToolMessage({ id, name, content: text, status, artifact, tool_call_id });
}
