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

function list<T extends { id: string }>(text: string, most: number) {
  return withLangGraph(z.custom<T[]>().describe(text), {
    reducer: { schema: z.custom<T[]>(), fn: (current: T[], update: T[]) => mergeById(current, update, most) },
    default: () => [] as T[],
  });
}

/** A plain last value, but graphs side by side may both write it. */
function replace(_current: StoppedBy | undefined, update: StoppedBy | undefined): StoppedBy | undefined {
  return update;
}

/**
 * What a graph that runs this one as a subgraph spreads into its own state, so that tools, requests and metrics are
 * still there in the next turn. (`describe` comes before `withLangGraph`: it makes a new schema, which has no reducer.)
 */
export const sharedState = {
  messages: withLangGraph(
    z.custom<BaseMessage[]>().describe("The conversation; new messages are appended, those with a known id replaced."),
    MessagesZodMeta,
  ),
  boundTools: withLangGraph(
    z.custom<BoundTool[]>().describe("The tools the model can call now, in the order they were loaded."),
    {
      reducer: {
        schema: z.custom<(BoundTool | BoundToolOperation)[]>(),
        fn: (current: BoundTool[], update: (BoundTool | BoundToolOperation)[]) => reduceBoundTools(current, update),
      },
      default: () => [] as BoundTool[],
    },
  ),
  requests: list<RequestRecord>("What the model asked for, and what became of it.", defaults.keptRequests),
  routing: list<RoutingRecord>("How each request was routed: both stages with scores.", defaults.keptTraces),
  metrics: list<MetricRecord>("One record for each model call and each tool call.", defaults.keptMetrics),
  turn: withLangGraph(z.custom<Turn>().describe("The user turn: its number and the human message that opened it."), {
    reducer: { schema: z.custom<Turn>(), fn: reduceTurn },
    default: () => ({ number: 0, taskId: "" }),
  }),
  stoppedBy: withLangGraph(z.custom<StoppedBy | undefined>().describe("Why the last run ended."), {
    reducer: { schema: z.custom<StoppedBy | undefined>(), fn: replace },
    default: () => undefined,
  }),
  version: withLangGraph(z.custom<number>().describe("Version of the shape of this state."), {
    reducer: { schema: z.custom<number>(), fn: Math.max },
    default: () => stateVersion,
  }),
};

/**
 * State, input and output of every graph. Input and output are the whole state: a parent that spreads `sharedState`
 * gets back the requests and metrics too, and a caller without a checkpointer sees `stoppedBy`.
 */
export const agentState = z.object(sharedState);
