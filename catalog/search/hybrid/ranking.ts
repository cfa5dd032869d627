/** From scores to ranked tools and servers. Equal scores stand in the order of their names, whatever the catalog's order. */
import { belowThreshold } from "../route-options.js";
import type { CutHit, RankedServer, RouterHit } from "../types.js";
import type { CatalogIndex, IndexedServer } from "./catalog-index.js";
import { fitOf } from "./fit.js";
import { relevanceOf, type Scored } from "./scorer.js";
import { selectTop } from "./top.js";

/** The `k` best tools over all servers. */
export function rankTools(scored: Scored, k: number, index: CatalogIndex): RouterHit[] {
  const best = selectTop(scored.totals, scored.size, k, beforeTool(scored, index));
  return best.map((document) => toHit(document, scored, index));
}

/** A server with the score of stage 1: that of its best tool, which what its own text adds is part of. */
export interface RankedIndexed extends RankedServer {
  indexed: IndexedServer;
}

/** Every server with a tool that was scored, best first; only the first `k` when given. */
export function rankServers(scored: Scored, index: CatalogIndex, k = Number.POSITIVE_INFINITY): RankedIndexed[] {
  const best = new Float64Array(index.servers.capacity);
  const { totals, size } = scored;
  const { serverNumbers } = index;
  for (let document = 0; document < size; document++) {
    const total = totals[document]!;
    if (total === 0) continue;
    const server = serverNumbers[document]!;
    if (total > best[server]!) best[server] = total;
  }
  const nameOf = (server: number) => index.ownerOfServer(server).server.name;
  const isBefore = (a: number, b: number) => {
    const difference = best[a]! - best[b]!;
    return difference === 0 ? nameOf(a) < nameOf(b) : difference > 0;
  };
  return selectTop(best, best.length, k, isBefore).map((server) => ({
    name: nameOf(server),
    score: best[server]!,
    indexed: index.ownerOfServer(server),
  }));
}

/**
 * The servers that stage 1 lets through: the first `topKServers`, and more where these have so few tools that fewer than
 * `topKServers` x `topKTools` would be considered. Servers of one tool each are no groups to choose among.
 */
export function chooseServers(
  servers: readonly RankedIndexed[],
  { topKServers, topKTools }: { topKServers: number; topKTools: number },
): RankedIndexed[] {
  let considered = 0;
  const end = servers.findIndex(({ indexed }) => {
    if (considered >= topKServers * topKTools) return true;
    considered += Math.min(topKTools, indexed.tools.segment.size);
    return false;
  });
  return servers.slice(0, end === -1 ? servers.length : end);
}

/** What stage 2 says about the tools of the chosen servers. */
export interface StageTwo {
  tools: RouterHit[];
  cut: CutHit[];
}

/**
 * The tools of these servers, best first: matches, and the others with why they are left out. The threshold asks whether
 * anything fits: where one tool does, its neighbours in the ranking are matches too, since among look-alikes the right one
 * may fit a little less. How many of them are worth binding is `selectMatches`' question.
 */
export function judgeTools(
  servers: readonly RankedIndexed[],
  { topKTools, threshold }: { topKTools: number; threshold: number },
  scored: Scored,
  index: CatalogIndex,
): StageTwo {
  const documents = servers.flatMap(({ indexed: { tools } }) => {
    const all = Array.from({ length: tools.segment.size }, (_, position) => tools.base + position);
    return all.filter((document) => scored.totals[document]! > 0);
  });
  const isBefore = beforeTool(scored, index);
  documents.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const taken = new Map<number, number>();
  const stageTwo: StageTwo = { tools: [], cut: [] };
  const fits = documents.some((document) => fitOf(relevanceOf(document, scored)) >= threshold);
  for (const document of documents) {
    const hit = toHit(document, scored, index);
    const server = index.serverOf(document);
    const place = (taken.get(server) ?? 0) + 1;
    taken.set(server, place);
    if (!fits) {
      stageTwo.cut.push({ ...hit, reason: belowThreshold(hit.fit, threshold) });
    } else if (place > topKTools) {
      stageTwo.cut.push({ ...hit, reason: `not among the ${topKTools} best of its server` });
    } else stageTwo.tools.push(hit);
  }
  return stageTwo;
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
