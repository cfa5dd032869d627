/** The published reference: TF-IDF in two stages, the hierarchical routing of MCP-Zero (arXiv 2506.01056). */
import { defaults } from "../defaults.js";
import type { CatalogServer } from "../types.js";
import type { CatalogView } from "./catalog-view.js";
import {
  belowThreshold,
  type CheckedRouteOptions,
  checkRouteOptions,
  expectCount,
  requestText,
} from "./route-options.js";
import { createTfidfSpaces, type TfidfSpaces } from "./tfidf-spaces.js";
import type { CutHit, Explanation, RankedServer, RouteRequest, Router, RouterHit } from "./types.js";

/**
 * The router `tfidf`.
 *
 * Stage 1 compares the request with `name description` of each server and lets the best through; stage 2 compares it
 * with `name description` of each of their tools, in a space of its own per server. Score = fit = 0.3 server + 0.7 tool.
 * Equal scores keep the order of the catalog. Servers without a tool that the caller may use are not compared. Where the
 * best servers share no word with the request the first of the catalog fill the places, as in the reference; a tool of
 * score 0 is never a match, whatever the threshold.
 *
 * A hit of `retrieve` has score = fit = toolScore, the cosine in one space over all tools; the server's text plays no part
 * there, so serverScore is 0.
 *
 * Words are weighed over the whole catalog, tools that the caller may not use included: a permission never changes the
 * score of another tool.
 */
export function createTfidfRouter(catalog: CatalogView): Router {
  const spacesNow = createTfidfSpaces(catalog);
  const explain: Router["explain"] = async (request, options = {}) =>
    explainWith(spacesNow(), request, checkRouteOptions(options, defaults.tfidf.threshold));
  return {
    name: "tfidf",
    defaultThreshold: defaults.tfidf.threshold,
    explain,
    async route(request, options) {
      const { serversCut, ...trace } = await explain(request, options);
      return trace;
    },
    async retrieve(request, k, { allows = () => true } = {}) {
      expectCount("k", k);
      const { tools, space } = spacesNow().flat;
      const allowed = tools.map((tool) => allows(tool.id));
      const similarities = space.similarities(requestText(request), (index) => allowed[index]!);
      return tools
        .map(({ id }, index): RouterHit => {
          const score = similarities[index]!;
          return { id, score, fit: score, serverScore: 0, toolScore: score };
        })
        .filter((hit) => hit.score > 0)
        .sort(byScore)
        .slice(0, k);
    },
  };
}

function explainWith(spaces: TfidfSpaces, request: RouteRequest, options: CheckedRouteOptions): Explanation {
  const { topKServers, threshold } = options;
  const text = requestText(request);
  const ranked = rankServers(spaces, text, options);
  const considered = ranked.slice(0, topKServers).map((entry) => scoreTools(spaces, text, entry, options));
  const inCatalogOrder = considered.sort((a, b) => a.position - b.position).flatMap((entry) => entry.tools);
  const tools: RouterHit[] = [];
  const cut: CutHit[] = [];
  for (const { reason, hit } of inCatalogOrder.sort((a, b) => byScore(a.hit, b.hit))) {
    if (reason === undefined) tools.push(hit);
    else cut.push({ ...hit, reason });
  }
  const servers = ranked.map(({ server, score }): RankedServer => ({ name: server.name, score }));
  return {
    router: "tfidf",
    request,
    threshold,
    servers: servers.slice(0, topKServers),
    serversCut: servers.slice(topKServers),
    tools,
    cut,
    comparisons: ranked.length + tools.length + cut.length,
  };
}

interface ScoredServer {
  server: CatalogServer;
  /** Its place in the catalog. */
  position: number;
  /** Which of its tools the caller may use. */
  allowed: boolean[];
  score: number;
}

/** Stage 1: the servers with a tool that the caller may use, best first. */
function rankServers(spaces: TfidfSpaces, text: string, { allows }: CheckedRouteOptions): ScoredServer[] {
  const allowed = spaces.servers.map((server) => server.tools.map((tool) => allows(tool.id)));
  const isCompared = (position: number) => allowed[position]!.includes(true);
  const similarities = spaces.serverSpace.similarities(text, isCompared);
  return spaces.servers
    .map((server, position) => ({ server, position, allowed: allowed[position]!, score: similarities[position]! }))
    .filter(({ position }) => isCompared(position))
    .sort(byScore);
}

interface JudgedHit {
  hit: RouterHit;
  /** Why it is left out; undefined for a match. */
  reason: string | undefined;
}

/** Stage 2: every tool of one server that the caller may use, in the order of the catalog, with why it is left out. */
function scoreTools(
  spaces: TfidfSpaces,
  text: string,
  { server, position, allowed, score: serverScore }: ScoredServer,
  { topKTools, threshold }: CheckedRouteOptions,
): { position: number; tools: JudgedHit[] } {
  const similarities = spaces.toolSpace(server).similarities(text, (index) => allowed[index]!);
  const hits = server.tools.flatMap(({ id }, index): RouterHit[] => {
    if (!allowed[index]) return [];
    const toolScore = similarities[index]!;
    const score = defaults.tfidf.serverWeight * serverScore + defaults.tfidf.toolWeight * toolScore;
    return [{ id, score, fit: score, serverScore, toolScore }];
  });
  const best = new Set([...hits].sort(byScore).slice(0, topKTools));
  const reasonFor = (hit: RouterHit) => {
    if (hit.fit === 0) return "shares no word with the request";
    if (hit.fit < threshold) return belowThreshold(hit.fit, threshold);
    return best.has(hit) ? undefined : `not among the ${topKTools} best of its server`;
  };
  return { position, tools: hits.map((hit) => ({ hit, reason: reasonFor(hit) })) };
}

/** Higher first. Sorting is stable, so equal scores keep the order they came in. */
function byScore(a: { score: number }, b: { score: number }): number {
  return b.score - a.score;
}
