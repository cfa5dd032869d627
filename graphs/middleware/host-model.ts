/** The model of an agent, as the node `analyze` sees it: asked through the agent's own chain of middleware. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ModelProfile } from "@langchain/core/language_models/profile";
import { AIMessage, type BaseMessage, SystemMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { createMiddleware } from "langchain";
import type { FunctionTool } from "../../catalog/index.js";

type WrapModelCall = NonNullable<Parameters<typeof createMiddleware>[0]["wrapModelCall"]>;
export type ModelRequest = Parameters<WrapModelCall>[0];
export type ModelHandler = Parameters<WrapModelCall>[1];
type HostTool = ModelRequest["tools"][number];

/** What the agent got of its model: the message, and with it the structured response where one was asked for. */
export interface HostAnswer {
  message: AIMessage;
  structured?: { structuredResponse: unknown; messages: BaseMessage[] } | undefined;
}

/**
 * Stands in the place of a chat model for one model call. The agent's own tools keep their place before the loop's
 * functions, and are the very objects that the agent was made with: it accepts no others.
 */
export class HostModel {
  readonly hostFunctions: FunctionTool[];
  /** What the last call gave. */
  answer: HostAnswer | undefined;
  /** What the last call threw. */
  failure: { error: unknown; hadFunctions: boolean } | undefined;
  readonly #request: ModelRequest;
  readonly #handler: ModelHandler;
  #functions: readonly FunctionTool[] = [];
  #toolChoice: ModelRequest["toolChoice"];

  constructor(request: ModelRequest, handler: ModelHandler) {
    this.#request = request;
    this.#handler = handler;
    this.#toolChoice = request.toolChoice;
    this.hostFunctions = request.tools.map(toFunction);
  }

  /** The port of the node. Of a chat model it reads no more than is here. */
  asChatModel(): BaseChatModel {
    return this as unknown as BaseChatModel;
  }

  get profile(): ModelProfile | undefined {
    return (this.#request.model as { profile?: ModelProfile }).profile;
  }

  /** Names by which an endpoint's demands are known. */
  getName(): string {
    return this.#request.model.getName();
  }

  get modelName(): unknown {
    const { modelName, model } = this.#request.model as { modelName?: unknown; model?: unknown };
    return modelName ?? model;
  }

  _llmType(): string {
    return (this.#request.model as Partial<BaseChatModel>)._llmType?.() ?? "";
  }

  bindTools(functions: readonly FunctionTool[], options: { tool_choice?: "none" } = {}): this {
    this.#functions = functions;
    this.#toolChoice = options.tool_choice ?? this.#request.toolChoice;
    return this;
  }

  async invoke([system, ...messages]: BaseMessage[]): Promise<AIMessage> {
    // Where functions were rejected, the node would go on without them; the agent cannot.
    if (this.failure?.hadFunctions) throw this.failure.error;
    const { systemMessage } = this.#request;
    const tools = this.#functions.map((entry) => {
      const place = this.hostFunctions.indexOf(entry);
      return place === -1 ? (entry as unknown as HostTool) : this.#request.tools[place]!;
    });
    try {
      const given: unknown = await this.#handler({
        ...this.#request,
        systemMessage: appendText(systemMessage, system!.text),
        messages,
        tools,
        toolChoice: tools.length > 0 ? this.#toolChoice : undefined,
      });
      this.failure = undefined;
      this.answer = readAnswer(given);
      return this.answer.message;
    } catch (error) {
      this.failure = { error, hadFunctions: tools.length > 0 };
      throw error;
    }
  }
}

/** An agent with a structured response hands the message on inside it. */
function readAnswer(given: unknown): HostAnswer {
  if (AIMessage.isInstance(given as AIMessage)) return { message: given as AIMessage };
  const structured = given as NonNullable<HostAnswer["structured"]>;
  return {
    message: structured.messages.find((message): message is AIMessage => AIMessage.isInstance(message))!,
    structured,
  };
}

/** The agent's own system message stays as it is, marks for a provider's cache included; ours comes behind it. */
function appendText(message: SystemMessage | undefined, text: string): SystemMessage {
  if (message === undefined || message.text === "") return new SystemMessage(text);
  const { content } = message;
  if (typeof content === "string") return new SystemMessage(`${content}\n\n${text}`);
  return new SystemMessage({ content: [...content, { type: "text", text: `\n\n${text}` }] });
}

/** A tool of the agent as it is sent. Tools that a provider runs itself have a form of their own and stay so. */
function toFunction(tool: HostTool): FunctionTool {
  if ("schema" in tool && "invoke" in tool)
    return convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]) as FunctionTool;
  return { ...tool } as unknown as FunctionTool;
}

/** The name by which a model calls it. */
export function nameOf(entry: FunctionTool): string {
  const { name, type } = entry as unknown as { name?: string; type: string };
  return entry.function?.name ?? name ?? type;
}
