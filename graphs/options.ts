/** The options of the graph factories, and the ports made from them. */
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph";
import { defaults } from "../catalog/defaults.js";
import { createRouter, type Router, type ToolCatalog } from "../catalog/index.js";
import type { AgentPorts, ModelSource } from "../nodes/ports.js";
import { type AgentContext, resolveSettings } from "../nodes/settings.js";

export interface GraphOptions {
  catalog: ToolCatalog;
  model: ModelSource;
  /** How tools are found; the default router when left out. */
  router?: Router | undefined;
  /** Tells agents that share a state apart. Default: the name of the strategy. */
  name?: string | undefined;
  /** Settings for every run; the context of a run goes before them. */
  context?: AgentContext | undefined;
  /** Words for the system prompt, before this software's own. */
  instructions?: string | undefined;
  /** Saves the state of each thread. */
  checkpointer?: BaseCheckpointSaver | undefined;
  /** As a subgraph: keep an own state in the parent's checkpoints, so that tools outlive the turn. */
  persist?: boolean | undefined;
  store?: BaseStore | undefined;
}

/** Makes the ports of the nodes. @throws InputError for settings that are out of range. */
export function createPorts(options: GraphOptions, strategy: string): AgentPorts {
  const context = options.context ?? {};
  resolveSettings({}, context);
  return {
    catalog: options.catalog,
    router: options.router ?? createRouter(defaults.router, options.catalog),
    model: options.model,
    agent: options.name ?? strategy,
    discovery: strategy === "active",
    options: context,
    instructions: options.instructions,
  };
}

/** What `compile` gets. */
export function compileOptions(options: GraphOptions, ports: AgentPorts) {
  return {
    name: ports.agent,
    ...(options.persist
      ? { checkpointer: true as const }
      : options.checkpointer
        ? { checkpointer: options.checkpointer }
        : {}),
    ...(options.store ? { store: options.store } : {}),
  };
}

/**
 * Supersteps for a whole turn: a round of discovery takes four, a call two (LangGraph's own default of 25 ends in an
 * exception). Near the limit the run ends with an answer.
 */
export function recursionLimitFor(ports: AgentPorts): number {
  const { maxToolRequests } = resolveSettings({}, ports.options);
  return 4 * (maxToolRequests + defaults.maxFreeRounds + 2) + 2 * defaults.expectedToolCalls + 10;
}
