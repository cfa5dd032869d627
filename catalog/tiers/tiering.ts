/** The tiers of a catalog: from a configuration, from its tools' own fields, or derived. */
import { isMatch } from "matcher";
import type { ToolCatalog } from "../registry.js";
import { type CatalogServer, type DomainDefinition, formatToolId, InputError, type ToolId, toolKey } from "../types.js";
import { deriveTiers } from "./derive.js";
import { compileMatcher } from "./matcher.js";
import type { TierConfig, TieredDomain, Tiering } from "./types.js";

interface Parts extends Pick<Tiering, "source" | "core" | "unmatched"> {
  domains: TieredDomain[];
}

/**
 * The tiers of a catalog as it is now. Without a configuration they are what its tools and servers say of themselves, and
 * where these say nothing, derived: domains are servers, and the core is empty.
 *
 * @throws InputError for two domains of one name, or for a keyword without a word.
 */
export function tieringOf(catalog: ToolCatalog, config?: TierConfig): Tiering {
  const isTiered = catalog.tools().some(({ tier, domain }) => tier !== undefined || domain !== undefined);
  const parts = config
    ? fromConfig(catalog, config, "config")
    : isTiered
      ? fromCatalog(catalog)
      : fromConfig(catalog, deriveTiers(catalog), "derived");
  const { source, core, unmatched } = parts;
  checkNames(parts.domains);
  const filled = parts.domains.filter(({ tools }) => tools.length > 0);
  const domains = [
    ...filled.filter(({ tier }) => tier === "domain"),
    ...filled.filter(({ tier }) => tier === "specialized"),
  ];
  const placed = new Set([...core, ...domains.flatMap(({ tools }) => tools)].map(toolKey));
  const others = catalog
    .tools()
    .map(({ id }) => id)
    .filter((id) => !placed.has(toolKey(id)));
  let servers: readonly CatalogServer[] | undefined;
  return {
    ...{ source, core, domains, others, unmatched },
    match: compileMatcher(domains.filter(({ tier }) => tier === "domain")),
    asServers: () => {
      servers ??= domains.map((domain) => asServer(domain, catalog));
      return servers;
    },
  };
}

/** Gives the tiers of a catalog, made anew only when it has changed: keywords are compiled once, not for each message. */
export function followTiers(catalog: ToolCatalog, config?: TierConfig): () => Tiering {
  let made = { version: catalog.version, tiering: tieringOf(catalog, config) };
  return () => {
    if (made.version !== catalog.version) made = { version: catalog.version, tiering: tieringOf(catalog, config) };
    return made.tiering;
  };
}

function checkNames(domains: readonly TieredDomain[]): void {
  const names = domains.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new InputError(`Two domains are named "${twice}": give each its own name, or put their tools into one.`);
}

function fromConfig(catalog: ToolCatalog, config: TierConfig, source: Tiering["source"]): Parts {
  const ids = catalog.tools().map(({ id }) => id);
  const taken = new Set<string>();
  const unmatched: string[] = [];
  const take = (pattern: string): ToolId[] => {
    const found = ids.filter((id) => matches(id, pattern));
    if (found.length === 0) unmatched.push(pattern);
    const free = found.filter((id) => !taken.has(toolKey(id)));
    for (const id of free) taken.add(toolKey(id));
    return free;
  };
  const core = config.core.flatMap(take);
  const domains = config.domains.map((domain) => toDomain(domain, domain.tools.flatMap(take)));
  return { source, core, domains, unmatched };
}

/** A name with characters of patterns in it is first of all itself. */
function matches(id: ToolId, pattern: string): boolean {
  const name = formatToolId(id);
  return name === pattern || (pattern.includes("*") && isMatch(name, pattern, { caseSensitive: true }));
}

function fromCatalog(catalog: ToolCatalog): Parts {
  const defined = catalog.servers().flatMap(({ domains = [] }) => domains);
  const tools = catalog.tools();
  const domains = defined.map((domain) => {
    const own = tools.filter((tool) => tool.domain === domain.name && tool.tier !== "core");
    return toDomain(
      domain,
      own.map(({ id }) => id),
    );
  });
  const names = new Set(defined.map(({ name }) => name));
  const undescribed = new Set(tools.flatMap(({ domain }) => (domain && !names.has(domain) ? [domain] : [])));
  for (const name of undescribed) {
    const own = tools.filter((tool) => tool.domain === name && tool.tier !== "core");
    const tier = own.every((tool) => tool.tier === "specialized") ? "specialized" : "domain";
    domains.push({ name, purpose: "", tier, keywords: [name], tools: own.map(({ id }) => id) });
  }
  const core = tools.filter(({ tier }) => tier === "core").map(({ id }) => id);
  return { source: "catalog", core, domains, unmatched: [] };
}

function toDomain(
  { name, purpose, tier = "domain", keywords, phrases, negativeKeywords }: DomainDefinition,
  tools: readonly ToolId[],
): TieredDomain {
  return { name, purpose, tier, keywords, phrases, negativeKeywords, tools };
}

function asServer({ name, purpose, tools }: TieredDomain, catalog: ToolCatalog): CatalogServer {
  return { name, description: purpose, tools: tools.flatMap((id) => catalog.get(id) ?? []) };
}
