/** The chat model for every endpoint that speaks OpenAI's chat completions. */
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { makeInvalidToolCall, parseToolCall } from "@langchain/core/output_parsers/openai_tools";
import type { ChatGenerationChunk } from "@langchain/core/outputs";
import { ChatOpenAI, ChatOpenAICompletions } from "@langchain/openai";
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

/**
 * LangChain's own keeps a raw copy of the calls beside the ones it has read. Where none could be read, its message takes
 * that copy for a call of an old package and tells people to upgrade; what could not be read stands in
 * `invalid_tool_calls`.
 */
class Completions extends ChatOpenAICompletions {
  protected override _convertCompletionsMessageToBaseMessage(
    ...[{ tool_calls: calls = [], ...message }, response]: Parameters<
      ChatOpenAICompletions["_convertCompletionsMessageToBaseMessage"]
    >
  ): BaseMessage {
    const answer = super._convertCompletionsMessageToBaseMessage(message, response);
    if (!AIMessage.isInstance(answer)) return answer;
    for (const call of calls) {
      try {
        answer.tool_calls!.push(parseToolCall(call, { returnId: true }));
      } catch (error) {
        answer.invalid_tool_calls!.push(makeInvalidToolCall(call, (error as Error).message));
      }
    }
    return answer;
  }
}

/** LangChain's model on our own `fetch`; a streamed answer too says why it ended. */
export class CompatibleModel extends ChatOpenAI {
  constructor(
    private readonly options: CompatibleModelOptions,
    // Bound copies share it: it remembers what the endpoint rejects.
    private readonly fetch: typeof globalThis.fetch = createChatFetch(options),
  ) {
    const { callee, apiKey, temperature } = options;
    const fields = {
      model: callee.model,
      // Local servers ask for no key, the client library insists on one.
      apiKey: apiKey ?? "not-needed",
      // One retry layer, our own fetch: this one would neither wait for Retry-After nor retry a 429 without it.
      maxRetries: 0,
      timeout: noTimeout,
      ...(temperature === undefined ? {} : { temperature }),
      configuration: { baseURL: callee.baseUrl, fetch },
    };
    super({ ...fields, completions: new Completions(fields) });
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
