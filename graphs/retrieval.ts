/** One-shot retrieval, for comparison: the tools nearest to the task's text are bound before the model is called. */
import { END, START, StateGraph } from "@langchain/langgraph";
import { createAnalyzeNode } from "../nodes/analyze.js";
import { createExecuteNode } from "../nodes/execute.js";
import { withMemory } from "../nodes/memory.js";
import { withStateVersion } from "../nodes/migrate.js";
import { createAfterAnalyze } from "../nodes/next.js";
import { createRetrieveNode } from "../nodes/retrieve.js";
import { contextDefinition } from "./context.js";
import { compileOptions, createPorts, type GraphOptions, withRecursionLimit } from "./options.js";
import { agentState } from "./state.js";
import type { AgentGraph } from "./types.js";

/** Builds the retrieval graph over a catalog. @throws InputError for settings that are out of range. */
export function createRetrievalGraph(options: GraphOptions): AgentGraph {
  const ports = createPorts(options, "retrieval");
  const graph = new StateGraph({ state: agentState, context: contextDefinition })
    .addNode("retrieve", withStateVersion(createRetrieveNode(ports)))
    .addNode("analyze", withStateVersion(withMemory(createAnalyzeNode(ports), ports)))
    .addNode("execute", createExecuteNode(ports))
    .addEdge(START, "retrieve")
    .addEdge("retrieve", "analyze")
    .addConditionalEdges("analyze", createAfterAnalyze(ports), ["execute", END])
    .addEdge("execute", "analyze")
    .compile(compileOptions(options, ports));
  return withRecursionLimit(graph, ports);
}
