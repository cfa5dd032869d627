/** A whole router around one flat scoring of all tools: what the routers for comparison have in common. */
import type { CatalogView } from "../../catalog/search/catalog-view.js";
import { checkRouteOptions, expectCount, requestText } from "../../catalog/search/route-options.js";
import { toExplanation } from "../../catalog/search/stages.js";
import type { Router, RouterHit } from "../../catalog/search/types.js";
import type { CatalogTool, ToolId } from "../../catalog/types.js";

/** Scores of tools by their place in the list that the scorer was made for; tools that share nothing are left out. */
export type FlatScorer = (text: string) => Iterable<[index: number, score: number]>;

export interface FlatRouterOptions {
  name: string;
  defaultThreshold: number;
  /** The raw score at which the fit is one half. */
  halfFit: number;
  /** Indexes the tools; called again when the catalog has changed. */
  createScorer(tools: readonly CatalogTool[]): FlatScorer;
}

/**
 * Ranks the tools of all servers at once; equal scores keep the order of the catalog. The stages are those of `hybrid`. The raw score becomes `fit = score / (score + halfFit)`, which keeps its order. Tools that the
 * caller may not use weigh words like the others.
 */
export function createFlatRouter(catalog: CatalogView, options: FlatRouterOptions): Router {
  const { name, defaultThreshold, halfFit, createScorer } = options;
  let current: { version: number; tools: readonly CatalogTool[]; scorer: FlatScorer } | undefined;

  const rank = (text: string, allows: (id: ToolId) => boolean): RouterHit[] => {
    if (current?.version !== catalog.version) {
      const tools = catalog.servers().flatMap((server) => server.tools);
      current = { version: catalog.version, tools, scorer: createScorer(tools) };
    }
    const { tools, scorer } = current;
    return [...scorer(text)]
      .filter(([index, score]) => score > 0 && allows(tools[index]!.id))
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .map(([index, score]) => {
        const fit = score / (score + halfFit);
        return { id: tools[index]!.id, score, fit, serverScore: 0, toolScore: score };
      });
  };

  const explain: Router["explain"] = async (request, given = {}) => {
    const checked = checkRouteOptions(given, defaultThreshold);
    const hits = rank(requestText(request), checked.allows);
    const sizes = new Map(catalog.servers().map((server) => [server.name, server.tools.length]));
    const sizeOf = (server: string) => sizes.get(server) ?? 0;
    return toExplanation({ router: name, request, comparisons: hits.length, hits, sizeOf, notices: [] }, checked);
  };

  return {
    name,
    defaultThreshold,
    explain,
    async route(request, given) {
      const { serversCut, ...trace } = await explain(request, given);
      return trace;
    },
    async retrieve(request, k, { allows = () => true } = {}) {
      expectCount("k", k);
      return rank(requestText(request), allows).slice(0, k);
    },
  };
}
