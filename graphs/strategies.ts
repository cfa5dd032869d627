/** The strategies by name. */
import { createActiveGraph } from "./active.js";
import { createAllToolsGraph } from "./all-tools.js";
import type { GraphOptions } from "./options.js";
import { createRetrievalGraph } from "./retrieval.js";

export const strategies = {
  active: createActiveGraph,
  retrieval: createRetrievalGraph,
  "all-tools": createAllToolsGraph,
} as const satisfies Record<string, (options: GraphOptions) => unknown>;

export type StrategyName = keyof typeof strategies;

export const strategyNames = Object.keys(strategies) as StrategyName[];
