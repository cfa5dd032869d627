/** Chat models: which one, the offline planner, and the rules of a transcript. */

export { checkModel, type ModelCheck } from "./doctor.js";
export { type EmbedderSettings, type ResolvedEmbedder, resolveEmbedder } from "./embeddings.js";
export { failureText, ModelCallError } from "./failures.js";
export { OfflinePlanner, type OfflinePlannerOptions } from "./offline/planner.js";
export { costOf, type PriceTable, readPrices, type TokenUsage } from "./prices.js";
export * from "./protocol.js";
export { type ModelSettings, type ProviderName, type ResolvedModel, resolveModel } from "./providers.js";
export * from "./transcript.js";
