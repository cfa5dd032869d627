/** Opens a turn of the tiered graph: the core is bound, and with it every domain that the user's message names. */
import { chooseDomains, tierFunctionNames } from "../catalog/tiers/index.js";
import type { ToolId } from "../catalog/types.js";
import { findTask } from "../models/protocol.js";
import { bind } from "./bind.js";
import { permissionFilter } from "./permissions.js";
import { type AgentPorts, emitBound, type NodeConfig, settingsOf } from "./ports.js";
import { currentTurn } from "./turn.js";
import type { AgentState, AgentUpdate, RoutingRecord } from "./types.js";

/** How the routing records of this node are named, where a router's name stands otherwise. */
export const keywordRouterName = "keywords";

/** Makes the node. What was loaded in earlier turns stays; the core counts as used in each, so that it is never evicted. */
export function createLoadTiersNode(ports: Pick<AgentPorts, "catalog" | "tiers" | "agent" | "options">) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const turn = currentTurn(state);
    const tiering = ports.tiers!();
    const text = findTask(state.messages)?.text ?? "";
    const named = await chooseDomains(tiering, text);
    const toolsOf = new Map(tiering.domains.map(({ name, tools }) => [name, tools]));
    const core = tiering.core.filter(({ name }) => !tierFunctionNames.has(name));
    const wanted: ToolId[] = [...core, ...named.flatMap(({ domain }) => toolsOf.get(domain) ?? [])];
    const operations = bind(state.boundTools, wanted, ports.catalog, {
      agent: ports.agent,
      turn: turn.number,
      maxBoundTools: settings.maxBoundTools,
      allows: permissionFilter(settings),
      reserved: tierFunctionNames,
    });
    emitBound(config, operations);
    const record: RoutingRecord = {
      id: `${turn.taskId}:tiers:${ports.agent}`,
      agent: ports.agent,
      turn: turn.number,
      trace: {
        router: keywordRouterName,
        request: { tool: text },
        threshold: 0,
        servers: named.map(({ domain, score }) => ({ name: domain, score })),
        tools: named.flatMap(({ domain, score }) =>
          (toolsOf.get(domain) ?? []).map((id) => ({ id, score, fit: 1, serverScore: score, toolScore: 0 })),
        ),
        cut: [],
        comparisons: tiering.domains.length,
        ...(named.length > 0
          ? { notices: named.map(({ domain, keywords }) => `domain ${domain}: ${keywords.join(", ")}`) }
          : {}),
      },
    };
    return { turn, boundTools: operations, routing: [record], stoppedBy: undefined };
  };
}
