/** Finding tools: the routers by name, and the parts that others share. */
import { InputError } from "../types.js";
import type { CatalogView } from "./catalog-view.js";
import { createTfidfRouter } from "./tfidf-router.js";
import type { Router } from "./types.js";

const routers = { tfidf: createTfidfRouter } as const satisfies Record<string, (catalog: CatalogView) => Router>;

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
export { type MatchOptions, selectMatches } from "./margin.js";
export { createTfidfRouter } from "./tfidf-router.js";
export type * from "./types.js";
