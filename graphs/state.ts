/** The state of the graphs: its channels, how each is merged, and what the compiled graph gives back. */
import type { BaseMessage } from "@langchain/core/messages";
import { MessagesZodMeta } from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { z } from "zod";
import { defaults } from "../catalog/defaults.js";
import { reduceBoundTools } from "../nodes/bind.js";
import { mergeTraces, mergeTurnRecords, reduceTurn } from "../nodes/records.js";
import { stateVersion } from "../nodes/state-version.js";
import type {
  BoundTool,
  BoundToolOperation,
  MetricRecord,
  RequestRecord,
  RoutingRecord,
  StoppedBy,
  Turn,
} from "../nodes/types.js";

export { stateVersion };

/**
 * A channel's value, typed here and drawn by Studio. `z.custom` has no JSON Schema: a single one hides the whole state
 * from the development server.
 */
function channel<T>(description: string, shape: { type: string; items?: { type: string } }): z.ZodType<T, T> {
  return z.any().meta({ description, ...shape }) as unknown as z.ZodType<T, T>;
}

const array = { type: "array", items: { type: "object" } };

function list<T extends { id: string; turn: number }>(text: string, most: number, merge = mergeTurnRecords<T>) {
  const schema = channel<T[]>(text, array);
  return withLangGraph(schema, {
    reducer: { schema, fn: (current: T[], update: T[]) => merge(current, update, most) },
    default: () => [] as T[],
  });
}

/** A plain last value, but graphs side by side may both write it. */
function replace(_current: StoppedBy | undefined, update: StoppedBy | undefined): StoppedBy | undefined {
  return update;
}

const turn = channel<Turn>("The user turn: its number and the human message that opened it.", { type: "object" });
const stoppedBy = channel<StoppedBy | undefined>("Why the last run ended.", { type: "string" });
const version = channel<number>("Version of the shape of this state.", { type: "integer" });

/**
 * What a graph that runs this one as a subgraph spreads into its own state, so that tools, requests and metrics are
 * still there in the next turn. (`describe` comes before `withLangGraph`: it makes a new schema, which has no reducer.)
 */
export const sharedState = {
  messages: withLangGraph(
    channel<BaseMessage[]>("The conversation; new messages are appended, those with a known id replaced.", array),
    MessagesZodMeta,
  ),
  boundTools: withLangGraph(
    channel<BoundTool[]>("The tools the model can call now, in the order they were loaded.", array),
    {
      reducer: {
        schema: channel<(BoundTool | BoundToolOperation)[]>("Changes of the bound tools, or a whole list.", array),
        fn: (current: BoundTool[], update: (BoundTool | BoundToolOperation)[]) => reduceBoundTools(current, update),
      },
      default: () => [] as BoundTool[],
    },
  ),
  requests: list<RequestRecord>("What the model asked for, and what became of it.", defaults.keptRequests),
  routing: list<RoutingRecord>(
    "How each request was routed: both stages with scores.",
    defaults.keptTraces,
    mergeTraces,
  ),
  metrics: list<MetricRecord>("One record for each model call and each tool call.", defaults.keptMetrics),
  turn: withLangGraph(turn, {
    reducer: { schema: turn, fn: reduceTurn },
    default: () => ({ number: 0, taskId: "" }),
  }),
  stoppedBy: withLangGraph(stoppedBy, { reducer: { schema: stoppedBy, fn: replace }, default: () => undefined }),
  version: withLangGraph(version, { reducer: { schema: version, fn: Math.max }, default: () => stateVersion }),
};

/**
 * State, input and output of every graph. Input and output are the whole state: a parent that spreads `sharedState`
 * gets back the requests and metrics too, and a caller without a checkpointer sees `stoppedBy`.
 */
export const agentState = z.object(sharedState);
