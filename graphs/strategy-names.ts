/** The names of the strategies, apart from their graphs: the command line shows them without loading LangGraph. */

export const strategyNames = ["active", "retrieval", "all-tools", "tiered"] as const;

export type StrategyName = (typeof strategyNames)[number];

/** Strategies in which something is found, so that there is something to remember. */
export const rememberingStrategies = ["active", "retrieval", "tiered"] as const satisfies readonly StrategyName[];

export type RememberingStrategy = (typeof rememberingStrategies)[number];
