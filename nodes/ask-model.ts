/**
 * Sends one call to the model, in the way that its endpoint takes. What an endpoint rejected is remembered for the model:
 * functions (requests and calls are text then), or a history with calls and no functions (they are sent along, not to be
 * called).
 */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import type { FunctionTool } from "../catalog/index.js";
import { demandsFunctions, rejectsFunctions } from "../models/failures.js";
import type { NodeConfig } from "./ports.js";

/** What is sent in one call. */
export interface ModelCall {
  messages: BaseMessage[];
  /** What is passed as functions; empty where calls are text and requests too. */
  functions: FunctionTool[];
  /** Functions that are only shown: the model may not call one. */
  mayCall: boolean;
  /** The tools that stand in the system prompt as text, and how many; empty where calls are native. */
  renderedTools: string;
  renderedCount: number;
}

/** What an endpoint needs. */
export interface CallWay {
  /** Requests and calls are text whatever the settings say: the endpoint takes no functions. */
  asText: boolean;
  /** Functions are sent along even where none may be called. */
  keepsFunctions: boolean;
}

const textOnly = new WeakSet<BaseChatModel>();
const functionsAlways = new WeakSet<BaseChatModel>();

/** Anthropic's models and those of Bedrock refuse a history with calls and no functions. */
const demandingModels = /anthropic|claude|bedrock/i;

/** The way of a model: what was learned of it, and what its name tells. */
function wayOf(model: BaseChatModel, knownAsText: boolean): CallWay {
  const { modelName, model: name } = model as { modelName?: unknown; model?: unknown };
  const names = [model.getName(), model._llmType(), modelName, name].filter((part) => typeof part === "string");
  return {
    asText: knownAsText || textOnly.has(model),
    keepsFunctions: functionsAlways.has(model) || names.some((part) => demandingModels.test(part)),
  };
}

/**
 * Asks the model. `prepare` makes the call for a way; it is asked again when the endpoint turns out to need another one.
 * @throws what the model throws, when no other way is left.
 */
export async function askModel(
  model: BaseChatModel,
  prepare: (way: CallWay) => Promise<ModelCall>,
  config: NodeConfig,
  knownAsText = false,
): Promise<{ answer: AIMessage; call: ModelCall; way: CallWay }> {
  for (;;) {
    const way = wayOf(model, knownAsText);
    const call = await prepare(way);
    try {
      return { answer: await invokeModel(model, call, config), call, way };
    } catch (error) {
      if (config.signal?.aborted) throw error;
      if (!way.asText && call.functions.length > 0 && rejectsFunctions(error)) textOnly.add(model);
      else if (!way.keepsFunctions && call.functions.length === 0 && demandsFunctions(error))
        functionsAlways.add(model);
      else throw error;
    }
  }
}

async function invokeModel(model: BaseChatModel, call: ModelCall, config: NodeConfig): Promise<AIMessage> {
  const { messages, functions, mayCall } = call;
  if (functions.length === 0) return (await model.invoke(messages, config)) as AIMessage;
  if (!model.bindTools)
    throw new Error(`${model.getName()} cannot be given functions; set callProtocol and requestProtocol to "text"`);
  const bound = model.bindTools(functions, mayCall ? undefined : { tool_choice: "none" });
  return (await bound.invoke(messages, config)) as AIMessage;
}
