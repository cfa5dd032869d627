/** What other rooms and other projects use of the catalog. */
export { defaults, routingPresets } from "./defaults.js";
export {
  type BuiltinCatalogName,
  builtinCatalogNames,
  type LoadCatalogOptions,
  type LoadedCatalog,
  loadCatalog,
} from "./load.js";
export { callName } from "./names.js";
export { type CatalogChange, ToolCatalog } from "./registry.js";
export { toFunctionTool } from "./schema.js";
export * from "./search/index.js";
export { openRouter, type WarmRouter, type WarmRouterOptions } from "./search/warm-router.js";
export { builtinServers } from "./sources/builtin/index.js";
export { addDistractors, distractorServers } from "./sources/distractors.js";
export { type CatalogFileOptions, readCatalogFile } from "./sources/json-file.js";
export { fromLangChainTools } from "./sources/langchain-tools.js";
export { qualityEngineeringServers } from "./sources/quality-engineering/index.js";
export {
  chooseDomains,
  type DeriveOptions,
  type DomainMatch,
  deriveTiers,
  readTierFile,
  renderGuide,
  type TierConfig,
  type TieredDomain,
  type Tiering,
  tieringOf,
} from "./tiers/index.js";
export { countSchemaTokens, countTokens, estimateTokens } from "./tokens.js";
export * from "./types.js";
