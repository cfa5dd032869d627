/** The state of the graphs: its channels, how each is merged, and what the compiled graph gives back. */
import type { BaseMessage } from "@langchain/core/messages";
import { MessagesZodMeta } from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { z } from "zod";
import { defaults } from "../catalog/defaults.js";
import { reduceBoundTools } from "../nodes/bind.js";
import { mergeById, reduceTurn } from "../nodes/records.js";
import type {
  BoundTool,
  BoundToolOperation,
  MetricRecord,
  RequestRecord,
  RoutingRecord,
  StoppedBy,
  Turn,
} from "../nodes/types.js";

/** The version of the state's shape; kept in every checkpoint. */
export const stateVersion = 1;

const messages = withLangGraph(z.custom<BaseMessage[]>(), MessagesZodMeta);

const boundTools = withLangGraph(z.custom<BoundTool[]>(), {
  reducer: {
    schema: z.custom<(BoundTool | BoundToolOperation)[]>(),
    fn: (current: BoundTool[], update: (BoundTool | BoundToolOperation)[]) => reduceBoundTools(current, update),
  },
  default: () => [] as BoundTool[],
});

function records<T extends { id: string }>(most: number) {
  return withLangGraph(z.custom<T[]>(), {
    reducer: {
      schema: z.custom<T[]>(),
      fn: (current: T[], update: T[]) => mergeById(current, update, most),
    },
    default: () => [] as T[],
  });
}

/**
 * What a graph that runs this one as a subgraph spreads into its own state, so that tools, requests and metrics are
 * still there in the next turn.
 */
export const sharedState = {
  messages: messages.describe("The conversation; new messages are appended, those with a known id replaced."),
  boundTools: boundTools.describe("The tools the model can call now, in the order they were loaded."),
  requests: records<RequestRecord>(defaults.keptRequests).describe("What the model asked for, and what became of it."),
  routing: records<RoutingRecord>(defaults.keptTraces).describe(
    "How each request was routed: both stages with scores.",
  ),
  metrics: records<MetricRecord>(defaults.keptMetrics).describe("One record for each model call and each tool call."),
  turn: withLangGraph(z.custom<Turn>(), {
    reducer: { schema: z.custom<Turn>(), fn: reduceTurn },
    default: () => ({ number: 0, taskId: "" }),
  }).describe("The user turn: its number and the human message that opened it."),
  stoppedBy: withLangGraph(z.custom<StoppedBy | undefined>(), {
    reducer: {
      schema: z.custom<StoppedBy | undefined>(),
      fn: (_: StoppedBy | undefined, update: StoppedBy | undefined) => update,
    },
    default: () => undefined,
  }).describe("Why the last run ended."),
  version: withLangGraph(z.custom<number>(), {
    reducer: { schema: z.custom<number>(), fn: Math.max },
    default: () => stateVersion,
  }).describe("Version of the shape of this state."),
};

export const agentState = z.object(sharedState);

/** What the compiled graph takes. */
export const agentInput = z.object({ messages: sharedState.messages });

/** What the compiled graph gives back. */
export const agentOutput = z.object({ messages: sharedState.messages, boundTools: sharedState.boundTools });
