/** One-shot retrieval: binds the tools nearest to the task's text, before the model is called. */
import { findTask } from "../models/protocol.js";
import { bind } from "./bind.js";
import { rememberingRouter } from "./memory.js";
import { permissionFilter } from "./permissions.js";
import { type AgentPorts, emitBound, type NodeConfig, settingsOf } from "./ports.js";
import { currentTurn } from "./turn.js";
import type { AgentState, AgentUpdate, RoutingRecord } from "./types.js";

/** Makes the node. */
export function createRetrieveNode(ports: Pick<AgentPorts, "catalog" | "router" | "memory" | "agent" | "options">) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const task = findTask(state.messages);
    const text = task?.text ?? "";
    const turn = currentTurn(state);
    const allows = permissionFilter(settings);
    const router = await rememberingRouter(ports, config);
    const hits = await router.retrieve({ tool: text }, settings.retrievalTopK, {
      allows,
      embeddingWeight: settings.embeddingWeight,
    });
    const operations = bind(
      state.boundTools,
      hits.map((hit) => hit.id),
      ports.catalog,
      {
        agent: ports.agent,
        turn: turn.number,
        maxBoundTools: settings.maxBoundTools,
      },
    );
    const record: RoutingRecord = {
      id: `${turn.taskId}:retrieve:${ports.agent}`,
      agent: ports.agent,
      turn: turn.number,
      trace: {
        router: ports.router.name,
        request: { tool: text },
        threshold: 0,
        servers: [],
        tools: hits,
        cut: [],
        comparisons: ports.catalog.tools().filter((tool) => allows?.(tool.id) ?? true).length,
      },
    };
    emitBound(config, operations);
    return { turn, boundTools: operations, routing: [record] };
  };
}
