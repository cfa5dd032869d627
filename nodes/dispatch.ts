/**
 * The binding mode `dispatch`: the model is given the same functions in every call, and the schemas of what is loaded
 * stand in messages. Pure.
 */
import type { BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { FunctionTool } from "../catalog/index.js";
import { renderTools } from "../models/protocol.js";
import { readShownTools } from "../models/shown-tools.js";
import { feedback } from "./transcript.js";

/** Which tools a conversation shows, and as what: a schema that changed counts as not shown. */
export class ShownTools {
  readonly #texts: Map<string, string>;

  constructor(messages: readonly BaseMessage[]) {
    this.#texts = new Map([...readShownTools(messages)].map(([name, tool]) => [name, JSON.stringify(tool.function)]));
  }

  has({ function: definition }: FunctionTool): boolean {
    return this.#texts.get(definition.name) === JSON.stringify(definition);
  }

  add({ function: definition }: FunctionTool): void {
    this.#texts.set(definition.name, JSON.stringify(definition));
  }
}

/**
 * What must be said before the model is called: what left the catalog, and the schemas that stand in no message (bound
 * before the model spoke, changed since, or trimmed away with the history). It stays in the conversation, so that it is
 * said once and the front of the next prompt is the same.
 */
export function announceTools(
  messages: readonly BaseMessage[],
  tools: readonly FunctionTool[],
  gone: string | undefined,
): HumanMessage[] {
  const shown = new ShownTools(messages);
  const missing = tools.filter((tool) => !shown.has(tool));
  const parts = [gone, missing.length > 0 ? `These tools are loaded and can be called:\n${renderTools(missing)}` : ""];
  const text = parts.filter((part) => part).join("\n\n");
  return text === "" ? [] : [feedback(text)];
}
