/** A run, and what a task needs, as messages in the form of OpenAI: what harnesses compare. Pure. */
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { formatToolId, type ToolId, toolKey } from "../../catalog/types.js";
import type { Protocol } from "../../models/protocol.js";
import { findPendingWork } from "../../nodes/pending.js";
import type { TracedRun } from "../run-task.js";
import type { Slot } from "../task-file.js";

export type TrajectoryMessage =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; tool_calls?: TrajectoryCall[] }
  | { role: "tool"; content: string; tool_call_id: string };

export interface TrajectoryCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/**
 * The messages of a run's turn with its calls under `server/name`. What belongs to the discovery of tools (requests and
 * their answers) is left out: it is this software's own, no reference has it.
 */
export function trajectoryOf(run: TracedRun, callProtocol: Protocol = "native"): TrajectoryMessage[] {
  const names = new Map<string, string>();
  for (const { calledName, tool } of run.toolCalls) if (tool) names.set(calledName, formatToolId(tool));
  for (const { callName, id } of run.boundTools) names.set(callName, formatToolId(id));
  const trajectory: TrajectoryMessage[] = [{ role: "user", content: run.report.task }];
  for (const [index, message] of run.messages.entries()) {
    if (!AIMessage.isInstance(message)) continue;
    const { calls, groups } = findPendingWork(run.messages.slice(0, index + 1), callProtocol);
    if (calls.length === 0 && groups.length > 0) continue;
    const steps = calls.map(({ callId, name, args }) => callOf(callId, names.get(name) ?? name, args));
    trajectory.push({ role: "assistant", content: message.text, ...(steps.length > 0 ? { tool_calls: steps } : {}) });
    for (const { id } of steps) {
      trajectory.push({ role: "tool", content: resultOf(run.messages, id), tool_call_id: id });
    }
  }
  return trajectory;
}

/** What a turn needs as one trajectory: of each slot the tool that was called, or the first where none was. */
export function referenceFor(query: string, slots: readonly Slot[], run: TracedRun): TrajectoryMessage[] {
  const called = new Set(run.toolCalls.flatMap(({ tool }) => (tool ? [toolKey(tool)] : [])));
  const chosen = slots.flatMap((slot): ToolId[] => {
    const id = slot.find((one) => called.has(toolKey(one))) ?? slot[0];
    return id ? [id] : [];
  });
  return [
    { role: "user", content: query },
    ...chosen.flatMap((id, index): TrajectoryMessage[] => {
      const call = callOf(`gold-${index + 1}`, formatToolId(id), {});
      return [
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", content: "", tool_call_id: call.id },
      ];
    }),
    { role: "assistant", content: "" },
  ];
}

function callOf(id: string, name: string, args: Record<string, unknown>): TrajectoryCall {
  return { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
}

function resultOf(messages: readonly BaseMessage[], callId: string): string {
  const answer = messages.find((message) => (message as { tool_call_id?: string }).tool_call_id === callId);
  return answer?.text ?? "";
}
