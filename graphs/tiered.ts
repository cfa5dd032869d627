/** The tiered graph: a core is always loaded, a domain when the user names it, the rest when the model asks. */
import { END, START, StateGraph } from "@langchain/langgraph";
import { createAnalyzeNode } from "../nodes/analyze.js";
import { createBindToolsNode } from "../nodes/bind-tools.js";
import { createExecuteNode } from "../nodes/execute.js";
import { createLoadTiersNode } from "../nodes/load-tiers.js";
import { withMemory } from "../nodes/memory.js";
import { withStateVersion } from "../nodes/migrate.js";
import { createAfterAnalyze, createAfterExecute } from "../nodes/next.js";
import { createRequestToolsNode } from "../nodes/request-tools.js";
import { createRouteNode } from "../nodes/route.js";
import { contextDefinition } from "./context.js";
import { compileOptions, createPorts, type GraphOptions, withRecursionLimit } from "./options.js";
import { agentState } from "./state.js";
import type { AgentGraph } from "./types.js";

/**
 * Builds the tiered graph over a catalog, whose tiers are the given ones, its own, or derived.
 * @throws InputError for settings that are out of range, or tiers that cannot be used.
 */
export function createTieredGraph(options: GraphOptions): AgentGraph {
  const ports = createPorts(options, "tiered");
  const graph = new StateGraph({ state: agentState, context: contextDefinition })
    .addNode("load-tiers", withStateVersion(createLoadTiersNode(ports)))
    .addNode("analyze", withStateVersion(withMemory(createAnalyzeNode(ports), ports)))
    .addNode("execute", createExecuteNode(ports))
    .addNode("request-tools", withStateVersion(createRequestToolsNode(ports)))
    .addNode("route", withStateVersion(createRouteNode(ports)))
    .addNode("bind-tools", withStateVersion(createBindToolsNode(ports)))
    .addEdge(START, "load-tiers")
    .addEdge("load-tiers", "analyze")
    .addConditionalEdges("analyze", createAfterAnalyze(ports), ["execute", "request-tools", END])
    .addConditionalEdges("execute", createAfterExecute(ports), ["request-tools", "analyze"])
    .addEdge("request-tools", "route")
    .addEdge("route", "bind-tools")
    .addEdge("bind-tools", "analyze")
    .compile(compileOptions(options, ports));
  return withRecursionLimit(graph, ports);
}
