/** Tiered catalogs: a core that is always loaded, domains that a message loads, the rest on request. */
export { chooseDomains, visibleDomains } from "./choose.js";
export { type DeriveOptions, deriveTiers } from "./derive.js";
export { checkTierConfig, readTierFile } from "./file.js";
export { discoverFunction, loadDomainFunction, tierFunctionNames } from "./functions.js";
export { discover, renderGuide } from "./guide.js";
export type { DomainMatch } from "./matcher.js";
export { followTiers, tieringOf } from "./tiering.js";
export type { ConfiguredDomain, TierConfig, TieredDomain, Tiering } from "./types.js";
