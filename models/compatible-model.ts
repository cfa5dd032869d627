/** The chat model for every endpoint that speaks OpenAI's chat completions. */
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk } from "@langchain/core/outputs";
import { ChatOpenAI } from "@langchain/openai";
import { createChatFetch } from "./chat-fetch.js";
import type { Callee } from "./failures.js";
import type { RetryOptions } from "./retry.js";

export interface CompatibleModelOptions extends Pick<RetryOptions, "onNotice" | "timeout"> {
  callee: Callee;
  apiKey?: string | undefined;
  temperature?: number | undefined;
}

/** The longest timer there is; our own `fetch` keeps time. */
const noTimeout = 2 ** 31 - 1;

/** LangChain's model on our own `fetch`; a streamed answer too says why it ended. */
export class CompatibleModel extends ChatOpenAI {
  constructor(
    private readonly options: CompatibleModelOptions,
    // Bound copies share it: it remembers what the endpoint rejects.
    private readonly fetch: typeof globalThis.fetch = createChatFetch(options),
  ) {
    const { callee, apiKey, temperature } = options;
    super({
      model: callee.model,
      // Local servers ask for no key, the client library insists on one.
      apiKey: apiKey ?? "not-needed",
      // One retry layer, our own fetch: this one would neither wait for Retry-After nor retry a 429 without it.
      maxRetries: 0,
      timeout: noTimeout,
      ...(temperature === undefined ? {} : { temperature }),
      configuration: { baseURL: callee.baseUrl, fetch },
    });
  }

  /** Some names and options would silently switch to another endpoint, which compatible servers lack. */
  protected override _useResponsesApi(): boolean {
    return false;
  }

  /** LangChain's own makes a plain `ChatOpenAI`. */
  override withConfig(config: Parameters<ChatOpenAI["withConfig"]>[0]): ReturnType<ChatOpenAI["withConfig"]> {
    const copy = new CompatibleModel(this.options, this.fetch);
    copy.defaultOptions = { ...this.defaultOptions, ...config } as typeof copy.defaultOptions;
    return copy as unknown as ReturnType<ChatOpenAI["withConfig"]>;
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    let isSaid = false;
    for await (const chunk of super._streamResponseChunks(messages, options, runManager)) {
      const reason: unknown = chunk.generationInfo?.finish_reason;
      // Once: where chunks are joined, texts are too.
      if (typeof reason === "string" && !isSaid) {
        isSaid = true;
        chunk.message.response_metadata = { ...chunk.message.response_metadata, finish_reason: reason };
      }
      yield chunk;
    }
  }
}
