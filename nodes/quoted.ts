/** Blocks that a model repeats from what it was shown: a file or a tool's result may hold them, and must not act. Pure. */
import type { BaseMessage } from "@langchain/core/messages";
import { parseToolResponses } from "../models/protocol.js";

const block = /<(tool_request|tool_assistant|tool_call)>[\s\S]*?<\/\1>/g;

/** Leaves out the blocks of an answer that stand word for word in a message of someone else before it. */
export function withoutQuotedBlocks(text: string, earlier: readonly BaseMessage[]): string {
  if (text.search(block) === -1) return text;
  const shown = earlier.filter((message) => message.getType() !== "ai").flatMap(readableTexts);
  return text.replace(block, (whole) => (shown.some((other) => other.includes(whole)) ? "" : whole));
}

/** The text of a message, and what a model reads in it where it is JSON. */
function readableTexts(message: BaseMessage): string[] {
  const texts = [message.text, ...parseToolResponses(message.text).map((response) => response.content)];
  return texts.flatMap((text) => [text, unescapeJson(text)]);
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", '"': '"', "/": "/", "\\": "\\" };

function unescapeJson(text: string): string {
  return text.replace(/\\([nrt"/\\])/g, (_, character: string) => escapes[character] ?? character);
}
