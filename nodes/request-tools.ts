/** Reads the tool requests of the last AI message, sorts out repeats, and spends the budget. */
import { defaults } from "../catalog/defaults.js";
import { toolKey } from "../catalog/index.js";
import type { ToolRequest } from "../models/protocol.js";
import { boundToolsOf } from "./bind.js";
import { findPendingWork } from "./pending.js";
import { type AgentPorts, emit, type NodeConfig, settingsOf } from "./ports.js";
import { ofTurn } from "./stop.js";
import type { AgentState, AgentUpdate, RequestRecord, RequestStatus } from "./types.js";

/** Makes the node. It decides the status of every request; `routing` is left for those that need a search. */
export function createRequestToolsNode(ports: Pick<AgentPorts, "agent" | "options">) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const { message, groups } = findPendingWork(state.messages, settings.callProtocol);
    const messageId = message?.id ?? "";
    const base = { agent: ports.agent, turn: state.turn.number, messageId };
    const records: RequestRecord[] = groups.flatMap(({ callId, requests, invalid }) => {
      const idOf = (index: number): string => `${messageId}:${callId ?? "text"}:${index}`;
      const valid = requests.map((request, index) => ({
        ...base,
        id: idOf(index),
        callId,
        ...request,
        ...findRepeat(request, state, ports.agent),
      }));
      const broken = invalid.map((block, index) => ({
        ...base,
        id: idOf(requests.length + index),
        callId,
        server: "",
        tool: block.text.slice(0, 200),
        status: "invalid" as const,
        repeated: false,
        matched: [],
        reason: block.reason,
      }));
      return [...valid, ...broken];
    });
    const spent = refusedStatuses(state, ports.agent, settings.maxToolRequests);
    const decided = records
      .map(refuseSurplus)
      .map((record) =>
        spent.has(record.status)
          ? { ...record, status: "budget_spent" as const, repeated: false, matched: [] }
          : record,
      );
    emit(config, {
      type: "requested",
      requests: decided.map(({ server, tool, status }) => ({ server, tool, status })),
    });
    return { requests: decided };
  };
}

/** One message costs one round, so it may not ask for the whole catalog. */
function refuseSurplus(record: RequestRecord, index: number): RequestRecord {
  if (index < defaults.maxRequestsPerMessage) return record;
  const reason = `Only the first ${defaults.maxRequestsPerMessage} requests of a message are read. Ask again for what is still missing.`;
  return { ...record, status: "invalid", repeated: false, matched: [], reason };
}

/** A request made before whose tools are all still bound needs no search. */
function findRepeat(
  request: ToolRequest,
  state: AgentState,
  agent: string,
): Pick<RequestRecord, "status" | "repeated" | "matched"> {
  const bound = new Set(boundToolsOf(agent, state.boundTools).map((tool) => toolKey(tool.id)));
  const wanted = normalize(request);
  const earlier = state.requests.findLast(
    (record) => record.agent === agent && record.matched.length > 0 && normalize(record) === wanted,
  );
  if (!earlier?.matched.every((tool) => bound.has(toolKey(tool))))
    return { status: "routing", repeated: false, matched: [] };
  return { status: "already_loaded", repeated: true, matched: earlier.matched };
}

function normalize({ server, tool }: ToolRequest): string {
  return JSON.stringify([server, tool].map((part) => part.toLowerCase().replace(/\s+/g, " ").trim()));
}

/**
 * Which statuses the budget turns into a refusal. A message with a new request is a round and costs one. Messages
 * that only repeat or only hold broken requests are free, but not without end.
 */
function refusedStatuses(state: AgentState, agent: string, maxToolRequests: number): Set<RequestStatus> {
  const paid = new Set<string>();
  const free = new Set<string>();
  for (const record of ofTurn(state.requests, agent, state.turn.number)) {
    if (record.status === "budget_spent") continue;
    (record.repeated || record.status === "invalid" ? free : paid).add(record.messageId);
  }
  const refused = new Set<RequestStatus>();
  if (paid.size >= maxToolRequests) refused.add("routing");
  const onlyFree = [...free].filter((id) => !paid.has(id));
  if (onlyFree.length >= defaults.maxFreeRounds) refused.add("already_loaded").add("invalid");
  return refused;
}
