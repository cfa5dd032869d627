/** From scores to ranked tools and servers. Equal scores stand in the order of their names, whatever the catalog's order. */
import { countShown, takeTools } from "../stages.js";
import type { RankedServer, RouterHit, RoutingTrace } from "../types.js";
import type { CatalogIndex, IndexedServer } from "./catalog-index.js";
import { fitOf } from "./fit.js";
import { relevanceOf, type Scored } from "./scorer.js";
import { Top } from "./top.js";

/** Ranks what was scored over one index. */
export class Ranking {
  readonly #index: CatalogIndex;
  readonly #tools: Top;
  readonly #servers: Top;

  constructor(index: CatalogIndex) {
    this.#index = index;
    this.#tools = new Top((a, b) => toolIsBefore(a, b, index));
    this.#servers = new Top((a, b) => nameOf(a, index) < nameOf(b, index));
  }

  /** The `k` best tools over all servers. */
  tools(scored: Scored, k: number): RouterHit[] {
    const top = this.#tools;
    top.begin(k, this.#index.tools.capacity);
    scored.totals.offerBest(k, (document, total) => top.offer(document, total));
    return top.ranked().map((document) => toHit(document, top.scoreOf(document), scored, this.#index));
  }

  /** Every server with a tool that was scored, best first; only the first `k` when given. */
  servers(scored: Scored, k = Number.POSITIVE_INFINITY): RankedIndexed[] {
    const top = this.#servers;
    const { serverNumbers, servers } = this.#index;
    top.begin(k, servers.capacity);
    scored.totals.offerBest(k, (document, total) => top.offer(serverNumbers[document]!, total));
    return top.ranked().map((server) => ({
      name: nameOf(server, this.#index),
      score: top.scoreOf(server),
      indexed: this.#index.ownerOfServer(server),
    }));
  }

  /**
   * Those that stage 1 lets through. Mostly little more than `topKServers`: only where servers have few tools the others are
   * looked for.
   */
  shownServers(scored: Scored, caps: { topKServers: number; topKTools: number }): RankedIndexed[] {
    const few = 2 * caps.topKServers;
    const shown = chooseServers(this.servers(scored, few), caps);
    if (shown.length < few) return shown;
    return chooseServers(this.servers(scored, caps.topKServers * caps.topKTools), caps);
  }
}

/** A server with the score of stage 1: that of its best tool, which what its own text adds is part of. */
export interface RankedIndexed extends RankedServer {
  indexed: IndexedServer;
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
  const found: { document: number; total: number }[] = [];
  for (const { indexed } of servers) {
    const { base, segment } = indexed.tools;
    for (let document = base; document < base + segment.size; document++) {
      const total = scored.totals.total(document);
      if (total !== 0) found.push({ document, total });
    }
  }
  found.sort((a, b) => b.total - a.total || (toolIsBefore(a.document, b.document, index) ? -1 : 1));
  return takeTools(
    found.map(({ document, total }) => toHit(document, total, scored, index)),
    options,
  );
}

function toHit(document: number, score: number, scored: Scored, index: CatalogIndex): RouterHit {
  const serverScore = scored.serverScores[index.serverOf(document)]!;
  const fit = fitOf(relevanceOf(document, scored));
  return { id: index.tool(document).id, score, fit, serverScore, toolScore: score - serverScore };
}

function nameOf(server: number, index: CatalogIndex): string {
  return index.ownerOfServer(server).server.name;
}

/** The order of tools with equal scores. */
export function toolIsBefore(a: number, b: number, index: CatalogIndex): boolean {
  const [first, second] = [index.tool(a).id, index.tool(b).id];
  return first.server === second.server ? first.name < second.name : first.server < second.server;
}
