/** A chat model that passes everything on to another one and keeps what was sent. */
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { toWire, type WireMessage } from "../../models/transcript.js";

/** One prompt as it was sent. */
export interface SentPrompt {
  tools: BindToolsInput[];
  messages: WireMessage[];
}

interface RecordingOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
}

export class RecordingModel extends BaseChatModel<RecordingOptions> {
  /** What was sent, in order; the caller may empty it. */
  readonly sent: SentPrompt[] = [];
  /** How the last call ended; undefined before the first. */
  lastCall: { error?: unknown } | undefined;
  readonly #model: BaseChatModel;

  constructor(model: BaseChatModel) {
    super({});
    this.#model = model;
  }

  override _llmType(): string {
    return "recording";
  }

  override getName(): string {
    return this.#model.getName();
  }

  override bindTools(tools: BindToolsInput[], kwargs: Partial<RecordingOptions> = {}): Runnable {
    if (!this.#model.bindTools) throw new Error(`${this.getName()} cannot be given functions`);
    return this.withConfig({ ...kwargs, tools }) as unknown as Runnable;
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const tools = options.tools ?? [];
    this.sent.push({ tools, messages: toWire(messages) });
    const choice = options.tool_choice === undefined ? {} : { tool_choice: options.tool_choice };
    const bound = tools.length > 0 ? this.#model.bindTools!(tools, choice) : this.#model;
    this.lastCall = {};
    const message = await bound.invoke(messages, { signal: options.signal }).catch((error: unknown) => {
      this.lastCall = { error };
      throw error;
    });
    return { generations: [{ text: message.text, message }] };
  }
}
