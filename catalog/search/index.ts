/** Finding tools: the routers by name, and the parts that others share. */
import { InputError } from "../types.js";
import type { CatalogView } from "./catalog-view.js";
import { createHybridRouter } from "./hybrid/hybrid-router.js";
import { createTfidfRouter } from "./tfidf-router.js";
import type { Router } from "./types.js";

const routers = {
  hybrid: (catalog) => createHybridRouter(catalog),
  tfidf: createTfidfRouter,
} as const satisfies Record<string, (catalog: CatalogView) => Router>;

/** The names that `createRouter` knows. */
export const routerNames = Object.keys(routers);

/**
 * The router of this name over a catalog.
 *
 * @throws InputError for an unknown name.
 */
export function createRouter(name: string, catalog: CatalogView): Router {
  const create = Object.hasOwn(routers, name) ? routers[name as keyof typeof routers] : undefined;
  if (create === undefined) {
    throw new InputError(`There is no router "${name}": choose one of ${routerNames.join(", ")}.`);
  }
  return create(catalog);
}

export type { CatalogView } from "./catalog-view.js";
export * from "./embeddings/index.js";
export { createHybridRouter, type HybridOptions } from "./hybrid/hybrid-router.js";
export { type ScorePart, scoreParts } from "./hybrid/parts.js";
export { emptyLexicon, type Lexicon, lexicon, lexiconWithout } from "./lexicon/index.js";
export { type MatchOptions, selectMatches } from "./margin.js";
export { type CachedRouter, type RoutingCacheOptions, withRoutingCache } from "./routing-cache.js";
export { createTfidfRouter } from "./tfidf-router.js";
export type * from "./types.js";
