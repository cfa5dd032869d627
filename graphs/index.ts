/** What another project gets from `import ... from "toolgap"`. */
export { defaults, routingPresets } from "../catalog/defaults.js";
export { type LoadCatalogOptions, type LoadedCatalog, loadCatalog } from "../catalog/load.js";
export { type CatalogChange, ToolCatalog } from "../catalog/registry.js";
export { createRouter, routerNames } from "../catalog/search/index.js";
export type * from "../catalog/search/types.js";
export { readCatalogFile } from "../catalog/sources/json-file.js";
export { fromLangChainTools } from "../catalog/sources/langchain-tools.js";
export {
  type LoadedMcpServers,
  type LoadMcpOptions,
  loadMcpServers,
  type McpOptions,
  type ServerFailure,
  type SyncedMcpServer,
  syncMcpServers,
} from "../catalog/sources/mcp/index.js";
export { deriveTiers, readTierFile, type TierConfig, type Tiering, tieringOf } from "../catalog/tiers/index.js";
export * from "../catalog/types.js";
export { OfflinePlanner } from "../models/offline/planner.js";
export { type ModelSettings, type ResolvedModel, resolveModel } from "../models/providers.js";
export {
  type Addressed,
  type Approval,
  type DecisionOptions,
  decideApproval,
  describeEdit,
  type Undecided,
} from "../nodes/approval.js";
export {
  type ApprovalFormat,
  approvalFormatNames,
  fromHITLResponse,
  fromHumanResponse,
  toHITLRequest,
  toHITLResponse,
  toHumanInterrupt,
  toHumanResponse,
} from "../nodes/approval-formats.js";
export {
  type ApprovalChoice,
  type ApprovalDecision,
  type ApprovalRequest,
  createApprovalRequest,
} from "../nodes/approval-request.js";
export { type AskApproval, type AskOptions, askApproval } from "../nodes/ask-approval.js";
export { FileStore, type FileStoreOptions } from "../nodes/memory/file-store.js";
export type { MemoryNamespace } from "../nodes/memory/namespace.js";
export { type MemoryOptions, rememberTurn } from "../nodes/memory.js";
export { type ApprovalRules, needsApproval } from "../nodes/permissions.js";
export type { ModelSource } from "../nodes/ports.js";
export type { AgentContext, AgentSettings } from "../nodes/settings.js";
export { summarizeTurn, type TurnMetrics, type TurnSummary } from "../nodes/summary.js";
export { loadedDomains } from "../nodes/tier-functions.js";
export type * from "../nodes/types.js";
export { createActiveGraph } from "./active.js";
export { createAllToolsGraph } from "./all-tools.js";
export { agentContext } from "./context.js";
export type { GraphOptions } from "./options.js";
export { createRetrievalGraph } from "./retrieval.js";
export { agentState, sharedState, stateVersion } from "./state.js";
export { type StrategyName, strategies, strategyNames } from "./strategies.js";
export { createTieredGraph } from "./tiered.js";
export type { AgentGraph } from "./types.js";
