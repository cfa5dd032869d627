/** The strategies by name. */
import { createActiveGraph } from "./active.js";
import { createAllToolsGraph } from "./all-tools.js";
import type { GraphOptions } from "./options.js";
import { createRetrievalGraph } from "./retrieval.js";
import type { StrategyName } from "./strategy-names.js";
import { createTieredGraph } from "./tiered.js";
import type { AgentGraph } from "./types.js";

export { type StrategyName, strategyNames } from "./strategy-names.js";

export const strategies: Record<StrategyName, (options: GraphOptions) => AgentGraph> = {
  active: createActiveGraph,
  retrieval: createRetrievalGraph,
  "all-tools": createAllToolsGraph,
  tiered: createTieredGraph,
};
