/** The state of an agent with the middleware: the channels of the graphs, and what is noted of the agent around it. */
import { ReducedValue, StateSchema } from "@langchain/langgraph";
import { schemaMetaRegistry } from "@langchain/langgraph/zod";
import { z } from "zod";
import { approvalFormatNames } from "../../nodes/approval-formats.js";
import type { AgentState, BoundTool, BoundToolOperation, ExecuteTask } from "../../nodes/types.js";
import { sharedState, stateVersion } from "../state.js";

type ChannelName = Exclude<keyof typeof sharedState, "messages">;
type Written<Name extends ChannelName> = Name extends "boundTools"
  ? (BoundTool | BoundToolOperation)[]
  : AgentState[Name];
type Channels = { [Name in ChannelName]: ReducedValue<AgentState[Name], Written<Name>> };

/** What the middleware notes of the agent around it, and of the run that the last model call was made in. */
export interface HostNote extends Partial<Pick<ExecuteTask, "policy" | "approvalFormat">> {
  /** Names of the agent's own tools: no discovered tool gets one. */
  names: string[];
  /** The superstep of the last model call. */
  step: number;
}

const noNote: HostNote = { names: [], step: 0 };

/** The same channel for an agent, whose schema takes the first value from the schema itself. */
function toChannel(schema: z.ZodType): ReducedValue<unknown, unknown> {
  const { reducer, default: first } = schemaMetaRegistry.get(schema)!;
  // Whoever runs the agent gives messages, seldom more.
  const inputSchema = ((reducer?.schema ?? schema) as z.ZodType).optional();
  return new ReducedValue(schema.default(first as () => unknown), { inputSchema, reducer: reducer!.fn });
}

const { messages: _messages, ...channels } = sharedState;

/** The schema of the middleware's state; what begins with an underscore is neither input nor output of the agent. */
export const middlewareState = new StateSchema({
  ...(Object.fromEntries(
    Object.entries(channels).map(([name, schema]) => [name, toChannel(schema as z.ZodType)]),
  ) as unknown as Channels),
  _toolDiscoveryHost: z
    .object({
      names: z.array(z.string()),
      step: z.number(),
      policy: z.record(z.string(), z.unknown()).optional(),
      approvalFormat: z.enum(approvalFormatNames).optional(),
    })
    .default(noNote) as unknown as z.ZodType<HostNote>,
});

/** The state as the nodes read it, from what an agent hands to a hook. */
export function toAgentState(given: Partial<AgentState>, messages: AgentState["messages"]): AgentState {
  const { boundTools = [], requests = [], routing = [], metrics = [], stoppedBy, version = stateVersion } = given;
  const { turn = { number: 0, taskId: "" } } = given;
  return { ...given, messages, boundTools, requests, routing, metrics, turn, stoppedBy, version };
}
