/** Which domains a message loads: those that it names, at most so many. */
import { defaults } from "../defaults.js";
import { createRouter } from "../search/index.js";
import type { Router } from "../search/types.js";
import type { ToolId } from "../types.js";
import type { DomainMatch } from "./matcher.js";
import type { TieredDomain, Tiering, TieringParts } from "./types.js";

const routers = new WeakMap<Tiering, Router>();

/**
 * The domains that a message loads, best first. Where it names more than `most`, those of which it says more go first, and
 * equal ones by the router's stage 1 score of the domain as a server.
 */
export async function chooseDomains(
  tiering: Tiering,
  message: string,
  most: number = defaults.tiers.maxDomainsPerMessage,
): Promise<DomainMatch[]> {
  const found = tiering.match(message);
  if (found.length <= most) return found;
  const scores = await stageOneScores(tiering, message);
  const scoreOf = ({ domain }: DomainMatch): number => scores.get(domain) ?? 0;
  return found.toSorted((a, b) => b.score - a.score || scoreOf(b) - scoreOf(a)).slice(0, most);
}

async function stageOneScores(tiering: Tiering, message: string): Promise<ReadonlyMap<string, number>> {
  const servers = tiering.asServers();
  const router = routers.get(tiering) ?? createRouter(defaults.router, { version: 1, servers: () => servers });
  routers.set(tiering, router);
  const trace = await router.route({ tool: message }, { topKServers: Math.max(1, servers.length) });
  return new Map(trace.servers.map(({ name, score }) => [name, score]));
}

/** The domains with a tool that the run may use, each with those tools only. */
export function visibleDomains(
  { domains }: Pick<TieringParts, "domains">,
  allows: (id: ToolId) => boolean = () => true,
): TieredDomain[] {
  return domains
    .map((domain) => ({ ...domain, tools: domain.tools.filter(allows) }))
    .filter(({ tools }) => tools.length > 0);
}
