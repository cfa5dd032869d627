/** Which chat model: chosen from flags and environment, said aloud, loaded only when it is used. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type ChoiceSources, calleeOf, chooseModel, type ModelChoice } from "./choice.js";

export { openRouterName, type ProviderName } from "./choice.js";

export interface ModelSettings {
  /**
   * `offline`, `openai`, `openrouter`, `dashscope` (also `qwen`, `bailian`), or a provider of LangChain's; the environment
   * decides when left out.
   */
  provider?: string | undefined;
  /** A model name of that provider, or `provider:model`. */
  model?: string | undefined;
  /** `process.env` when left out. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Milliseconds for one call of a remote model, its repeats included. */
  timeout?: number | undefined;
  /** Left to the provider when left out: some models take none. */
  temperature?: number | undefined;
  /** Folder into which every exchange with the model is written. */
  record?: string | undefined;
  /** Folder of recorded exchanges that answer instead of a model: no key and no network are needed. */
  replay?: string | undefined;
  /** Takes one line each time a remote model is asked again because it was busy or out of reach. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface ResolvedModel {
  model: BaseChatModel;
  provider: string;
  modelName: string;
  /** For tables and reports. */
  label: string;
  /** True when no model judges anything: numbers measure the mechanism only. */
  ruleBased: boolean;
  /** Why this one, for a person. */
  reason: string;
}

/** Chooses the model and says where each part of the choice came from. @throws InputError like `resolveModel`. */
export async function explainChoice(settings: ModelSettings = {}): Promise<ModelChoice> {
  const sources: ChoiceSources = {
    provider: settings.provider,
    model: settings.model,
    env: settings.env ?? process.env,
  };
  const asked = settings.provider ?? sources.env.LLM_PROVIDER ?? "";
  // Only a name that is not ours makes the list of LangChain's providers worth loading.
  const mayBeTheirs =
    settings.model?.includes(":") || !/^(offline|openai|openrouter|dashscope|qwen|bailian)?$/i.test(asked.trim());
  if (!mayBeTheirs) return chooseModel(sources);
  const { langChainProviders } = await import("./langchain.js");
  return chooseModel({ ...sources, langChainProviders: await langChainProviders() });
}

/**
 * Chooses and makes the chat model: an explicit provider or `provider:model`, else LLM_PROVIDER, else the first provider
 * whose key is set, else the offline planner.
 * @throws InputError for an unknown provider, a provider without its key or package, a model name without any provider, or
 * a folder that holds no recording.
 */
export async function resolveModel(settings: ModelSettings = {}): Promise<ResolvedModel> {
  if (settings.replay !== undefined) {
    const { resolveReplay } = await import("./recording.js");
    return resolveReplay(settings.replay, settings);
  }
  const resolved = await makeModel(await explainChoice(settings), settings);
  if (settings.record === undefined) return resolved;
  const { recordModel } = await import("./recording.js");
  return recordModel(resolved, settings.record, settings.env ?? process.env);
}

/** Makes the model of a choice. */
export async function makeModel(choice: ModelChoice, settings: ModelSettings = {}): Promise<ResolvedModel> {
  const [provider, modelName] = [choice.provider.value, choice.model.value];
  const known = { provider, modelName, reason: choice.reason };
  if (choice.kind === "offline") {
    const { OfflinePlanner } = await import("./offline/planner.js");
    return { ...known, model: new OfflinePlanner(), label: `${modelName} (rule-based)`, ruleBased: true };
  }
  const model =
    choice.kind === "langchain"
      ? await (await import("./langchain.js")).makeLangChainModel(provider, modelName, settings)
      : await makeCompatibleModel(choice, settings);
  return { ...known, model, label: `${provider}: ${modelName}`, ruleBased: false };
}

async function makeCompatibleModel(choice: ModelChoice, settings: ModelSettings): Promise<BaseChatModel> {
  const { CompatibleModel } = await import("./compatible-model.js");
  const { timeout, temperature, onNotice } = settings;
  return new CompatibleModel({
    callee: calleeOf(choice),
    apiKey: choice.apiKey?.value,
    timeout,
    temperature,
    onNotice,
  });
}
