/**
 * The deterministic steps of the loop without a graph, for hosts that bring a loop of their own (an agent's middleware, a
 * proxy): the same nodes one after the other, merged by the same reducers.
 */
import { ToolMessage } from "@langchain/core/messages";
import { messagesStateReducer } from "@langchain/langgraph";
import { defaults } from "../catalog/defaults.js";
import { toolKey } from "../catalog/types.js";
import { bind, reduceBoundTools } from "./bind.js";
import { createBindToolsNode } from "./bind-tools.js";
import { createExecuteNode } from "./execute.js";
import { tasksOf } from "./next.js";
import { findPendingWork } from "./pending.js";
import { type AgentPorts, type NodeConfig, reservedNames, settingsOf } from "./ports.js";
import { mergeTraces, mergeTurnRecords, reduceTurn } from "./records.js";
import { createRequestToolsNode } from "./request-tools.js";
import { createRouteNode } from "./route.js";
import type { AgentState, AgentUpdate, ExecuteTask } from "./types.js";

export type DiscoveryPorts = Pick<
  AgentPorts,
  | ("catalog" | "router" | "tiers" | "agent" | "discovery" | "options" | "reserved" | "memory")
  | ("askApproval" | "onOutcome")
>;

export interface Discovery {
  /** The calls of the last AI message that are neither requests nor functions of the host, as `runCall` takes them. */
  tasks(state: AgentState, config: NodeConfig): ExecuteTask[];
  /** Answers every request of the last AI message: reads them, routes the new ones, binds what was found. */
  answerRequests(state: AgentState, config: NodeConfig): Promise<AgentUpdate>;
  /**
   * Answers the requests of one call of `request_tools`, for hosts that run every call in a task of its own, side by side:
   * what the calls of the message load is taken as loaded, and every such task writes the same records.
   */
  answerRequest(state: AgentState, callId: string, config: NodeConfig): Promise<AgentUpdate>;
  /** Runs one call; the tools of its message share the room among the bound ones. @throws GraphInterrupt for an approval. */
  runCall(task: ExecuteTask, config: NodeConfig): Promise<AgentUpdate>;
}

/** Makes the steps over a catalog and a router. */
export function createDiscovery(ports: DiscoveryPorts): Discovery {
  const steps = [createRequestToolsNode(ports), createRouteNode(ports), createBindToolsNode(ports)];
  const tasks: Discovery["tasks"] = (state, config) => tasksOf(state, settingsOf(ports, config), ports);
  const answerRequests: Discovery["answerRequests"] = async (state, config) => {
    let current = state;
    const updates: AgentUpdate[] = [];
    for (const step of steps) {
      const update = await step(current, config);
      updates.push(update);
      current = applyUpdate(current, update);
    }
    return joinUpdates(updates);
  };
  return {
    tasks,
    answerRequests,
    answerRequest: async (state, callId, config) => {
      const { maxBoundTools } = settingsOf(ports, config);
      const together = tasks(state, config)[0]?.together ?? [];
      const binding = { agent: ports.agent, turn: state.turn.number, maxBoundTools, reserved: reservedNames(ports) };
      const planned = { boundTools: bind(state.boundTools, together, ports.catalog, binding) };
      const isFirst = findFirstOpenRequest(state) === callId;
      // Listeners hear of the round once.
      const quiet = isFirst ? config : { ...config, writer: undefined };
      const { messages = [], ...answered } = await answerRequests(applyUpdate(state, planned), quiet);
      const own = messages.filter((message) => ToolMessage.isInstance(message) && message.tool_call_id === callId);
      // A call loads its tool itself, and not when a person refuses it; only what was requested is loaded here.
      const requested = new Set((answered.boundTools ?? []).map(({ id }) => toolKey(id)));
      const boundTools = planned.boundTools.filter(({ op, id }) => op !== "add" || requested.has(toolKey(id)));
      return joinUpdates([{ boundTools }, { ...answered, messages: own }]);
    },
    runCall: createExecuteNode(ports),
  };
}

/** The first call of `request_tools` in the last AI message that has no answer yet. */
function findFirstOpenRequest({ messages }: AgentState): string | undefined {
  const answered = new Set(messages.filter((message) => ToolMessage.isInstance(message)).map((m) => m.tool_call_id));
  const { groups } = findPendingWork(messages, "native");
  return groups.find(({ callId }) => callId !== undefined && !answered.has(callId))?.callId;
}

/** The state after an update, each channel merged as in the graphs. Pure but for the ids of messages without one. */
export function applyUpdate(state: AgentState, update: AgentUpdate): AgentState {
  const { messages = [], boundTools = [], requests = [], routing = [], metrics = [], turn } = update;
  return {
    messages: messages.length > 0 ? messagesStateReducer(state.messages, messages) : state.messages,
    boundTools: reduceBoundTools(state.boundTools, boundTools),
    requests: mergeTurnRecords(state.requests, requests, defaults.keptRequests),
    routing: mergeTraces(state.routing, routing, defaults.keptTraces),
    metrics: mergeTurnRecords(state.metrics, metrics, defaults.keptMetrics),
    turn: turn ? reduceTurn(state.turn, turn) : state.turn,
    stoppedBy: "stoppedBy" in update ? update.stoppedBy : state.stoppedBy,
    version: Math.max(state.version, update.version ?? 0),
  };
}

/** Updates one after the other as a single one: lists are joined (of a record the last one counts), else the later wins. */
function joinUpdates(updates: readonly AgentUpdate[]): AgentUpdate {
  const join = <Key extends "messages" | "boundTools" | "requests" | "routing" | "metrics">(key: Key) => {
    const parts = updates.flatMap((update): unknown[] => update[key] ?? []);
    return parts.length > 0 ? { [key]: parts } : {};
  };
  return Object.assign(
    {},
    ...updates,
    ...(["messages", "boundTools", "requests", "routing", "metrics"] as const).map(join),
  ) as AgentUpdate;
}
