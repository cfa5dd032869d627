/** Which user turn a run is in. */
import { findTask } from "../models/protocol.js";
import type { AgentState, Turn } from "./types.js";

/** A human message that was not seen before opens a new turn. */
export function currentTurn({ messages, turn }: Pick<AgentState, "messages" | "turn">): Turn {
  const taskId = findTask(messages)?.id ?? "";
  if (turn.number > 0 && turn.taskId === taskId) return turn;
  return { number: turn.number + 1, taskId };
}
