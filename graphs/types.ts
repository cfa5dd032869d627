/** The type of every graph, in the words of this software. */
import type { BaseMessage } from "@langchain/core/messages";
import type {
  AnnotationRoot,
  BaseChannel,
  CompiledStateGraph,
  Messages,
  OverwriteValue,
  StateType,
  UpdateType,
} from "@langchain/langgraph";
import type { AgentContext } from "../nodes/settings.js";
import type {
  BoundTool,
  BoundToolOperation,
  MetricRecord,
  RequestRecord,
  RoutingRecord,
  StoppedBy,
  Turn,
} from "../nodes/types.js";

/** A channel: what it holds, and what may be written to it. */
type Channel<Value, Update = Value> = BaseChannel<Value, Update | OverwriteValue<Value>>;

/** The channels of the state. */
export type AgentChannels = {
  messages: Channel<BaseMessage[], Messages>;
  boundTools: Channel<BoundTool[], (BoundTool | BoundToolOperation)[]>;
  requests: Channel<RequestRecord[]>;
  routing: Channel<RoutingRecord[]>;
  metrics: Channel<MetricRecord[]>;
  turn: Channel<Turn>;
  stoppedBy: Channel<StoppedBy | undefined>;
  version: Channel<number>;
};

/** Every setting is optional; from the schema alone LangGraph would type them all as required. */
export type ContextChannels = { [Key in keyof AgentContext]?: BaseChannel<NonNullable<AgentContext[Key]>> };

/**
 * A compiled graph of this software: run it, stream it, or add it as a node to a bigger graph. Input is any part of the
 * state, most often `{ messages }`; output is the whole state; the context of a run is any part of `AgentContext`.
 */
export interface AgentGraph
  extends CompiledStateGraph<
    StateType<AgentChannels>,
    UpdateType<AgentChannels>,
    string,
    AgentChannels,
    AgentChannels,
    AnnotationRoot<ContextChannels>
  > {}
