/** The strategies by name. */
import { InputError } from "../catalog/types.js";
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

/** @throws InputError for a name that is none. */
export function parseStrategy(name: string): StrategyName {
  if (Object.hasOwn(strategies, name)) return name as StrategyName;
  throw new InputError(`There is no strategy "${name}": choose one of ${strategyNames.join(", ")}.`);
}
