/** All tools at once, for comparison: the whole catalog is bound before the model is called. */
import { END, START, StateGraph } from "@langchain/langgraph";
import { createAnalyzeNode } from "../nodes/analyze.js";
import { createBindAllNode } from "../nodes/bind-all.js";
import { createExecuteNode } from "../nodes/execute.js";
import { withStateVersion } from "../nodes/migrate.js";
import { afterBindAll, createAfterAnalyze } from "../nodes/next.js";
import { contextDefinition } from "./context.js";
import { compileOptions, createPorts, type GraphOptions, withRecursionLimit } from "./options.js";
import { agentState } from "./state.js";
import type { AgentGraph } from "./types.js";

/** Builds the all-tools graph over a catalog. @throws InputError for settings that are out of range. */
export function createAllToolsGraph(options: GraphOptions): AgentGraph {
  const ports = createPorts(options, "all-tools");
  const graph = new StateGraph({ state: agentState, context: contextDefinition })
    .addNode("bind-all", withStateVersion(createBindAllNode(ports)))
    .addNode("analyze", withStateVersion(createAnalyzeNode(ports)))
    .addNode("execute", createExecuteNode(ports))
    .addEdge(START, "bind-all")
    .addConditionalEdges("bind-all", afterBindAll, ["analyze", END])
    .addConditionalEdges("analyze", createAfterAnalyze(ports), ["execute", END])
    .addEdge("execute", "analyze")
    .compile(compileOptions(options, ports));
  return withRecursionLimit(graph, ports);
}
