/** Binds what was found and answers every request of the last AI message. */
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type ToolId, toFunctionTool, toolKey } from "../catalog/index.js";
import { selectMatches } from "../catalog/search/margin.js";
import type { RouterHit } from "../catalog/search/types.js";
import {
  describeLoadedTool,
  type LoadedTool,
  type RequestAnswer,
  renderRequestAnswers,
  requestToolsName,
} from "../models/protocol.js";
import { applyOperations, bind, boundToolsOf } from "./bind.js";
import { ShownTools } from "./dispatch.js";
import { findPendingWork } from "./pending.js";
import { type AgentPorts, emitBound, type NodeConfig, reservedNames, settingsOf } from "./ports.js";
import { feedback } from "./transcript.js";
import type { AgentState, AgentUpdate, BoundTool, RequestRecord } from "./types.js";

const notes = {
  loaded: undefined,
  already_loaded: "These were loaded before; call them.",
  nothing_fits: "No tool matches. Ask in other words once, or go on without.",
  budget_spent:
    "No more tools can be requested in this turn. Finish with the loaded tools, or answer with what there is and say what is missing.",
  invalid: undefined,
} as const satisfies Record<RequestAnswer["status"], string | undefined>;

const noRoom = "Some tools that match were not loaded: the limit of loaded tools is reached.";

/** Makes the node. */
export function createBindToolsNode(ports: Pick<AgentPorts, "catalog" | "tiers" | "reserved" | "agent" | "options">) {
  return async (state: AgentState, config: NodeConfig): Promise<AgentUpdate> => {
    const settings = settingsOf(ports, config);
    const { message, groups } = findPendingWork(state.messages, settings.callProtocol);
    const records = state.requests.filter((request) => request.messageId === message?.id);
    const found = new Map<string, RouterHit[]>();
    for (const { id } of records) {
      const trace = state.routing.find((routing) => routing.id === id)?.trace;
      if (trace) found.set(id, selectMatches(trace.tools, { maxTools: settings.maxToolsPerRequest }));
    }

    const wanted = byRank(
      records.map((record) =>
        record.status === "routing"
          ? (found.get(record.id) ?? []).map((hit) => hit.id)
          : record.matched.map(({ server, name }) => ({ server, name })),
      ),
    );
    const binding = {
      agent: ports.agent,
      turn: state.turn.number,
      maxBoundTools: settings.maxBoundTools,
      reserved: reservedNames(ports),
    };
    const operations = bind(state.boundTools, wanted, ports.catalog, binding);
    const bound = new Map(
      boundToolsOf(ports.agent, applyOperations(state.boundTools, operations)).map((tool) => [toolKey(tool.id), tool]),
    );
    const loadedNow = new Set(operations.filter(({ op }) => op === "add").map(({ id }) => toolKey(id)));

    const shown = settings.binding === "dispatch" ? new ShownTools(state.messages) : undefined;
    const nameTool = (id: ToolId): LoadedTool[] => {
      const name = bound.get(toolKey(id))?.callName;
      if (name === undefined) return [];
      const definition = shown && toFunctionTool(ports.catalog.get(id)!, name);
      if (!definition || shown.has(definition)) return [{ name, server: id.server }];
      shown.add(definition);
      return [describeLoadedTool(id.server, definition)];
    };
    const requests: RequestRecord[] = [];
    const answers = new Map<string, RequestAnswer>();
    for (const record of records) {
      const decided =
        record.status === "routing" ? settle(record, found.get(record.id) ?? [], bound, loadedNow) : record;
      for (const tool of decided.matched) loadedNow.delete(toolKey(tool));
      requests.push(decided);
      answers.set(record.id, {
        ...toAnswer(decided, nameTool, (found.get(record.id)?.length ?? 0) > decided.matched.length),
        ...(decided.status === "nothing_fits" ? nearestServers(record.id, state) : {}),
      });
    }
    emitBound(config, operations);
    const messages = groups.map(({ callId, functionName }): BaseMessage => {
      const group = requests.filter((request) => request.callId === callId);
      const results = group.map((request) => answers.get(request.id)!);
      if (callId === undefined) return feedback(renderRequestAnswers(results, "text"));
      return new ToolMessage({
        tool_call_id: callId,
        name: functionName ?? requestToolsName,
        content: renderRequestAnswers(results, "native"),
        status: results.every((result) => result.status === "invalid") ? "error" : "success",
      });
    });
    return { boundTools: operations, requests, messages };
  };
}

/** The best match of every request before any second match, so that a short room is shared fairly. */
function byRank(rankings: readonly ToolId[][]): ToolId[] {
  const longest = Math.max(0, ...rankings.map((ranking) => ranking.length));
  return Array.from({ length: longest }, (_, rank) =>
    rankings.flatMap((ranking) => ranking.slice(rank, rank + 1)),
  ).flat();
}

/** The outcome of a routed request; one whose tools another request has just loaded finds them loaded. */
function settle(
  record: RequestRecord,
  hits: RouterHit[],
  bound: ReadonlyMap<string, BoundTool>,
  loadedNow: ReadonlySet<string>,
): RequestRecord {
  const matched = hits
    .filter((hit) => bound.has(toolKey(hit.id)))
    .map((hit) => ({ server: hit.id.server, name: hit.id.name, score: hit.score }));
  const isNew = matched.some((tool) => loadedNow.has(toolKey(tool)));
  return { ...record, matched, status: isNew ? "loaded" : matched.length > 0 ? "already_loaded" : "nothing_fits" };
}

/** The servers that came nearest to a request; the router also names some that have nothing in common with it. */
function nearestServers(requestId: string, { routing }: AgentState): Pick<RequestAnswer, "nearestServers"> {
  const servers = routing.find((record) => record.id === requestId)?.trace.servers ?? [];
  const nearest = servers.filter(({ score }) => score > 0).map(({ name }) => name);
  return nearest.length > 0 ? { nearestServers: nearest } : {};
}

function toAnswer(record: RequestRecord, nameTool: (id: ToolId) => LoadedTool[], incomplete: boolean): RequestAnswer {
  const status = record.status as RequestAnswer["status"];
  const tools = record.matched.flatMap(({ server, name }) => nameTool({ server, name }));
  const note = status === "invalid" ? record.reason : incomplete ? noRoom : notes[status];
  return {
    request: { server: record.server, tool: record.tool },
    status,
    ...(tools.length > 0 ? { tools } : {}),
    ...(note ? { note } : {}),
  };
}
