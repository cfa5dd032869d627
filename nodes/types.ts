/** What the graphs keep in their state, and what the nodes take and give. Plain data: it survives a checkpoint. */
import type { BaseMessage } from "@langchain/core/messages";
import type { ToolId } from "../catalog/index.js";
import type { RoutingTrace } from "../catalog/search/types.js";
import type { Protocol, RequestAnswer } from "../models/protocol.js";
import type { ApprovalFormat } from "./approval-formats.js";
import type { KeptPolicy } from "./settings.js";

/** A tool that the model can call now. */
export interface BoundTool {
  id: ToolId;
  /** The name the model sees; kept here so that it stays the same while the tool is bound. */
  callName: string;
  /** The agent that bound it: agents that share a state see only their own tools. */
  agent: string;
  loadedTurn: number;
  lastUsedTurn: number;
  /** Grows with each change an agent makes; tells the newer of two lists of one agent. */
  revision: number;
}

/** The only ways to change the bound tools. */
export type BoundToolOperation =
  | { op: "add"; id: ToolId; callName: string; agent: string; turn: number }
  | { op: "touch"; id: ToolId; agent: string; turn: number }
  | { op: "remove"; id: ToolId; agent: string };

/** A user turn: which human message opened it. */
export interface Turn {
  number: number;
  taskId: string;
}

/** `routing`: valid and new, still to be routed. The rest is what the model is told. */
export type RequestStatus = RequestAnswer["status"] | "routing";

/** One tool request of the model. */
export interface RequestRecord {
  id: string;
  agent: string;
  turn: number;
  /** The message that held it; all requests of one message are one round. */
  messageId: string;
  /** The tool call to answer; absent for a request written as text. */
  callId?: string | undefined;
  server: string;
  tool: string;
  status: RequestStatus;
  /** True when the same was asked before and nothing had to be done. */
  repeated: boolean;
  /** What was loaded for it, best first. */
  matched: { server: string; name: string; score: number }[];
  /** Why it was not valid. */
  reason?: string | undefined;
}

/**
 * How one request was routed; `id` is the request's. Of what was cut, the trace keeps the best; of earlier turns it keeps
 * the best servers and tools alone.
 */
export interface RoutingRecord {
  id: string;
  agent: string;
  turn: number;
  trace: RoutingTrace;
}

/** One call of the model. Tokens are the provider's; `counted` when it gave none and the tokenizer counted instead. */
export interface ModelCallMetric {
  kind: "model";
  id: string;
  agent: string;
  turn: number;
  inputTokens: number;
  /** Of the input, what the provider read from its cache; left out where it does not tell. */
  cachedInputTokens?: number | undefined;
  outputTokens: number;
  counted: boolean;
  /** Tokens of the tool schemas in this call, as sent. */
  schemaTokens: number;
  /** Tools in this call: functions, and those that stand in the prompt as text. */
  tools: number;
  /** Milliseconds. */
  latency: number;
  /** Superstep at which this run of the graph began. */
  startStep: number;
}

/** One call of a tool. */
export interface ToolCallMetric {
  kind: "tool";
  id: string;
  agent: string;
  turn: number;
  /** Absent when the name was unknown. */
  tool?: ToolId | undefined;
  /** The name as the model wrote it. */
  calledName: string;
  /** Kept for the latest turn only. */
  args: Record<string, unknown>;
  ok: boolean;
  /** True when the call could not be used: unreadable, of no tool, with wrong arguments. */
  unusable?: boolean | undefined;
  simulated: boolean;
  /** True when the tool was not bound and was loaded by the call itself. */
  calledBeforeLoad: boolean;
  /** What a person said to the call; left out where none was asked. `refused` also where none could be asked. */
  decision?: "approved" | "edited" | "refused" | "answered" | undefined;
  /**
   * What the journal of calls did, where it did anything: `answered` with the result of an earlier run, `repeated` what an
   * earlier run began, found the outcome `unknown` and ran nothing, or could not be written (`unwritten`).
   */
  journal?: "answered" | "repeated" | "unknown" | "unwritten" | undefined;
  /** Milliseconds. */
  latency: number;
}

export type MetricRecord = ModelCallMetric | ToolCallMetric;

/** Why a run ended. */
export type StoppedBy = "answered" | "nothing_fits" | "budget" | "recursion" | "interrupted" | "error";

/** The state of every graph. */
export interface AgentState {
  messages: BaseMessage[];
  boundTools: BoundTool[];
  requests: RequestRecord[];
  routing: RoutingRecord[];
  metrics: MetricRecord[];
  turn: Turn;
  stoppedBy?: StoppedBy | undefined;
  version: number;
}

/** What a node may write. */
export type AgentUpdate = Partial<Omit<AgentState, "boundTools">> & { boundTools?: BoundToolOperation[] };

/** A call in an AI message, native or text, that is not a tool request. */
export interface PendingCall {
  /** The message that holds it, and its place among the calls there. */
  messageId: string;
  index: number;
  protocol: Protocol;
  callId: string;
  name: string;
  /** The function that was called, where it is another one that names the tool: the answer goes by its name. */
  functionName?: string | undefined;
  args: Record<string, unknown>;
  /** Why the call cannot be read (arguments that are not JSON). */
  invalid?: string | undefined;
}

/** What `execute` gets for one call. */
export interface ExecuteTask {
  /** The version of the state that it belongs to. */
  version?: number | undefined;
  call: PendingCall;
  /** The tools that the calls of the message mean, in their order: they share the room among the bound tools. */
  together: ToolId[];
  boundTools: BoundTool[];
  turn: Turn;
  /** What the run may do. Kept here because a run that is resumed after an approval may come with another context. */
  policy: KeptPolicy;
  /** How a person is asked; kept for the same reason. The first version wrote none. */
  approvalFormat?: ApprovalFormat | undefined;
}
