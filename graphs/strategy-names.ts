/** The names of the strategies, apart from their graphs: the command line shows them without loading LangGraph. */

export const strategyNames = ["active", "retrieval", "all-tools", "tiered"] as const;

export type StrategyName = (typeof strategyNames)[number];
