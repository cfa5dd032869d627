/** A whole router around one flat scoring of all tools: what the routers for comparison have in common. */
import type { CatalogView } from "../../catalog/search/catalog-view.js";
import { checkRouteOptions, expectCount, requestText } from "../../catalog/search/route-options.js";
import type { CutHit, Explanation, RankedServer, Router, RouterHit } from "../../catalog/search/types.js";
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
 * Ranks the tools of all servers at once; equal scores keep the order of the catalog. A server scores as its best tool, so
 * stage 1 only caps. The raw score becomes `fit = score / (score + halfFit)`, which keeps its order. Tools that the
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
    const { topKServers, topKTools, threshold, allows } = checkRouteOptions(given, defaultThreshold);
    const ranked = rank(requestText(request), allows);
    const servers = rankServers(ranked);
    const through = new Set(servers.slice(0, topKServers).map((server) => server.name));
    const taken = new Map<string, number>();
    const tools: RouterHit[] = [];
    const cut: CutHit[] = [];
    for (const hit of ranked.filter(({ id }) => through.has(id.server))) {
      const earlier = taken.get(hit.id.server) ?? 0;
      if (hit.fit < threshold) cut.push({ ...hit, reason: `fit below the threshold of ${threshold}` });
      else if (earlier >= topKTools) cut.push({ ...hit, reason: `not among the ${topKTools} best of its server` });
      else tools.push(hit);
      taken.set(hit.id.server, earlier + 1);
    }
    return {
      router: name,
      request,
      threshold,
      servers: servers.slice(0, topKServers),
      serversCut: servers.slice(topKServers),
      tools,
      cut,
      comparisons: ranked.length,
    } satisfies Explanation;
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

/** Each server once, with the score of its best tool. */
function rankServers(ranked: readonly RouterHit[]): RankedServer[] {
  const best = new Map<string, number>();
  for (const { id, score } of ranked) if (!best.has(id.server)) best.set(id.server, score);
  return [...best].map(([name, score]) => ({ name, score }));
}
