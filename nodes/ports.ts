/** What the nodes need from outside; the graphs hand it in. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { FunctionTool, ToolCatalog, ToolId, ToolOutcome } from "../catalog/index.js";
import type { Router } from "../catalog/search/types.js";
import { tierFunctionNames } from "../catalog/tiers/functions.js";
import type { Tiering } from "../catalog/tiers/index.js";
import type { AskApproval } from "./ask-approval.js";
import type { MemoryOptions } from "./memory.js";
import { type AgentContext, type AgentSettings, resolveSettings } from "./settings.js";
import type { BoundToolOperation, PendingCall } from "./types.js";

/** A chat model, or how to get one for the settings of a run. */
export type ModelSource = BaseChatModel | ((settings: AgentSettings) => BaseChatModel | Promise<BaseChatModel>);

export interface AgentPorts {
  catalog: ToolCatalog;
  router: Router;
  model: ModelSource;
  /** Tells agents that share a state apart. */
  agent: string;
  /** Whether the model may ask for tools. */
  discovery: boolean;
  /** The tiers of the catalog as it is now; where there are none, nothing is loaded by keywords or domains. */
  tiers?: (() => Tiering) | undefined;
  /** Names of functions that the host of the loop has beside it: no tool gets one, and calls of them are the host's. */
  reserved?: ReadonlySet<string> | undefined;
  /** Those functions, sent before the loop's own, where its model is called on behalf of a host. */
  hostFunctions?: readonly FunctionTool[] | undefined;
  /** Asks a person about a call; where there is none, the run is interrupted. */
  askApproval?: AskApproval | undefined;
  /** Takes what each tool gave, for a host that hands it on whole; the state keeps a bounded part. */
  onOutcome?: ((call: PendingCall, outcome: ToolOutcome) => void) | undefined;
  /** How what became of tools is remembered over turns; where there is none, nothing is. */
  memory?: MemoryOptions | undefined;
  /** Settings of the factory; the context of a run goes before them. */
  options: AgentContext;
  /** Words for the system prompt, before this software's own. */
  instructions?: string | undefined;
}

export type NodeConfig = LangGraphRunnableConfig;

/** The names that no tool may get: they are functions that are sent beside the tools. */
export function reservedNames({ tiers, reserved }: Pick<AgentPorts, "tiers" | "reserved">): ReadonlySet<string> {
  return new Set([...(tiers ? tierFunctionNames : []), ...(reserved ?? [])]);
}

/** The settings of the run that a node is in. */
export function settingsOf(ports: Pick<AgentPorts, "options">, config: NodeConfig): AgentSettings {
  return resolveSettings(config.context as AgentContext | undefined, ports.options);
}

/** Tells listeners which tools were loaded and which made room for them. */
export function emitBound(config: NodeConfig, operations: readonly BoundToolOperation[]): void {
  const idsOf = (wanted: BoundToolOperation["op"]): ToolId[] =>
    operations.filter(({ op }) => op === wanted).map(({ id }) => id);
  emit(config, { type: "bound", loaded: idsOf("add"), evicted: idsOf("remove") });
}

/** Tells listeners of `streamMode: "custom"` what happened; small payloads only. */
export function emit(
  config: NodeConfig,
  event: { type: "requested" | "routed" | "bound" | "executed" | "progress"; [key: string]: unknown },
): void {
  config.writer?.(event);
}
