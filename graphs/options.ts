/** The options of the graph factories, and the ports made from them. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph";
import { defaults } from "../catalog/defaults.js";
import { kindOf } from "../catalog/definition.js";
import type { ToolCatalog } from "../catalog/index.js";
import { createRouter, type Router, withRoutingCache } from "../catalog/search/index.js";
import { followTiers, type TierConfig } from "../catalog/tiers/index.js";
import { InputError } from "../catalog/types.js";
import type { MemoryOptions } from "../nodes/memory.js";
import type { AgentPorts, ModelSource } from "../nodes/ports.js";
import { type AgentContext, type AgentSettings, resolveSettings } from "../nodes/settings.js";
import { agentContext } from "./context.js";

export interface GraphOptions {
  catalog: ToolCatalog;
  model: ModelSource;
  /** How tools are found; the default router when left out. */
  router?: Router | undefined;
  /** The tiers of the catalog, read by the tiered graph; its tools' own, or derived ones, when left out. */
  tiers?: TierConfig | undefined;
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
  /** Remembers over threads which tools served which requests, in that store or one of its own; off when left out. */
  memory?: MemoryOptions | undefined;
}

/** Makes the ports of the nodes. @throws InputError for settings that are out of range, and for what is missing or no option. */
export function createPorts(options: GraphOptions, strategy: string): AgentPorts {
  checkOptions(options);
  const isTiered = strategy === "tiered";
  const given = options.context ?? {};
  const room = isTiered ? { maxBoundTools: given.maxBoundTools ?? defaults.tiers.maxBoundTools } : {};
  const context = { ...given, ...room };
  resolveSettings({}, context);
  if (options.persist && options.checkpointer)
    throw new InputError(
      "persist and checkpointer are both set; expected one: a subgraph with persist uses its parent's",
    );
  return {
    catalog: options.catalog,
    router: options.router ?? withRoutingCache(createRouter(defaults.router, options.catalog), options.catalog),
    model: options.model,
    agent: options.name ?? strategy,
    discovery: strategy === "active" || isTiered,
    ...(isTiered ? { tiers: followTiers(options.catalog, options.tiers) } : {}),
    memory: options.memory,
    options: context,
    instructions: options.instructions,
  };
}

/** What types would refuse. A mistyped `approval` must not become a run without any. */
function checkOptions(given: unknown): void {
  const { catalog, model, context, ...others }: Record<string, unknown> = { ...(given ?? {}) };
  if (typeof (catalog as Partial<ToolCatalog> | undefined)?.servers !== "function")
    throw new InputError(`catalog is ${kindOf(catalog)}; expected a ToolCatalog, such as new ToolCatalog([...])`);
  if (typeof model !== "function" && typeof (model as Partial<BaseChatModel> | undefined)?.invoke !== "function")
    throw new InputError(`model is ${kindOf(model)}; expected a chat model, or a function that makes one`);
  const names = Object.keys(agentContext.shape);
  const misplaced = names.find((name) => others[name] !== undefined);
  if (misplaced) throw new InputError(`${misplaced} is a setting; expected it in context: { ${misplaced}: ... }`);
  const unknown = Object.keys(context ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new InputError(`context has the setting "${unknown}"; expected one of: ${names.join(", ")}`);
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

/** What LangGraph hands to every run, and so to every subgraph, that sets no limit of its own. */
const inheritedRecursionLimit = 25;

/** A round of discovery takes four supersteps, a call two. */
function recursionLimitFor({ maxToolRequests }: AgentSettings): number {
  const rounds = maxToolRequests + defaults.maxFreeRounds + 2;
  return 4 * rounds + 2 * defaults.expectedToolCalls + 10;
}

/**
 * Saves each step before the next one begins, where nothing else was chosen: with LangGraph's own default a run that is
 * killed in a call may have saved nothing to resume. A subgraph follows its parent, whose checkpoints hold its own.
 */
function withDurability(options: RunOptions | undefined, bound: RunOptions | undefined): RunOptions {
  const isNested = options?.configurable?.__pregel_task_id !== undefined;
  const isChosen = [options, bound].some(
    (config) => config?.durability !== undefined || config?.checkpointDuring !== undefined,
  );
  return isNested || isChosen ? { ...options } : { ...options, durability: "sync" };
}

/**
 * Sets the recursion limit from the budgets of a run, its context included. A limit that the caller chose is kept, but
 * not 25: that is what a subgraph inherits from a parent that chose nothing, and it would end after three rounds. Near
 * the limit a run ends with an answer, not with an exception.
 */
export function withRecursionLimit<Graph extends LimitedGraph<Graph>>(graph: Graph, ports: AgentPorts): Graph {
  const preset = recursionLimitFor(resolveSettings({}, ports.options));
  const limited = graph.withConfig({ recursionLimit: graph.config?.recursionLimit ?? preset });
  const bound = limited.config?.recursionLimit;
  const notChosen = new Set([undefined, inheritedRecursionLimit, bound]);
  const stream: Graph["stream"] = limited.stream.bind(limited);
  const withConfig = limited.withConfig.bind(limited);
  const streamWithLimit = async (input: unknown, given?: RunOptions): Promise<unknown> => {
    const options = withDurability(given, limited.config);
    if (!notChosen.has(options.recursionLimit)) return stream(input, options);
    const recursionLimit =
      bound === preset ? recursionLimitFor(resolveSettings(options.context, ports.options)) : bound;
    return stream(input, { ...options, recursionLimit });
  };
  return Object.assign(limited, {
    stream: streamWithLimit,
    withConfig: (config: RunOptions) => withRecursionLimit(withConfig(config), ports),
  });
}

interface RunOptions {
  recursionLimit?: number;
  durability?: "sync" | "async" | "exit";
  /** The older name of the same choice. */
  checkpointDuring?: boolean;
  configurable?: Record<string, unknown>;
  context?: AgentContext;
}

interface LimitedGraph<Graph> {
  config?: RunOptions | undefined;
  withConfig(config: RunOptions): Graph;
  // biome-ignore lint/suspicious/noExplicitAny: the signature of a compiled graph depends on its state; it is passed through unchanged.
  stream(input: any, options?: any): any;
}
