/** Every router that can be measured: those of the catalog, and those that are only there for comparison. */

import type { ToolCatalog } from "../../catalog/registry.js";
import { createHybridRouter } from "../../catalog/search/hybrid/hybrid-router.js";
import type { ScorePart } from "../../catalog/search/hybrid/parts.js";
import { createRouter, type Router, routerNames } from "../../catalog/search/index.js";
import type { Lexicon } from "../../catalog/search/lexicon/index.js";
import { InputError } from "../../catalog/types.js";
import { createBm25Router } from "./bm25.js";
import { createMiniSearchRouter } from "./minisearch.js";

const comparisonRouters = { bm25: createBm25Router, minisearch: createMiniSearchRouter } as const;

/** Finds by meaning alone; needs an embedding model. */
export const embeddingRouterName = "embeddings";

/** The names that `createEvalRouter` knows. */
export const evalRouterNames: readonly string[] = [
  ...routerNames,
  embeddingRouterName,
  ...Object.keys(comparisonRouters),
];

export interface EvalRouterOptions {
  /** Parts of the score that are switched off, to measure what they are worth; for the router `hybrid` only. */
  without?: readonly string[] | undefined;
  /** Other tables of words than the software's own; for the router `hybrid` only. */
  lexicon?: Lexicon | undefined;
  /** An embedding model, `provider:model`: alone for the router `embeddings`, beside the words of the others. */
  embeddings?: string | undefined;
  signal?: AbortSignal | undefined;
  onNotice?: ((line: string) => void) | undefined;
}

/**
 * The router of this name over a catalog.
 *
 * @throws InputError for an unknown name, a part that the score does not have, or when a router needs what is not there.
 */
export async function createEvalRouter(
  name: string,
  catalog: ToolCatalog,
  options: EvalRouterOptions = {},
): Promise<Router> {
  const { embeddings, without = [], lexicon } = options;
  if (embeddings !== undefined) return createWithEmbeddings(embeddings, name, catalog, options);
  if (name === embeddingRouterName) {
    throw new InputError(
      "the router embeddings needs a model: add --embeddings, for example openai:text-embedding-3-small",
    );
  }
  if (name === "hybrid") return createHybridRouter(catalog, { without: without as readonly ScorePart[], lexicon });
  if (without.length > 0 || lexicon !== undefined) {
    throw new InputError(`only the score of the router hybrid has parts to leave out, not that of ${name}`);
  }
  if (Object.hasOwn(comparisonRouters, name)) return comparisonRouters[name as keyof typeof comparisonRouters](catalog);
  if (routerNames.includes(name)) return createRouter(name, catalog);
  throw new InputError(`There is no router "${name}": choose one of ${evalRouterNames.join(", ")}.`);
}

/** Every tool is embedded before the first request, so that no ranking is measured without. */
async function createWithEmbeddings(
  model: string,
  name: string,
  catalog: ToolCatalog,
  { signal, onNotice, ...options }: EvalRouterOptions,
): Promise<Router> {
  const [{ createEmbeddingIndex, createEmbeddingRouter, withEmbeddings }, { resolveEmbedder }] = await Promise.all([
    import("../../catalog/search/embeddings/index.js"),
    import("../../models/embeddings.js"),
  ]);
  const resolved = await resolveEmbedder(model, { onNotice });
  const index = createEmbeddingIndex(catalog, { ...resolved, signal, onNotice });
  await index.prepare();
  if (name === embeddingRouterName) return createEmbeddingRouter(index);
  const words = await createEvalRouter(name, catalog, { ...options, embeddings: undefined });
  return withEmbeddings(words, index, { onNotice });
}
