/** From scores to ranked tools and servers. Equal scores stand in the order of their names, whatever the catalog's order. */
import { countShown, takeTools } from "../stages.js";
import type { RankedServer, RouterHit, RoutingTrace } from "../types.js";
import type { CatalogIndex, IndexedServer } from "./catalog-index.js";
import { fitOf } from "./fit.js";
import { relevanceOf, type Scored } from "./scorer.js";
import { selectTop } from "./top.js";

/** The `k` best tools over all servers. */
export function rankTools(scored: Scored, k: number, index: CatalogIndex): RouterHit[] {
  const isBefore = beforeTool(scored, index);
  let best = selectTop(scored.totals, scored.size, k, isBefore);
  if (scored.byClause.count > 0) {
    for (const document of best) scored.settle(document);
    scored.refine(best.length < k ? 0 : Math.min(...best.map((document) => scored.totals[document]!)));
    best = selectTop(scored.totals, scored.size, k, isBefore);
  }
  return best.map((document) => toHit(document, scored, index));
}

/** A server with the score of stage 1: that of its best tool, which what its own text adds is part of. */
export interface RankedIndexed extends RankedServer {
  indexed: IndexedServer;
}

/** Every server with a tool that was scored, best first; only the first `k` when given. */
export function rankServers(scored: Scored, index: CatalogIndex, k = Number.POSITIVE_INFINITY): RankedIndexed[] {
  let best = bestByServer(scored, index);
  const nameOf = (server: number) => index.ownerOfServer(server).server.name;
  const isBefore = (a: number, b: number) => {
    const difference = best[a]! - best[b]!;
    return difference === 0 ? nameOf(a) < nameOf(b) : difference > 0;
  };
  let first = selectTop(best, best.length, k, isBefore);
  if (scored.byClause.count > 0) {
    scored.refine(first.length < k ? 0 : best[first.at(-1)!]!);
    best = bestByServer(scored, index);
    first = selectTop(best, best.length, k, isBefore);
  }
  return first.map((server) => ({
    name: nameOf(server),
    score: best[server]!,
    indexed: index.ownerOfServer(server),
  }));
}

function bestByServer({ totals, size }: Scored, { servers, serverNumbers }: CatalogIndex): Float64Array {
  const best = new Float64Array(servers.capacity);
  for (let document = 0; document < size; document++) {
    const total = totals[document]!;
    if (total === 0) continue;
    const server = serverNumbers[document]!;
    if (total > best[server]!) best[server] = total;
  }
  return best;
}

/** Those of the ranked servers that stage 1 lets through. */
export function chooseServers(
  servers: readonly RankedIndexed[],
  caps: { topKServers: number; topKTools: number },
): RankedIndexed[] {
  const sizes = servers.map(({ indexed }) => indexed.tools.segment.size);
  return servers.slice(0, countShown(sizes, caps));
}

/** The tools of these servers, best first, as stage 2 takes them. */
export function judgeTools(
  servers: readonly RankedIndexed[],
  options: { topKTools: number; threshold: number },
  scored: Scored,
  index: CatalogIndex,
): Pick<RoutingTrace, "tools" | "cut"> {
  const documents: number[] = [];
  for (const { indexed } of servers) {
    const { base, segment } = indexed.tools;
    for (let document = base; document < base + segment.size; document++) {
      if (scored.totals[document]! === 0) continue;
      scored.settle(document);
      documents.push(document);
    }
  }
  const isBefore = beforeTool(scored, index);
  documents.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return takeTools(
    documents.map((document) => toHit(document, scored, index)),
    options,
  );
}

export function toHit(document: number, scored: Scored, index: CatalogIndex): RouterHit {
  const score = scored.totals[document]!;
  const serverScore = scored.serverScores[index.serverOf(document)]!;
  const fit = fitOf(relevanceOf(document, scored));
  return { id: index.tool(document).id, score, fit, serverScore, toolScore: score - serverScore };
}

/** Higher first; the names decide between equals. */
export function beforeTool({ totals }: Scored, index: CatalogIndex): (a: number, b: number) => boolean {
  return (a, b) => {
    const difference = totals[a]! - totals[b]!;
    if (difference !== 0) return difference > 0;
    const [first, second] = [index.tool(a).id, index.tool(b).id];
    return first.server === second.server ? first.name < second.name : first.server < second.server;
  };
}
