/** Runs one task through the compiled graph of a strategy: what `toolgap run` prints and what every eval measures. */
import { randomUUID } from "node:crypto";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver, type StateSnapshot } from "@langchain/langgraph";
import { InputError } from "../catalog/types.js";
import type { GraphOptions } from "../graphs/options.js";
import { type StrategyName, strategies } from "../graphs/strategies.js";
import type { ApprovalRequest } from "../nodes/approval.js";
import { summarizeTurn, type TurnMetrics, type TurnSummary } from "../nodes/summary.js";
import type { AgentState, RoutingRecord } from "../nodes/types.js";

export interface RunTaskOptions extends Omit<GraphOptions, "checkpointer" | "persist" | "store"> {
  strategy: StrategyName;
  task: string;
  /** How the model is named in the report. */
  modelLabel: string;
  /** Called with each custom event of the graph (`requested`, `routed`, `bound`, `executed`) as it happens. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface RunEvent {
  type: "requested" | "routed" | "bound" | "executed";
  [key: string]: unknown;
}

/** The outcome of one task. Token totals are per user turn; `latencyMs` is wall time. */
export interface RunReport extends Omit<TurnSummary, "metrics"> {
  strategy: StrategyName;
  model: string;
  task: string;
  /** The calls that wait for a person's approval; none were run. */
  pending: PendingApproval[];
  metrics: TurnMetrics & { latencyMs: number };
}

/** A call that waits for a person's approval. */
export interface PendingApproval {
  server: string;
  name: string;
  args: Record<string, unknown>;
  callId: string;
}

/** A report and the routing traces behind it. */
export interface TracedRun {
  report: RunReport;
  routing: RoutingRecord[];
}

/**
 * Runs one task. A run that fails is a report with `stoppedBy: "error"`.
 * @throws InputError for an empty task; the abort reason when the signal fires.
 */
export async function runTask(options: RunTaskOptions): Promise<TracedRun> {
  const { strategy, task, modelLabel, onEvent, signal, ...graphOptions } = options;
  if (task.trim() === "")
    throw new InputError('The task is empty: say what to do, for example "List the files in ./docs".');
  const graph = strategies[strategy]({ ...graphOptions, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: randomUUID() }, signal };
  const started = performance.now();
  const stream = await graph.stream({ messages: [new HumanMessage(task)] }, { ...config, streamMode: "custom" });
  for await (const event of stream) onEvent?.(event as RunEvent);
  const latencyMs = Math.round(performance.now() - started);
  const snapshot = await graph.getState(config);
  const state = snapshot.values as AgentState;
  const { metrics, ...summary } = summarizeTurn(state, graphOptions.name ?? strategy);
  return {
    report: {
      strategy,
      model: modelLabel,
      task,
      ...summary,
      pending: findPending(snapshot),
      metrics: { ...metrics, latencyMs },
    },
    routing: state.routing,
  };
}

function findPending({ tasks }: StateSnapshot): PendingApproval[] {
  return tasks
    .flatMap(({ interrupts }) => interrupts)
    .flatMap(({ value }) => {
      const request = value as ApprovalRequest | undefined;
      if (request?.kind !== "tool_approval") return [];
      const { tool, args, callId } = request;
      return [{ server: tool.server, name: tool.name, args, callId }];
    });
}
