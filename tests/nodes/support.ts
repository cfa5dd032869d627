/** Small hand-made states, catalogs and ports, so that one node runs alone. */
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { createRouter, type ServerDefinition, ToolCatalog, type ToolDefinition } from "../../catalog/index.js";
import type { AgentPorts, NodeConfig } from "../../nodes/ports.js";
import type { AgentContext } from "../../nodes/settings.js";
import type {
  AgentState,
  BoundTool,
  ModelCallMetric,
  PendingCall,
  RequestRecord,
  ToolCallMetric,
} from "../../nodes/types.js";
import { ScriptedModel } from "../support/scripted-model.js";

export const agent = "active";

export function bound(server: string, name: string, rest: Partial<BoundTool> = {}): BoundTool {
  return { id: { server, name }, callName: name, agent, loadedTurn: 1, lastUsedTurn: 1, revision: 1, ...rest };
}

export function state(rest: Partial<AgentState> = {}): AgentState {
  const messages: BaseMessage[] = [new HumanMessage({ id: "h1", content: "Read a.txt" })];
  return {
    messages,
    boundTools: [],
    requests: [],
    routing: [],
    metrics: [],
    turn: { number: 1, taskId: "h1" },
    version: 1,
    ...rest,
  };
}

/** The task, and what the model said to it. */
export function asked(...said: BaseMessage[]): BaseMessage[] {
  return [new HumanMessage({ id: "h1", content: "Read a.txt" }), ...said];
}

export function call(name: string, args: Record<string, unknown> = {}, id = "c1"): ToolCall {
  return { type: "tool_call", id, name, args };
}

export function says(content: string, ...calls: ToolCall[]): AIMessage {
  return new AIMessage({ id: "a1", content, tool_calls: calls });
}

export function request(rest: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: "a1:r1:0",
    agent,
    turn: 1,
    messageId: "a1",
    callId: "r1",
    server: "files on disk",
    tool: "read the text of a file",
    status: "routing",
    repeated: false,
    matched: [],
    ...rest,
  };
}

export function modelMetric(rest: Partial<ModelCallMetric> = {}): ModelCallMetric {
  return {
    kind: "model",
    id: "a1",
    agent,
    turn: 1,
    inputTokens: 10,
    outputTokens: 2,
    counted: false,
    schemaTokens: 5,
    tools: 1,
    latency: 1,
    startStep: 1,
    ...rest,
  };
}

export function toolMetric(rest: Partial<ToolCallMetric> = {}): ToolCallMetric {
  return {
    kind: "tool",
    id: "a1:0",
    agent,
    turn: 1,
    tool: { server: "files", name: "read_file" },
    calledName: "read_file",
    args: {},
    ok: true,
    simulated: false,
    calledBeforeLoad: false,
    latency: 1,
    ...rest,
  };
}

export function pendingCall(name: string, args: Record<string, unknown> = {}, rest: Partial<PendingCall> = {}) {
  return { messageId: "a1", index: 0, protocol: "native", callId: "c1", name, args, ...rest } satisfies PendingCall;
}

export function tool(name: string, rest: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `Does ${name}`,
    inputSchema: { type: "object" },
    execute: async () => ({ content: [{ type: "text", text: `done ${name}` }], isError: false }),
    ...rest,
  };
}

export function server(name: string, ...tools: ToolDefinition[]): ServerDefinition {
  return { name, description: `Server ${name}`, tools };
}

/** `count` tools on one server, `op0` and so on. */
export function numbered(count: number, name = "many"): ServerDefinition {
  return server(name, ...Array.from({ length: count }, (_, index) => tool(`op${index}`)));
}

export function ports(
  catalog: ToolCatalog = new ToolCatalog(),
  options: AgentContext = {},
  rest: Partial<AgentPorts> = {},
): AgentPorts {
  return {
    catalog,
    router: createRouter("tfidf", catalog),
    model: new ScriptedModel([]),
    agent,
    discovery: true,
    options,
    ...rest,
  };
}

/** A config that collects the events a node emits. */
export function listening(rest: Partial<NodeConfig> = {}): NodeConfig & { events: Record<string, unknown>[] } {
  const events: Record<string, unknown>[] = [];
  return { ...rest, writer: (event: unknown) => void events.push(event as Record<string, unknown>), events };
}
