/** Chat models of LangChain's other packages, where the user has installed them. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";

/** The providers that `initChatModel` knows. Loads a part of `langchain`. */
export async function langChainProviders(): Promise<string[]> {
  const { MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  return Object.keys(MODEL_PROVIDER_CONFIG);
}

export interface LangChainModelOptions {
  temperature?: number | undefined;
}

/**
 * Makes the chat model of a LangChain provider. Keys come from the variables that its package reads.
 *
 * @throws InputError when the package is not installed, or refuses the settings (a missing key, for example).
 */
export async function makeLangChainModel(
  provider: string,
  model: string,
  { temperature }: LangChainModelOptions = {},
): Promise<BaseChatModel> {
  const { initChatModel, MODEL_PROVIDER_CONFIG } = await import("langchain/chat_models/universal");
  const name = MODEL_PROVIDER_CONFIG[provider as keyof typeof MODEL_PROVIDER_CONFIG].package;
  try {
    const made = await initChatModel(model, {
      modelProvider: provider,
      // The only retry layer there: these packages take no `fetch` in one common way.
      maxRetries: defaults.modelRetry.attempts - 1,
      ...(temperature === undefined ? {} : { temperature }),
    });
    return made as unknown as BaseChatModel;
  } catch (error) {
    const { message } = error as Error;
    if (message.includes(`Unable to import ${name}`)) {
      throw new InputError(
        `model '${provider}:${model}' needs the package ${name}, which is not installed: run npm install ${name}`,
      );
    }
    const line = message.replace(/\s*\n\s*/g, " ").replace(/\.$/, "");
    throw new InputError(`model '${provider}:${model}' cannot be used: ${line}; set what ${name} needs`);
  }
}
