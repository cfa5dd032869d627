/** The library MiniSearch with the words that every router reads, for comparison only. */
import type { CatalogView } from "../../catalog/search/catalog-view.js";
import type { Router } from "../../catalog/search/types.js";
import { words } from "../../catalog/search/words.js";
import { type CatalogTool, InputError } from "../../catalog/types.js";
import { createFlatRouter, type FlatScorer } from "./flat-router.js";

type MiniSearchConstructor = typeof import("minisearch").default;

/**
 * The router `minisearch`: server name, tool name and description as its fields, everything else as the library has it.
 *
 * @throws InputError when the library is not installed: it comes with the repository, not with the package.
 */
export async function createMiniSearchRouter(catalog: CatalogView): Promise<Router> {
  const MiniSearch = await load();
  return createFlatRouter(catalog, {
    name: "minisearch",
    // Where labeled tasks that a tool fits and ones that none fits are told apart best, as in `bm25`.
    defaultThreshold: 0.65,
    halfFit: 10,
    createScorer: (tools) => createScorer(MiniSearch, tools),
  });
}

async function load(): Promise<MiniSearchConstructor> {
  try {
    return (await import("minisearch")).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new InputError(
      'the router "minisearch" needs the package minisearch, which is not installed: npm install minisearch, or choose another router',
    );
  }
}

function createScorer(MiniSearch: MiniSearchConstructor, tools: readonly CatalogTool[]): FlatScorer {
  const index = new MiniSearch({
    fields: ["server", "name", "description"],
    tokenize: words,
    // `words` has cut, lowered and stemmed them already.
    processTerm: (term) => term,
  });
  index.addAll(
    tools.map(({ id, description }, position) => ({ id: position, server: id.server, name: id.name, description })),
  );
  return (query) => index.search(query).map(({ id, score }) => [id as number, score]);
}
