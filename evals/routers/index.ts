/** Every router that can be measured: those of the catalog, and those that are only there for comparison. */
import { createHybridRouter } from "../../catalog/search/hybrid/hybrid-router.js";
import type { ScorePart } from "../../catalog/search/hybrid/parts.js";
import { type CatalogView, createRouter, type Router, routerNames } from "../../catalog/search/index.js";
import { InputError } from "../../catalog/types.js";
import { createBm25Router } from "./bm25.js";
import { createMiniSearchRouter } from "./minisearch.js";

const comparisonRouters = { bm25: createBm25Router, minisearch: createMiniSearchRouter } as const;

/** The names that `createEvalRouter` knows. */
export const evalRouterNames: readonly string[] = [...routerNames, ...Object.keys(comparisonRouters)];

export interface EvalRouterOptions {
  /** Parts of the score that are switched off, to measure what they are worth; for the router `hybrid` only. */
  without?: readonly string[] | undefined;
}

/**
 * The router of this name over a catalog.
 *
 * @throws InputError for an unknown name, a part that the score does not have, or when a router needs what is not installed.
 */
export async function createEvalRouter(
  name: string,
  catalog: CatalogView,
  { without = [] }: EvalRouterOptions = {},
): Promise<Router> {
  if (without.length > 0) {
    if (name === "hybrid") return createHybridRouter(catalog, { without: without as readonly ScorePart[] });
    throw new InputError(`only the score of the router hybrid has parts to leave out, not that of ${name}`);
  }
  if (Object.hasOwn(comparisonRouters, name)) return comparisonRouters[name as keyof typeof comparisonRouters](catalog);
  if (routerNames.includes(name)) return createRouter(name, catalog);
  throw new InputError(`There is no router "${name}": choose one of ${evalRouterNames.join(", ")}.`);
}
