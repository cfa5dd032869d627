/** Which user turn a run is in. */
import type { BaseMessage } from "@langchain/core/messages";
import { findTask } from "../models/protocol.js";
import type { AgentState, MetricRecord, Turn } from "./types.js";

/**
 * A human message that was not seen before opens a new turn. One that stands before an answer of the present turn was
 * seen: the message that opened the turn is gone (trimmed, or replaced by a summary in a person's voice), the turn goes on.
 */
export function currentTurn({
  messages,
  turn,
  metrics = [],
}: Pick<AgentState, "messages" | "turn"> & Partial<Pick<AgentState, "metrics">>): Turn {
  const task = findTask(messages);
  const taskId = task?.id ?? "";
  if (turn.number > 0 && (turn.taskId === taskId || !task || isAnswered(task, messages, metrics, turn))) return turn;
  return { number: turn.number + 1, taskId };
}

function isAnswered(
  task: BaseMessage,
  messages: readonly BaseMessage[],
  metrics: readonly MetricRecord[],
  turn: Turn,
): boolean {
  const answers = new Set<string | undefined>();
  for (const metric of metrics) if (metric.kind === "model" && metric.turn === turn.number) answers.add(metric.id);
  return messages.slice(messages.indexOf(task) + 1).some(({ id }) => answers.has(id));
}
