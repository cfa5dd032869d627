/** Runs a task or a conversation through the compiled graph of a strategy: what `toolgap run` prints and what every eval measures. */
import { randomUUID } from "node:crypto";
import { AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, type StateSnapshot, type StreamMode } from "@langchain/langgraph";
import { InputError } from "../catalog/types.js";
import type { GraphOptions } from "../graphs/options.js";
import { type StrategyName, strategies } from "../graphs/strategies.js";
import type { AgentGraph } from "../graphs/types.js";
import type { ApprovalRequest } from "../nodes/approval-request.js";
import { ofTurn } from "../nodes/stop.js";
import { summarizeTurn, type TurnMetrics, type TurnSummary } from "../nodes/summary.js";
import type {
  AgentState,
  BoundTool,
  ModelCallMetric,
  RequestRecord,
  RoutingRecord,
  ToolCallMetric,
} from "../nodes/types.js";

/** Makes the compiled graph of a strategy. */
export type GraphFactory = (options: GraphOptions) => AgentGraph;

export interface RunConversationOptions extends Omit<GraphOptions, "checkpointer" | "persist" | "store"> {
  strategy: StrategyName;
  /** What the user says, one text for each turn; a later turn finds what the earlier ones left. */
  turns: readonly string[];
  /** How the model is named in the report. */
  modelLabel: string;
  /** Called with each custom event of the graph (`requested`, `routed`, `bound`, `executed`, `progress`) as it happens. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Called with each piece of what the model says, as it comes, and the id of its message. The model streams then. */
  onToken?: ((text: string, messageId: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Makes the graph; the strategy's own when left out. */
  createGraph?: GraphFactory | undefined;
}

export interface RunTaskOptions extends Omit<RunConversationOptions, "turns"> {
  task: string;
}

export interface RunEvent {
  type: "requested" | "routed" | "bound" | "executed" | "progress";
  [key: string]: unknown;
}

/** The outcome of one task. Token totals are per user turn; `latencyMs` is wall time. */
export interface RunReport extends Omit<TurnSummary, "metrics"> {
  strategy: StrategyName;
  model: string;
  task: string;
  /** The calls that wait for a person's approval; none were run. */
  pending: PendingApproval[];
  metrics: TurnMetrics & {
    latencyMs: number;
    /** Requests that were looked up in the router's cache, and those that were found there. */
    routingCache: { lookups: number; hits: number };
  };
}

/** A call that waits for a person's approval. */
export interface PendingApproval {
  server: string;
  name: string;
  args: Record<string, unknown>;
  callId: string;
}

/** A report and the records behind it, those of its turn only. */
export interface TracedRun {
  report: RunReport;
  routing: RoutingRecord[];
  requests: RequestRecord[];
  modelCalls: ModelCallMetric[];
  toolCalls: ToolCallMetric[];
  /** The tools bound at the end of the turn, those of earlier turns included. */
  boundTools: BoundTool[];
  /** From the message that opened the turn on. */
  messages: BaseMessage[];
}

/**
 * Runs one task. A run that fails is a report with `stoppedBy: "error"`.
 * @throws InputError for an empty task; the abort reason when the signal fires.
 */
export async function runTask({ task, ...options }: RunTaskOptions): Promise<TracedRun> {
  for await (const run of runConversation({ ...options, turns: [task] })) return run;
  throw new Error("a conversation of one turn gave no run");
}

/**
 * Runs the turns of a conversation in one thread, and gives each as it ends.
 * @throws InputError for an empty turn; the abort reason when the signal fires.
 */
export async function* runConversation(options: RunConversationOptions): AsyncGenerator<TracedRun> {
  const {
    strategy,
    turns,
    modelLabel,
    onEvent,
    onToken,
    signal,
    createGraph = strategies[strategy],
    ...graphOptions
  } = options;
  if (turns.some((turn) => turn.trim() === ""))
    throw new InputError('The task is empty: say what to do, for example "List the files in ./docs".');
  const graph = createGraph({ ...graphOptions, checkpointer: new MemorySaver() });
  const agent = graphOptions.name ?? strategy;
  const config = { configurable: { thread_id: randomUUID() } };
  for (const task of turns) {
    const started = performance.now();
    const streamMode: StreamMode[] = onToken ? ["custom", "messages"] : ["custom"];
    const stream = await graph.stream(
      { messages: [new HumanMessage(task)] },
      { ...config, ...listening(signal), streamMode },
    );
    for await (const [mode, part] of stream as AsyncIterable<[StreamMode, unknown]>) {
      if (mode === "custom") onEvent?.(part as RunEvent);
      else readToken(part as [BaseMessage, unknown], onToken);
    }
    const latencyMs = Math.round(performance.now() - started);
    const snapshot = await graph.getState(config);
    const state = snapshot.values as AgentState;
    const { metrics, ...summary } = summarizeTurn(state, agent);
    const turn = state.turn.number;
    const records = ofTurn(state.metrics, agent, turn);
    const routing = ofTurn(state.routing, agent, turn);
    yield {
      report: {
        strategy,
        model: modelLabel,
        task,
        ...summary,
        pending: findPending(snapshot),
        metrics: { ...metrics, latencyMs, routingCache: countCached(routing) },
      },
      routing,
      requests: ofTurn(state.requests, agent, turn),
      modelCalls: records.filter((record) => record.kind === "model"),
      toolCalls: records.filter((record) => record.kind === "tool"),
      boundTools: state.boundTools.filter((tool) => tool.agent === agent),
      messages: messagesOfTurn(state),
    };
  }
}

/** A signal for each turn: each call listens to it, and a long conversation would have too many listeners on one. */
function listening(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal: AbortSignal.any([signal]) } : {};
}

function messagesOfTurn({ messages, turn }: AgentState): BaseMessage[] {
  return messages.slice(
    Math.max(
      0,
      messages.findLastIndex(({ id }) => id === turn.taskId),
    ),
  );
}

/** Pieces of the model's words only: whole messages, calls and results come from elsewhere. */
function readToken([message]: [BaseMessage, unknown], onToken: RunTaskOptions["onToken"]): void {
  if (AIMessageChunk.isInstance(message) && message.text !== "") onToken?.(message.text, message.id ?? "");
}

function countCached(routing: readonly RoutingRecord[]): { lookups: number; hits: number } {
  const lookups = routing.filter(({ trace }) => trace.cached !== undefined);
  return { lookups: lookups.length, hits: lookups.filter(({ trace }) => trace.cached).length };
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
