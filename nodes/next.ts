/** Where the graphs go next. Pure: read from the last AI message. */
import { Send } from "@langchain/langgraph";
import { boundToolsOf } from "./bind.js";
import { findTool } from "./execute.js";
import { findPendingWork } from "./pending.js";
import { permissionFilter } from "./permissions.js";
import { type AgentPorts, type NodeConfig, settingsOf } from "./ports.js";
import { type AgentSettings, policyOf } from "./settings.js";
import { stateVersion } from "./state-version.js";
import { tierFunctionOf, toolsOfCall } from "./tier-functions.js";
import type { AgentState, ExecuteTask } from "./types.js";

type NextPorts = Pick<AgentPorts, "catalog" | "tiers" | "reserved" | "agent" | "options" | "discovery">;

/** After `analyze`: one task for each call, else the requests, else the end. */
export function createAfterAnalyze(ports: NextPorts) {
  return (state: AgentState, config: NodeConfig): Send[] | "request-tools" | "__end__" => {
    if (state.stoppedBy) return "__end__";
    const settings = settingsOf(ports, config);
    const { calls, groups } = findPendingWork(state.messages, settings.callProtocol, ports.discovery);
    if (calls.length > 0) return tasksOf(state, settings, ports).map((task) => new Send("execute", task));
    return groups.length > 0 ? "request-tools" : "__end__";
  };
}

/** One task for each call of the last AI message; calls of a host's own functions are none, but for unreadable ones. */
export function tasksOf(
  { messages, boundTools: all, turn }: AgentState,
  settings: AgentSettings,
  ports: NextPorts,
): ExecuteTask[] {
  const { calls } = findPendingWork(messages, settings.callProtocol, ports.discovery);
  const ours = calls.filter(({ name, invalid }) => invalid !== undefined || !ports.reserved?.has(name));
  const boundTools = boundToolsOf(ports.agent, all);
  const together = ours.flatMap((call) => {
    if (tierFunctionOf(call.name, ports.tiers)) return toolsOfCall(call, ports.tiers!(), permissionFilter(settings));
    const tool = call.invalid ? undefined : findTool(call.name, boundTools, settings, ports);
    return typeof tool === "object" ? [tool.id] : [];
  });
  const { approvalFormat } = settings;
  const policy = policyOf(settings);
  return ours.map((call) => ({ version: stateVersion, call, together, boundTools, turn, policy, approvalFormat }));
}

/** After `execute`: requests of the same message come next, else the model again. */
export function createAfterExecute(ports: NextPorts) {
  return (state: AgentState, config: NodeConfig): "request-tools" | "analyze" => {
    const { groups } = findPendingWork(state.messages, settingsOf(ports, config).callProtocol, ports.discovery);
    return groups.length > 0 ? "request-tools" : "analyze";
  };
}

/** After `bind-all`: a catalog that no provider accepts ends the run. */
export function afterBindAll(state: AgentState): "analyze" | "__end__" {
  return state.stoppedBy ? "__end__" : "analyze";
}
