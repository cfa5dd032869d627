/** A flat ranking shown as the two stages that every trace has. */
import { belowThreshold, type CheckedRouteOptions } from "../route-options.js";
import type { CutHit, Explanation, RankedServer, RouterHit } from "../types.js";

/** What the flat ranking holds; `hits` best first. */
export interface FlatRanking extends Pick<Explanation, "router" | "request" | "comparisons"> {
  hits: readonly RouterHit[];
  /** How many tools of a server were compared. */
  sizeOf: (server: string) => number;
  notices: string[];
}

/**
 * The stages of the router `hybrid`. Stage 1 ranks servers by their best tool (sums over tools favour big servers) and shows
 * the best `topKServers`, and more where these have so few tools that fewer than `topKServers` x `topKTools` would be
 * considered. Stage 2 takes the best `topKTools` of each where the fit of any reaches the threshold, else none.
 */
export function toExplanation(ranking: FlatRanking, options: CheckedRouteOptions): Explanation {
  const { router, request, comparisons, hits, sizeOf, notices } = ranking;
  const { topKTools, threshold } = options;
  const best = new Map<string, number>();
  for (const { id, score } of hits) if (!best.has(id.server)) best.set(id.server, score);
  const ranked = [...best].map(([name, score]): RankedServer => ({ name, score }));
  const count = countShown(ranked, sizeOf, options);
  const shown = new Set(ranked.slice(0, count).map(({ name }) => name));
  const fits = hits.some(({ id, fit }) => shown.has(id.server) && fit >= threshold);
  const taken = new Map<string, number>();
  const tools: RouterHit[] = [];
  const cut: CutHit[] = [];
  for (const hit of hits) {
    const { server } = hit.id;
    if (!shown.has(server)) continue;
    const full: RouterHit = { ...hit, serverScore: best.get(server)! };
    const earlier = taken.get(server) ?? 0;
    if (!fits) {
      cut.push({ ...full, reason: belowThreshold(hit.fit, threshold) });
    } else if (earlier >= topKTools) {
      cut.push({ ...full, reason: `not among the ${topKTools} best of its server` });
    } else {
      taken.set(server, earlier + 1);
      tools.push(full);
    }
  }
  const explanation: Explanation = {
    router,
    request,
    threshold,
    servers: ranked.slice(0, count),
    serversCut: ranked.slice(count),
    tools,
    cut,
    comparisons,
  };
  return notices.length > 0 ? { ...explanation, notices } : explanation;
}

function countShown(
  ranked: readonly RankedServer[],
  sizeOf: FlatRanking["sizeOf"],
  { topKServers, topKTools }: CheckedRouteOptions,
): number {
  let considered = 0;
  const end = ranked.findIndex(({ name }) => {
    if (considered >= topKServers * topKTools) return true;
    // A vector store names the nearest tools only: a server that it passed over has one tool at least, that of the words.
    considered += Math.min(topKTools, Math.max(1, sizeOf(name)));
    return false;
  });
  return end === -1 ? ranked.length : end;
}
