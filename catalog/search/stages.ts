/**
 * The two stages that every trace shows, whatever ranked the tools. Stage 1 ranks servers by their best tool (sums over tools
 * favour big servers) and shows the first `topKServers`, and more where these have few tools. Stage 2 takes the best
 * `topKTools` of each.
 */
import { belowThreshold, type CheckedRouteOptions } from "./route-options.js";
import type { CutHit, Explanation, RankedServer, RouterHit } from "./types.js";

type Caps = Pick<CheckedRouteOptions, "topKServers" | "topKTools">;

/**
 * How many of the ranked servers are shown: the first `topKServers`, and more where these have so few tools that fewer than
 * `topKServers` x `topKTools` would be considered. Servers of one tool each are no groups to choose among.
 *
 * @param sizes how many tools each has, best server first.
 */
export function countShown(sizes: readonly number[], { topKServers, topKTools }: Caps): number {
  let considered = 0;
  for (const [index, size] of sizes.entries()) {
    if (considered >= topKServers * topKTools) return index;
    considered += Math.min(topKTools, size);
  }
  return sizes.length;
}

/**
 * The matches among the tools of the shown servers, and the others with why they are left out. The threshold asks whether
 * anything fits: where one tool does, its neighbours in the ranking are matches too, since among look-alikes the right one
 * may fit a little less. How many of them are worth binding is `selectMatches`' question.
 *
 * @param hits best first.
 */
export function takeTools(
  hits: readonly RouterHit[],
  { topKTools, threshold }: Pick<CheckedRouteOptions, "topKTools" | "threshold">,
): Pick<Explanation, "tools" | "cut"> {
  const fits = hits.some(({ fit }) => fit >= threshold);
  const notAmongBest = `not among the ${topKTools} best of its server`;
  const taken = new Map<string, number>();
  const tools: RouterHit[] = [];
  const cut: CutHit[] = [];
  for (const hit of hits) {
    const place = (taken.get(hit.id.server) ?? 0) + 1;
    taken.set(hit.id.server, place);
    if (!fits) cut.push({ ...hit, reason: belowThreshold(hit.fit, threshold) });
    else if (place > topKTools) cut.push({ ...hit, reason: notAmongBest });
    else tools.push(hit);
  }
  return { tools, cut };
}

/** A ranking over the tools of all servers; `hits` best first. */
export interface FlatRanking extends Pick<Explanation, "router" | "request" | "comparisons"> {
  hits: readonly RouterHit[];
  /** How many tools of a server were compared. */
  sizeOf: (server: string) => number;
  notices: string[];
}

/** A flat ranking in both stages. The score of a server is that of its best tool. */
export function toExplanation(ranking: FlatRanking, options: CheckedRouteOptions): Explanation {
  const { router, request, comparisons, hits, sizeOf, notices } = ranking;
  const best = new Map<string, number>();
  for (const { id, score } of hits) if (!best.has(id.server)) best.set(id.server, score);
  const ranked = [...best].map(([name, score]): RankedServer => ({ name, score }));
  // A vector store names the nearest tools only: a server that it passed over has one tool at least, that of the words.
  const sizes = ranked.map(({ name }) => Math.max(1, sizeOf(name)));
  const count = countShown(sizes, options);
  const shown = new Set(ranked.slice(0, count).map(({ name }) => name));
  const considered = hits
    .filter(({ id }) => shown.has(id.server))
    .map((hit): RouterHit => ({ ...hit, serverScore: best.get(hit.id.server)! }));
  const explanation: Explanation = {
    router,
    request,
    threshold: options.threshold,
    servers: ranked.slice(0, count),
    serversCut: ranked.slice(count),
    ...takeTools(considered, options),
    comparisons,
  };
  return notices.length > 0 ? { ...explanation, notices } : explanation;
}
