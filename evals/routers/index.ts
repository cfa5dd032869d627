/** Every router that can be measured: those of the catalog, and those that are only there for comparison. */
import { type CatalogView, createRouter, type Router, routerNames } from "../../catalog/search/index.js";
import { InputError } from "../../catalog/types.js";
import { createBm25Router } from "./bm25.js";
import { createMiniSearchRouter } from "./minisearch.js";

const comparisonRouters = { bm25: createBm25Router, minisearch: createMiniSearchRouter } as const;

/** The names that `createEvalRouter` knows. */
export const evalRouterNames: readonly string[] = [...routerNames, ...Object.keys(comparisonRouters)];

/**
 * The router of this name over a catalog.
 *
 * @throws InputError for an unknown name, or when a router needs what is not installed.
 */
export async function createEvalRouter(name: string, catalog: CatalogView): Promise<Router> {
  if (Object.hasOwn(comparisonRouters, name)) return comparisonRouters[name as keyof typeof comparisonRouters](catalog);
  if (routerNames.includes(name)) return createRouter(name, catalog);
  throw new InputError(`There is no router "${name}": choose one of ${evalRouterNames.join(", ")}.`);
}
