/** Which model is meant, and where each part of the choice came from. Pure: nothing is loaded and nobody is called. */
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import { type Callee, secretForms } from "./failures.js";

/** The providers that this software speaks to itself; LangChain's own are named by their own names. */
export type ProviderName = keyof typeof defaults.models;

const baseUrls: Partial<Record<ProviderName, string>> = {
  openai: "https://api.openai.com/v1",
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

/** What a choice is made from. */
export interface ChoiceSources {
  /** What the caller names: a flag, or the context of a run. */
  provider?: string | undefined;
  model?: string | undefined;
  env: Record<string, string | undefined>;
  /** Providers of LangChain, by the names that `initChatModel` knows. */
  langChainProviders?: readonly string[] | undefined;
}

/** One part of a choice: what it is, and the variable it came from, `given` by the caller, or `default`. */
export interface Chosen<Value = string> {
  value: Value;
  /** `given`, `default`, or the name of a variable. */
  from: string;
}

export interface ModelChoice {
  kind: "offline" | "compatible" | "langchain";
  provider: Chosen;
  model: Chosen;
  /** Why this provider, for a person. */
  reason: string;
  /** Of a compatible endpoint. */
  baseUrl?: Chosen | undefined;
  /** Of a compatible endpoint; left out where the server needs none. */
  apiKey?: Chosen | undefined;
}

/** Who is called, for messages. */
export function calleeOf({ provider, model, baseUrl, apiKey }: ModelChoice): Callee {
  const isVariable = baseUrl && /^[A-Z_]+$/.test(baseUrl.from);
  return {
    provider: provider.value,
    model: model.value,
    baseUrl: baseUrl?.value,
    baseUrlVariable: isVariable ? baseUrl.from : undefined,
    keyVariable: apiKey?.from,
    secrets: apiKey ? secretForms([apiKey.value]) : [],
  };
}

/**
 * Chooses the model: an explicit provider or `provider:model`, else LLM_PROVIDER, else the first provider whose key is
 * set, else the offline planner.
 * @throws InputError for an unknown provider, a provider without its key, or a model name without any provider.
 */
export function chooseModel(sources: ChoiceSources): ModelChoice {
  const env = withoutBlanks(sources.env);
  const { provider, model, reason } = chooseProvider({ ...sources, env });
  if (provider.value === "offline") return chooseOffline(provider, model, reason);
  if (!Object.hasOwn(defaults.models, provider.value)) {
    if (!model) {
      throw new InputError(
        `provider '${provider.value}' needs a model: expected --model ${provider.value}:NAME, or --provider ${provider.value} with --model NAME`,
      );
    }
    return { kind: "langchain", provider, model, reason };
  }
  return { kind: "compatible", provider, reason, ...connectionOf(provider.value as ProviderName, model, env) };
}

/** Without the blanks around a value; a variable set to nothing is a variable that is not set. */
function withoutBlanks(env: ChoiceSources["env"]): ChoiceSources["env"] {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
}

interface ChosenProvider {
  provider: Chosen;
  /** The name that the caller gave, without the provider before it. */
  model: Chosen | undefined;
  reason: string;
}

function chooseProvider({
  provider: asked,
  model: given,
  env,
  langChainProviders = [],
}: ChoiceSources): ChosenProvider {
  const model = given === undefined ? undefined : { value: given, from: "given" };
  const named = asked ?? env.LLM_PROVIDER;
  if (named !== undefined) {
    const source = asked === undefined ? "LLM_PROVIDER" : "provider";
    const from = asked === undefined ? source : "given";
    const name = named.trim().toLowerCase();
    const known = Object.hasOwn(aliases, name) ? aliases[name] : langChainProviders.find((other) => other === name);
    if (!known) throw unknownProvider(named, langChainProviders);
    // Named twice, the provider is no part of the model's name; on a server of one's own it may be.
    const isOwnServer = env.OPENAI_BASE_URL !== undefined && (known === "openai" || known === "openrouter");
    const twice = isOwnServer ? undefined : splitName(given, langChainProviders);
    const bare = twice?.provider === known ? { value: twice.model, from: "given" } : model;
    if (known === "openai" && !env.OPENAI_API_KEY && env.OPENROUTER_API_KEY) {
      const reason = `${source} is '${named}', without OPENAI_API_KEY, with OPENROUTER_API_KEY`;
      return { provider: { value: "openrouter", from: "OPENROUTER_API_KEY" }, model: bare, reason };
    }
    return { provider: { value: known, from }, model: bare, reason: `${source} is '${named}'` };
  }
  // Servers of one's own have names with colons too: there they are names of models.
  const prefixed = env.OPENAI_BASE_URL ? undefined : splitName(given, langChainProviders);
  if (prefixed) {
    const reason = `the model is '${given}'`;
    return {
      provider: { value: prefixed.provider, from: "given" },
      model: { value: prefixed.model, from: "given" },
      reason,
    };
  }
  const chosen = (value: ProviderName, from: string, reason = `${from} is set`): ChosenProvider => ({
    provider: { value, from },
    model,
    reason,
  });
  if (env.OPENAI_API_KEY) return chosen("openai", "OPENAI_API_KEY");
  if (env.OPENROUTER_API_KEY)
    return chosen("openrouter", "OPENROUTER_API_KEY", "OPENROUTER_API_KEY is set, OPENAI_API_KEY is not");
  if (env.OPENAI_BASE_URL) return chosen("openai", "OPENAI_BASE_URL");
  if (env.DASHSCOPE_API_KEY) return chosen("dashscope", "DASHSCOPE_API_KEY");
  const nothing =
    "no provider is set (LLM_PROVIDER, OPENAI_API_KEY, OPENROUTER_API_KEY, OPENAI_BASE_URL, DASHSCOPE_API_KEY)";
  return chosen("offline", "default", nothing);
}

function unknownProvider(asked: string, langChainProviders: readonly string[]): InputError {
  const known = [...new Set([...Object.keys(aliases), ...langChainProviders])].join(", ");
  return new InputError(`unknown provider '${asked}': expected one of ${known}; change --provider or LLM_PROVIDER`);
}

/** `anthropic:claude-x` where the first part is a provider; other names with colons are names of models. */
function splitName(
  name: string | undefined,
  langChainProviders: readonly string[],
): { provider: string; model: string } | undefined {
  const [, prefix = "", model = ""] = /^([a-z][a-z0-9_-]*):(.+)$/.exec(name ?? "") ?? [];
  if (Object.hasOwn(aliases, prefix)) return { provider: aliases[prefix]!, model };
  return langChainProviders.includes(prefix) ? { provider: prefix, model } : undefined;
}

function chooseOffline(provider: Chosen, model: Chosen | undefined, reason: string): ModelChoice {
  const name = defaults.models.offline;
  if (model && model.value !== name) {
    throw new InputError(
      `model '${model.value}' needs a provider, but ${reason}: set OPENAI_API_KEY, OPENROUTER_API_KEY or DASHSCOPE_API_KEY, name it as provider:model, or leave the model out`,
    );
  }
  return {
    kind: "offline",
    provider,
    model: model ?? { value: name, from: "default" },
    reason: `${reason}: the rule-based offline planner plans`,
  };
}

type Connection = Pick<ModelChoice, "apiKey" | "baseUrl" | "model">;

function connectionOf(provider: ProviderName, model: Chosen | undefined, env: ChoiceSources["env"]): Connection {
  const variable = (name: string): Chosen | undefined =>
    env[name] === undefined ? undefined : { value: env[name], from: name };
  const byDefault = (value: string): Chosen => ({ value, from: "default" });
  const baseUrl =
    variable(provider === "dashscope" ? "DASHSCOPE_BASE_URL" : "OPENAI_BASE_URL") ?? byDefault(baseUrls[provider]!);
  checkAddress(baseUrl);
  if (provider === "dashscope") {
    const apiKey = requireKey("DASHSCOPE_API_KEY", provider, env);
    return { apiKey, baseUrl, model: model ?? byDefault(defaults.models.dashscope) };
  }
  const named = model ?? variable("OPENAI_MODEL") ?? byDefault(defaults.models[provider]);
  if (provider === "openrouter") {
    const apiKey = requireKey("OPENROUTER_API_KEY", provider, env);
    const isOpenRouter = baseUrl.value.includes("openrouter.ai");
    return { apiKey, baseUrl, model: isOpenRouter ? { ...named, value: openRouterName(named.value) } : named };
  }
  // Local servers ask for no key.
  const needsKey = baseUrl.from === "default";
  const apiKey = needsKey ? requireKey("OPENAI_API_KEY", provider, env) : findKey("OPENAI_API_KEY", env);
  return { apiKey, baseUrl, model: named };
}

/** An address is shown in messages, and no client sends its parts that are secret. */
function checkAddress({ value, from }: Chosen): void {
  const expected = "expected one such as http://127.0.0.1:8000/v1";
  if (!URL.canParse(value)) throw new InputError(`${from} is no address: ${expected}`);
  const { protocol, username, password, search } = new URL(value);
  if (!/^https?:$/.test(protocol)) throw new InputError(`${from} is no address of a web server: ${expected}`);
  if (username || password || search) {
    throw new InputError(
      `${from} has a user, a password or a query: ${expected}; the key belongs into its own variable`,
    );
  }
}

/** A key with a character that a header cannot carry would fail later, in words of others that quote it. */
function findKey(variable: string, env: ChoiceSources["env"]): Chosen | undefined {
  const value = env[variable];
  if (value === undefined) return undefined;
  const place = value.search(/[^\x20-\x7e]/);
  if (place === -1) return { value, from: variable };
  throw new InputError(
    `${variable} cannot be a key: its character ${place + 1} of ${value.length} is a line break or no ASCII; copy the key again`,
  );
}

function requireKey(variable: string, provider: ProviderName, env: ChoiceSources["env"]): Chosen {
  const key = findKey(variable, env);
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
