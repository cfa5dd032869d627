/** Which embedding model: chosen by `provider:model`, loaded only when it is used. */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { InputError } from "../catalog/types.js";
import { createRetryingFetch } from "./retry.js";

export interface EmbedderSettings {
  /** `process.env` when left out. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Takes one line each time a remote model is asked again because it was busy or out of reach. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface ResolvedEmbedder {
  embedder: EmbeddingsInterface;
  /** Tells its vectors from those of other models, on disk too. */
  model: string;
}

type Load = (model: string, settings: EmbedderSettings) => Promise<ResolvedEmbedder>;

const providers = { openai: openAi, transformers } as const satisfies Record<string, Load>;

/**
 * The embedding model of a name such as `openai:text-embedding-3-small` (any server that speaks that protocol, by
 * OPENAI_BASE_URL) or `transformers:./models/all-MiniLM-L6-v2` (a folder on disk; nothing is downloaded).
 *
 * @throws InputError for an unknown provider, one without its key or library, and a folder that is not there.
 */
export async function resolveEmbedder(name: string, settings: EmbedderSettings = {}): Promise<ResolvedEmbedder> {
  const separator = name.indexOf(":");
  const provider = name.slice(0, separator).trim();
  const model = name.slice(separator + 1).trim();
  if (separator < 1 || model === "" || !Object.hasOwn(providers, provider)) {
    throw new InputError(
      `the embedding model is '${name}': expected provider:model with one of ${Object.keys(providers).join(", ")}, for example openai:text-embedding-3-small`,
    );
  }
  return providers[provider as keyof typeof providers](model, settings);
}

async function openAi(model: string, { env = process.env, onNotice }: EmbedderSettings): Promise<ResolvedEmbedder> {
  const baseURL = env.OPENAI_BASE_URL?.trim() || undefined;
  // Local servers ask for no key, the client library insists on one.
  const apiKey = env.OPENAI_API_KEY?.trim() || (baseURL ? "not-needed" : undefined);
  if (!apiKey) {
    throw new InputError(
      `embeddings 'openai:${model}' have no key: set OPENAI_API_KEY (or OPENAI_BASE_URL for a local server), or leave the embeddings out`,
    );
  }
  const { OpenAIEmbeddings } = await import("@langchain/openai");
  const embedder = new OpenAIEmbeddings({
    model,
    apiKey,
    // The client asks for base64 where nothing is said, which many compatible servers do not know.
    encodingFormat: "float",
    // One retry layer, our own fetch; the other waits as long as it is told and cannot be stopped.
    maxRetries: 0,
    configuration: { baseURL, fetch: createRetryingFetch({ onNotice }) },
  });
  // Two servers may have different models of one name.
  return { embedder, model: `openai:${model}${baseURL ? ` at ${baseURL}` : ""}` };
}

const transformersPackage = "@huggingface/transformers";

/** What is used of that library. */
interface TransformersLibrary {
  env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: "feature-extraction",
    model: string,
  ): Promise<(texts: string[], options: { pooling: "mean"; normalize: boolean }) => Promise<{ tolist(): number[][] }>>;
}

async function transformers(folder: string): Promise<ResolvedEmbedder> {
  const path = resolve(folder);
  if (!existsSync(path)) {
    throw new InputError(`embeddings 'transformers:${folder}': there is no folder ${path}; expected a model on disk`);
  }
  const library = await loadTransformers(folder);
  library.env.allowRemoteModels = false;
  library.env.localModelPath = resolve(path, "..");
  const extract = await library.pipeline("feature-extraction", basename(path)).catch((error: Error) => {
    throw new InputError(`embeddings 'transformers:${folder}' cannot be loaded: ${error.message.split("\n")[0]}`);
  });
  const embed = async (texts: string[]) => (await extract(texts, { pooling: "mean", normalize: true })).tolist();
  const embedder: EmbeddingsInterface = {
    embedDocuments: embed,
    embedQuery: async (text) => (await embed([text]))[0]!,
  };
  return { embedder, model: `transformers:${path}` };
}

/** The library is large and brings binaries of its own, so it is not a dependency: who wants it installs it. */
async function loadTransformers(folder: string): Promise<TransformersLibrary> {
  try {
    return (await import(transformersPackage)) as TransformersLibrary;
  } catch {
    throw new InputError(
      `embeddings 'transformers:${folder}' need the package ${transformersPackage}, which is not installed: npm install ${transformersPackage}`,
    );
  }
}
