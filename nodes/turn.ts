/** Which user turn a run is in. */
import { findTask } from "../models/protocol.js";
import type { AgentState, Turn } from "./types.js";

/**
 * A human message that was not seen before opens a new turn. Where the one that opened it is gone (a trimmed history) or
 * only a summary of it is left (LangChain's summaries are human messages with a mark), the turn goes on.
 */
export function currentTurn({ messages, turn }: Pick<AgentState, "messages" | "turn">): Turn {
  const task = findTask(messages);
  const isGone = task === undefined || task.additional_kwargs.lc_source === "summarization";
  if (turn.number > 0 && (isGone || turn.taskId === task.id)) return turn;
  return { number: turn.number + 1, taskId: task?.id ?? "" };
}
