/** Routes the new requests of the last AI message through the router and keeps the trace of each. */
import { defaults } from "../catalog/defaults.js";
import { rememberingRouter } from "./memory.js";
import { findLastAnswer } from "./pending.js";
import { permissionFilter } from "./permissions.js";
import { type AgentPorts, emit, type NodeConfig, settingsOf } from "./ports.js";
import type { AgentState, AgentUpdate, RoutingRecord } from "./types.js";

/** Makes the node. */
export function createRouteNode(ports: Pick<AgentPorts, "catalog" | "router" | "memory" | "options">) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const messageId = findLastAnswer(state.messages)?.id;
    const waiting = state.requests.filter((request) => request.messageId === messageId && request.status === "routing");
    const router = await rememberingRouter(ports, config);
    const routing = await Promise.all(
      waiting.map(async ({ id, agent, turn, server, tool }): Promise<RoutingRecord> => {
        const trace = await router.route(
          { server, tool },
          {
            topKServers: settings.topKServers,
            topKTools: settings.topKTools,
            threshold: settings.similarityThreshold,
            embeddingWeight: settings.embeddingWeight,
            allows: permissionFilter(settings),
          },
        );
        return { id, agent, turn, trace: { ...trace, cut: trace.cut.slice(0, defaults.keptCuts) } };
      }),
    );
    for (const { trace } of routing) {
      const { request, servers, tools, comparisons } = trace;
      emit(config, {
        type: "routed",
        request,
        servers,
        tools: tools.slice(0, settings.maxToolsPerRequest),
        comparisons,
      });
    }
    return { routing };
  };
}
