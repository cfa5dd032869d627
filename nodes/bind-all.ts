/** All tools at once: binds the whole catalog, or says that no provider accepts so many. */
import { AIMessage } from "@langchain/core/messages";
import { defaults } from "../catalog/defaults.js";
import { bind } from "./bind.js";
import { isAllowed } from "./permissions.js";
import { type AgentPorts, emitBound, type NodeConfig, settingsOf } from "./ports.js";
import { currentTurn } from "./turn.js";
import type { AgentState, AgentUpdate } from "./types.js";

/** Makes the node. It never binds a part of the catalog. */
export function createBindAllNode(ports: Pick<AgentPorts, "catalog" | "agent" | "options">) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const turn = currentTurn(state);
    const ids = ports.catalog
      .tools()
      .map((tool) => tool.id)
      .filter((id) => isAllowed(id, settings));
    if (ids.length > defaults.providerMaxTools) {
      const content = `Not runnable: the catalog has ${ids.length} tools, providers accept at most ${defaults.providerMaxTools} in one request. Use the strategy active or retrieval.`;
      return { turn, messages: [new AIMessage(content)], stoppedBy: "error" };
    }
    const operations = bind(state.boundTools, ids, ports.catalog, {
      agent: ports.agent,
      turn: turn.number,
      maxBoundTools: defaults.providerMaxTools,
    });
    emitBound(config, operations);
    return { turn, boundTools: operations, stoppedBy: undefined };
  };
}
