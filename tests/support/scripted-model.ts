/** A model that says what a script tells it to, and checks what it is sent as a strict provider would. */
import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import type { FunctionTool } from "../../catalog/index.js";
import { toWire, validateTranscript } from "../../models/transcript.js";

/** One answer: text, an AI message, an error to throw, or a function of what was sent. */
export type ScriptedAnswer = string | AIMessage | Error | ((sent: SentCall) => AIMessage | string);

/** One call as the model received it. */
export interface SentCall {
  messages: BaseMessage[];
  tools: FunctionTool[];
}

interface ScriptedOptions extends BaseChatModelCallOptions {
  tools?: FunctionTool[];
}

export class ScriptedModel extends BaseChatModel<ScriptedOptions> {
  readonly sent: SentCall[] = [];
  #position = 0;

  constructor(readonly script: readonly ScriptedAnswer[]) {
    super({});
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(tools: unknown[]): Runnable {
    return this.withConfig({ tools: tools as FunctionTool[] }) as unknown as Runnable;
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const tools = options.tools ?? [];
    const call = { messages, tools };
    this.sent.push(call);
    const violations = validateTranscript({ messages: toWire(messages), ...(options.tools ? { tools } : {}) });
    if (violations.length > 0) throw new Error(`a provider rejects this transcript: ${violations.join("; ")}`);
    const next = this.script[this.#position++];
    if (next === undefined) throw new Error("the script has no further answer");
    if (next instanceof Error) throw next;
    const said = typeof next === "function" ? next(call) : next;
    const message = typeof said === "string" ? new AIMessage(said) : said;
    return { generations: [{ text: message.text, message }] };
  }
}

/** An AI message with calls; ids are `call_1`, `call_2` and so on unless given. */
export function calling(...calls: { name: string; args?: Record<string, unknown>; id?: string }[]): AIMessage {
  return new AIMessage({
    content: "",
    tool_calls: calls.map(({ name, args = {}, id }, index) => ({
      type: "tool_call",
      name,
      args,
      id: id ?? `call_${index + 1}`,
    })),
  });
}

/** An AI message that asks for tools natively. */
export function requesting(...requests: { server: string; tool: string }[]): AIMessage {
  return calling({ name: "request_tools", args: { requests } });
}
