/** A run told step by step, a step for each call of the model: what was in its context, what it asked for and got. */
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { loadCatalog } from "../../catalog/load.js";
import type { RankedServer } from "../../catalog/search/types.js";
import { type ToolId, toolKey } from "../../catalog/types.js";
import { OfflinePlanner } from "../../models/offline/planner.js";
import { requestToolsName } from "../../models/protocol.js";
import type { RequestRecord } from "../../nodes/types.js";
import { type RunReport, runConversation, type TracedRun } from "../run-task.js";
import type { Demo, DemoRun } from "./scenarios.js";

export const demoModel = "offline planner (rule-based)";

/** A request of the model, how it was routed, and what was bound for it. */
export interface ToldRequest {
  server: string;
  tool: string;
  status: RequestRecord["status"];
  /** Stage 1: the servers that were let through, best first; empty where nothing had to be routed. */
  servers: RankedServer[];
  /** Stage 2: what was found, best first. */
  tools: { server: string; name: string; score: number; fit: number; bound: boolean }[];
  /** What the request left bound. */
  bound: ToolId[];
}

export interface ToldCall {
  server: string;
  name: string;
  args: Record<string, unknown>;
  ok: boolean;
  simulated: boolean;
  result: string;
}

/** One call of the model. Tokens are o200k tokens; `schemaTokens` are part of `inputTokens`. */
export interface Step {
  context: { tools: number; schemaTokens: number; inputTokens: number };
  requests: ToldRequest[];
  calls: ToldCall[];
}

export interface ToldTurn {
  user: string;
  steps: Step[];
  answer: string;
  stoppedBy: RunReport["stoppedBy"];
  metrics: RunReport["metrics"];
}

export interface ToldRun {
  strategy: DemoRun["strategy"];
  catalog: { servers: number; tools: number };
  turns: ToldTurn[];
}

/** Tells one turn. Pure. */
function tellTurn({ report, modelCalls, toolCalls, requests, routing, messages }: TracedRun): ToldTurn {
  const results = resultsByCall(messages);
  const steps = modelCalls.map(
    ({ id, tools, schemaTokens, inputTokens }): Step => ({
      context: { tools, schemaTokens, inputTokens },
      requests: requests
        .filter(({ messageId }) => messageId === id)
        .map((request) => tellRequest(request, routing.find((record) => record.id === request.id)?.trace)),
      calls: toolCalls
        .filter((call) => call.id.startsWith(`${id}:`))
        .map(({ id: callKey, tool, calledName, args, ok, simulated }) => ({
          server: tool?.server ?? "",
          name: tool?.name ?? calledName,
          args,
          ok,
          simulated,
          result: results.get(callKey) ?? "",
        })),
    }),
  );
  const { task, answer, stoppedBy, metrics } = report;
  return { user: task, steps, answer, stoppedBy, metrics };
}

function tellRequest(
  { server, tool, status, matched }: RequestRecord,
  trace: TracedRun["routing"][number]["trace"] | undefined,
): ToldRequest {
  const bound = matched.map(({ server, name }) => ({ server, name }));
  const keys = new Set(bound.map(toolKey));
  return {
    server,
    tool,
    status,
    servers: trace?.servers ?? [],
    tools: (trace?.tools ?? []).map(({ id, score, fit }) => ({ ...id, score, fit, bound: keys.has(toolKey(id)) })),
    bound,
  };
}

/** What each call gave, by `message id:place among the calls`. Requests are no calls, and have no place. */
function resultsByCall(messages: readonly BaseMessage[]): Map<string, string> {
  const answers = messages.filter((message) => ToolMessage.isInstance(message));
  const textOf = new Map(answers.map((answer) => [answer.tool_call_id, answer.text]));
  return new Map(
    messages
      .filter((message) => AIMessage.isInstance(message))
      .flatMap(({ id, tool_calls = [] }) =>
        tool_calls
          .filter(({ name }) => name !== requestToolsName)
          .map((call, place) => [`${id}:${place}`, textOf.get(call.id ?? "") ?? ""]),
      ),
  );
}

/** Runs a demo with the offline planner and the built-in tools, which only pretend; gives each run as it ends. */
export async function* tellDemo({ turns, runs }: Demo, signal?: AbortSignal): AsyncGenerator<ToldRun> {
  for (const { strategy, numTools } of runs) {
    const { catalog, close } = await loadCatalog({ numTools });
    try {
      const told: ToldRun = {
        strategy,
        catalog: { servers: catalog.servers().length, tools: catalog.size },
        turns: [],
      };
      const options = { strategy, turns, catalog, model: new OfflinePlanner(), modelLabel: demoModel, signal };
      for await (const run of runConversation(options)) told.turns.push(tellTurn(run));
      yield told;
    } finally {
      await close();
    }
  }
}
