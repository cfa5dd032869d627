/** Makes the messages of the state into a transcript that strict providers accept. Pure; the state is not changed. */
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { feedbackKey, isFeedback } from "../models/protocol.js";
import { normalizeAnswer } from "./answer.js";

/** A human message that holds what this software says, not a person's words. */
export function feedback(content: string): HumanMessage {
  return new HumanMessage({ content, additional_kwargs: { [feedbackKey]: true } });
}

/**
 * What other programs let a model say is first made fit, as our own is. Every call is answered once, right behind its
 * message and in the order of the calls: answers are put in place, doubled ones and those without a call left out (a
 * trimmed history has such), missing ones (an interrupted run) said to be missing. Feedback comes after the answers, and
 * neighbouring feedback becomes one message. Names of messages lose what providers reject, and an assistant never has
 * the last word (a second agent that goes on after the first would be sent such a transcript).
 */
export function prepareTranscript(messages: readonly BaseMessage[]): BaseMessage[] {
  const prepared: BaseMessage[] = [];
  const used = new Set<ToolMessage>();
  for (const [position, message] of messages.entries()) {
    if (ToolMessage.isInstance(message)) continue;
    if (!AIMessage.isInstance(message)) {
      prepared.push(message);
      continue;
    }
    const fit = normalizeAnswer(message, [], { final: false });
    prepared.push(fit);
    const givenIds = [...(message.tool_calls ?? []), ...(message.invalid_tool_calls ?? [])].map(
      (call) => call.id ?? "",
    );
    for (const [index, call] of (fit.tool_calls ?? []).entries()) {
      const answer = findAnswer(messages, position, givenIds[index]!, used);
      if (answer) used.add(answer);
      prepared.push(answer ? withCallId(answer, call.id!) : missingAnswer(call.id!, call.name));
    }
  }
  const merged = mergeFeedback(prepared).map(withAllowedName);
  const last = merged.findLast((message) => message.getType() !== "system");
  if (last?.getType() === "ai") merged.push(feedback(goOn));
  return merged;
}

const goOn = "Go on from here: do what is still missing, then answer.";

/** Providers accept a name without blanks, slashes and angle brackets. */
function withAllowedName(message: BaseMessage): BaseMessage {
  const allowed = message.name?.replace(/[\s<|\\/>]+/g, "_").slice(0, 64) || undefined;
  if (message.name === undefined || message.name === allowed) return message;
  const copy = Object.assign(Object.create(Object.getPrototypeOf(message)), message) as BaseMessage;
  copy.name = allowed;
  return copy;
}

/** Some providers count call ids anew in each message: an answer belongs to the last call of its id before it. */
function findAnswer(
  messages: readonly BaseMessage[],
  position: number,
  id: string,
  used: ReadonlySet<ToolMessage>,
): ToolMessage | undefined {
  for (const message of messages.slice(position + 1)) {
    if (ToolMessage.isInstance(message) && message.tool_call_id === id && !used.has(message)) return message;
    if (AIMessage.isInstance(message) && message.tool_calls?.some((call) => call.id === id)) return undefined;
  }
  return undefined;
}

function withCallId(answer: ToolMessage, callId: string): ToolMessage {
  if (answer.tool_call_id === callId) return answer;
  const { id, name, content, status, artifact } = answer;
  return new ToolMessage({ id, name, content, status, artifact, tool_call_id: callId });
}

function missingAnswer(id: string, name: string): ToolMessage {
  return new ToolMessage({ tool_call_id: id, name, status: "error", content: noResult });
}

const noResult = "No result was recorded for this call. Whether it took effect is unknown.";

/** Neighbouring feedback as one message. */
export function mergeFeedback(messages: readonly BaseMessage[]): BaseMessage[] {
  const merged: BaseMessage[] = [];
  for (const message of messages) {
    const previous = merged.at(-1);
    // What holds images or sounds stays a message of its own.
    const isText = typeof previous?.content === "string" && typeof message.content === "string";
    if (previous && isText && isFeedback(previous) && isFeedback(message)) {
      merged[merged.length - 1] = feedback(`${previous.text}\n\n${message.text}`);
    } else merged.push(message);
  }
  return merged;
}
