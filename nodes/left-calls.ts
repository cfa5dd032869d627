/** Answers for calls that a run was left with: a person wrote something new while a call waited, or its run was killed. */
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type CatalogTool, formatToolId } from "../catalog/index.js";
import { allowedName } from "./answer.js";
import { boundToolsOf } from "./bind.js";
import { fromJournal, onlyReads } from "./carry-out.js";
import { findTool } from "./execute.js";
import { findLastAnswer, findPendingWork } from "./pending.js";
import { type AgentPorts, type NodeConfig, settingsOf } from "./ports.js";
import type { AgentState, PendingCall } from "./types.js";
import { type LeftCall, readLeftCalls } from "./waiting-places.js";

type LeftPorts = Pick<AgentPorts, "catalog" | "agent" | "discovery" | "options" | "reserved">;

/**
 * What the storage knows of the calls of this agent's last answer that have none: their answers, that they were begun, or
 * that they never were. Calls that it does not know of (another agent's, begun in another thread, answers that were
 * trimmed away) get no answer here; `prepareTranscript` says of those that none was recorded.
 */
export async function answerLeftCalls(state: AgentState, ports: LeftPorts, config: NodeConfig): Promise<ToolMessage[]> {
  const left = leftCalls(state, ports, config);
  if (left.length === 0) return [];
  try {
    const known = await readLeftCalls(left, config);
    return left.flatMap((call) => toAnswer(call, known(call), state, ports, config) ?? []);
  } catch {
    // The storage fails: then what is known without it has to do.
    return [];
  }
}

function leftCalls({ messages, metrics }: AgentState, { agent, discovery }: LeftPorts, config: NodeConfig) {
  const last = findLastAnswer(messages);
  const isOwn = metrics.some((metric) => metric.kind === "model" && metric.id === last?.id && metric.agent === agent);
  if (!last?.tool_calls?.length || !isOwn || config.configurable?.thread_id === undefined) return [];
  const answered = new Set(afterwards(messages, last).map((message) => message.tool_call_id));
  const recorded = new Set(metrics.map(({ id }) => id));
  return findPendingWork(messages, "native", discovery).calls.filter(
    ({ callId, messageId, index }) => !answered.has(callId) && !recorded.has(`${messageId}:${index}`),
  );
}

function afterwards(messages: readonly BaseMessage[], message: BaseMessage): ToolMessage[] {
  return messages.slice(messages.indexOf(message) + 1).filter((one) => ToolMessage.isInstance(one));
}

function toAnswer(
  call: PendingCall,
  known: LeftCall | undefined,
  { boundTools }: AgentState,
  ports: LeftPorts,
  config: NodeConfig,
): ToolMessage | undefined {
  if (known?.kind === "answered") return known.answer;
  // Of the host's own tools, and of those that only read, there is no journal.
  if (!known || call.invalid || ports.reserved?.has(call.name)) return undefined;
  const tool = findTool(call.name, boundToolsOf(ports.agent, boundTools), settingsOf(ports, config), ports);
  if (typeof tool !== "object" || onlyReads(tool)) return undefined;
  const { content, ok } = known.kind === "never" ? { content: neverBegan(tool), ok: false } : fromJournal(tool, known);
  return new ToolMessage({
    tool_call_id: call.callId,
    name: allowedName(call.functionName ?? call.name),
    content,
    status: ok ? "success" : "error",
  });
}

function neverBegan({ id }: CatalogTool): string {
  return `${formatToolId(id)} was not run: a new message came before the call began. Call it again if it is still wanted.`;
}
