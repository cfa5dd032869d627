/** A flat ranking shown as the two stages that every trace has. */
import { belowThreshold, type CheckedRouteOptions } from "../route-options.js";
import type { CutHit, Explanation, RankedServer, RouterHit } from "../types.js";

/** What the flat ranking holds; `hits` best first. */
export interface FlatRanking extends Pick<Explanation, "router" | "request" | "comparisons"> {
  hits: readonly RouterHit[];
  notices: string[];
}

/**
 * Stage 1 ranks servers by their best tool and shows the best `topKServers`; stage 2 takes the best `topKTools` of each
 * whose fit reaches the threshold. A server's best tool is the one that decides: sums over its tools favour big servers.
 */
export function toExplanation(ranking: FlatRanking, options: CheckedRouteOptions): Explanation {
  const { router, request, comparisons, hits, notices } = ranking;
  const { topKServers, topKTools, threshold } = options;
  const best = new Map<string, number>();
  for (const { id, score } of hits) if (!best.has(id.server)) best.set(id.server, score);
  const ranked = [...best].map(([name, score]): RankedServer => ({ name, score }));
  const shown = new Set(ranked.slice(0, topKServers).map(({ name }) => name));
  const taken = new Map<string, number>();
  const tools: RouterHit[] = [];
  const cut: CutHit[] = [];
  for (const hit of hits) {
    const { server } = hit.id;
    if (!shown.has(server)) continue;
    const full: RouterHit = { ...hit, serverScore: best.get(server)! };
    const count = taken.get(server) ?? 0;
    if (hit.fit < threshold) {
      cut.push({ ...full, reason: belowThreshold(hit.fit, threshold) });
    } else if (count >= topKTools) {
      cut.push({ ...full, reason: `not among the ${topKTools} best of its server` });
    } else {
      taken.set(server, count + 1);
      tools.push(full);
    }
  }
  const explanation: Explanation = {
    router,
    request,
    threshold,
    servers: ranked.slice(0, topKServers),
    serversCut: ranked.slice(topKServers),
    tools,
    cut,
    comparisons,
  };
  return notices.length > 0 ? { ...explanation, notices } : explanation;
}
