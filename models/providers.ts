/** Which chat model: chosen from flags and environment, said aloud, loaded only when it is used. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import { createRetryingFetch } from "./retry.js";

export type ProviderName = keyof typeof defaults.models;

const baseUrls: Partial<Record<ProviderName, string>> = {
  openrouter: "https://openrouter.ai/api/v1",
  dashscope: "https://dashscope.aliyuncs.com/compatible-mode/v1",
};

const aliases: Record<string, ProviderName> = {
  offline: "offline",
  openai: "openai",
  openrouter: "openrouter",
  dashscope: "dashscope",
  qwen: "dashscope",
  bailian: "dashscope",
};

export interface ModelSettings {
  /** `offline`, `openai`, `openrouter`, `dashscope` (also `qwen`, `bailian`); the environment decides when left out. */
  provider?: string | undefined;
  /** A model name of that provider. */
  model?: string | undefined;
  /** `process.env` when left out. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Milliseconds for one call of a remote model, its repeats included. */
  timeout?: number | undefined;
  /** Left to the provider when left out: some models take none. */
  temperature?: number | undefined;
  /** Takes one line each time a remote model is asked again because it was busy or out of reach. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface ResolvedModel {
  model: BaseChatModel;
  provider: ProviderName;
  modelName: string;
  /** For tables and reports. */
  label: string;
  /** True when no model judges anything: numbers measure the mechanism only. */
  ruleBased: boolean;
  /** Why this one, for a person. */
  reason: string;
}

type Environment = Record<string, string | undefined>;

/**
 * Chooses and makes the chat model: an explicit provider, else LLM_PROVIDER, else the first provider whose key is set, else
 * the offline planner.
 * @throws InputError for an unknown provider, a provider without its key, or a model name without any provider.
 */
export async function resolveModel(settings: ModelSettings = {}): Promise<ResolvedModel> {
  const env = withoutEmpty(settings.env ?? process.env);
  const { provider, reason } = chooseProvider(settings, env);
  if (provider === "offline") return offlineModel(settings.model, reason);
  const connection = connectionOf(provider, settings.model, env);
  const { ChatOpenAI } = await import("@langchain/openai");
  const model = new ChatOpenAI({
    model: connection.modelName,
    apiKey: connection.apiKey,
    // One retry layer, our own fetch: this one would neither wait for Retry-After nor retry a 429 without it.
    maxRetries: 0,
    // Some names would silently switch to another endpoint, which compatible servers lack.
    useResponsesApi: false,
    ...(settings.timeout === undefined ? {} : { timeout: settings.timeout }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    configuration: { baseURL: connection.baseUrl, fetch: createRetryingFetch({ onNotice: settings.onNotice }) },
  });
  const { modelName } = connection;
  return { model, provider, modelName, label: `${provider}: ${modelName}`, ruleBased: false, reason };
}

/** A variable set to nothing is a variable that is not set. */
function withoutEmpty(env: NodeJS.ProcessEnv): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

function chooseProvider(settings: ModelSettings, env: Environment): { provider: ProviderName; reason: string } {
  const asked = settings.provider ?? env.LLM_PROVIDER;
  if (asked !== undefined) {
    const source = settings.provider === undefined ? "LLM_PROVIDER" : "provider";
    const name = asked.trim().toLowerCase();
    const provider = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (!provider) {
      const known = Object.keys(aliases).join(", ");
      throw new InputError(`unknown provider '${asked}': expected one of ${known}; change --provider or LLM_PROVIDER`);
    }
    if (provider === "openai" && !env.OPENAI_API_KEY && env.OPENROUTER_API_KEY) {
      return {
        provider: "openrouter",
        reason: `${source} is '${asked}', without OPENAI_API_KEY, with OPENROUTER_API_KEY`,
      };
    }
    return { provider, reason: `${source} is '${asked}'` };
  }
  if (env.OPENAI_API_KEY) return { provider: "openai", reason: "OPENAI_API_KEY is set" };
  if (env.OPENROUTER_API_KEY)
    return { provider: "openrouter", reason: "OPENROUTER_API_KEY is set, OPENAI_API_KEY is not" };
  if (env.OPENAI_BASE_URL) return { provider: "openai", reason: "OPENAI_BASE_URL is set" };
  if (env.DASHSCOPE_API_KEY) return { provider: "dashscope", reason: "DASHSCOPE_API_KEY is set" };
  return {
    provider: "offline",
    reason: "no provider is set (LLM_PROVIDER, OPENAI_API_KEY, OPENROUTER_API_KEY, DASHSCOPE_API_KEY)",
  };
}

async function offlineModel(name: string | undefined, reason: string): Promise<ResolvedModel> {
  const modelName = defaults.models.offline;
  if (name !== undefined && name !== modelName) {
    throw new InputError(
      `model '${name}' needs a provider, but ${reason}: set OPENAI_API_KEY, OPENROUTER_API_KEY or DASHSCOPE_API_KEY, or leave the model out`,
    );
  }
  const { OfflinePlanner } = await import("./offline/planner.js");
  return {
    model: new OfflinePlanner(),
    provider: "offline",
    modelName,
    label: `${modelName} (rule-based)`,
    ruleBased: true,
    reason: `${reason}: the rule-based offline planner plans`,
  };
}

interface Connection {
  apiKey: string;
  baseUrl: string | undefined;
  modelName: string;
}

function connectionOf(provider: ProviderName, model: string | undefined, env: Environment): Connection {
  if (provider === "dashscope") {
    const baseUrl = env.DASHSCOPE_BASE_URL ?? baseUrls.dashscope;
    return {
      apiKey: requireKey("DASHSCOPE_API_KEY", provider, env),
      baseUrl,
      modelName: model ?? defaults.models.dashscope,
    };
  }
  const modelName = model ?? env.OPENAI_MODEL ?? defaults.models[provider];
  if (provider === "openrouter") {
    const baseUrl = env.OPENAI_BASE_URL ?? baseUrls.openrouter!;
    const apiKey = requireKey("OPENROUTER_API_KEY", provider, env);
    return { apiKey, baseUrl, modelName: baseUrl.includes("openrouter.ai") ? openRouterName(modelName) : modelName };
  }
  const baseUrl = env.OPENAI_BASE_URL;
  // Local servers ask for no key, the client library insists on one.
  const apiKey = env.OPENAI_API_KEY ?? (baseUrl ? "not-needed" : requireKey("OPENAI_API_KEY", provider, env));
  return { apiKey, baseUrl, modelName };
}

function requireKey(variable: string, provider: ProviderName, env: Environment): string {
  const key = env[variable];
  if (key) return key;
  const local = provider === "openai" ? " (or OPENAI_BASE_URL for a local server)" : "";
  throw new InputError(`provider '${provider}' has no key: set ${variable}${local}, or choose the provider 'offline'`);
}

/** OpenRouter puts the maker before the name: `gpt-4o` is `openai/gpt-4o` there. */
export function openRouterName(model: string): string {
  if (model.includes("/")) return model;
  if (/^(gpt|o1|o3|o4)(-|$)/.test(model)) return `openai/${model}`;
  if (model.startsWith("claude-")) return `anthropic/${model}`;
  return model;
}
