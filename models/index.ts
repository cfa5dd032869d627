/** Chat models: which one, the offline planner, and the rules of a transcript. */
export { type EmbedderSettings, type ResolvedEmbedder, resolveEmbedder } from "./embeddings.js";
export { OfflinePlanner, type OfflinePlannerOptions } from "./offline/planner.js";
export * from "./protocol.js";
export { type ModelSettings, type ProviderName, type ResolvedModel, resolveModel } from "./providers.js";
export * from "./transcript.js";
