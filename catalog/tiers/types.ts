/** What tiers are: the core, and domains of tools that are loaded together. */
import type { CatalogServer, DomainDefinition, Tier, ToolId } from "../types.js";
import type { DomainMatch } from "./matcher.js";

/** A domain of a tier file: with the tools that it holds, as `server/name`, `*` for anything. */
export interface ConfiguredDomain extends DomainDefinition {
  tools: readonly string[];
}

/** Tiers as they are written down. */
export interface TierConfig {
  version: 1;
  /** Tools that are always loaded, as `server/name`, `*` for anything. */
  core: readonly string[];
  domains: readonly ConfiguredDomain[];
}

/** A domain of a catalog, with its tools. */
export interface TieredDomain extends DomainDefinition {
  tier: Exclude<Tier, "core">;
  tools: readonly ToolId[];
}

/** The tiers of a catalog at one version of it. */
export interface Tiering {
  /** Where it comes from: a file or code, the tools' own fields, or derived from servers and texts. */
  source: "config" | "catalog" | "derived";
  core: readonly ToolId[];
  /** The domains, then the specialized ones, each in the given order. A tool is in one of them. */
  domains: readonly TieredDomain[];
  /** Tools that are neither in the core nor in a domain: they are found by request only. */
  others: readonly ToolId[];
  /** What a configuration names and the catalog does not have. */
  unmatched: readonly string[];
  /** The domains of tier `domain` that a message names, best first. */
  match(message: string): DomainMatch[];
  /** The domains as servers, for a router. */
  asServers(): readonly CatalogServer[];
}

/** What there is to look around in. */
export type TieringParts = Pick<Tiering, "core" | "domains" | "others">;
