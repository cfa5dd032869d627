/** When a user turn ends, and why. Pure, derived from the records. */
import type { AgentState, MetricRecord, RequestRecord, StoppedBy } from "./types.js";

/** Requests refused for the budget: the first refusal is a warning, a second one ends discovery for this turn. */
export function isBudgetExhausted(requests: readonly RequestRecord[], agent: string, turn: number): boolean {
  return (
    new Set(
      ofTurn(requests, agent, turn)
        .filter((request) => request.status === "budget_spent")
        .map((request) => request.messageId),
    ).size > 1
  );
}

/** The model's latest answers, in a row, whose calls could all not be used: unreadable, of no tool, with wrong arguments. */
export function countBadRounds(metrics: readonly MetricRecord[], agent: string, turn: number): number {
  const rounds = new Map<string, boolean>();
  for (const metric of ofTurn(metrics, agent, turn)) {
    if (metric.kind !== "tool") continue;
    const messageId = metric.id.slice(0, metric.id.lastIndexOf(":"));
    rounds.set(messageId, (rounds.get(messageId) ?? true) && metric.unusable === true);
  }
  const isBad = [...rounds.values()];
  return isBad.length - 1 - isBad.lastIndexOf(false);
}

/** Why a run ends when the model asks for nothing more. */
export function decideStop(state: AgentState, agent: string, turn: number): StoppedBy {
  const requests = ofTurn(state.requests, agent, turn);
  if (requests.some((request) => request.status === "budget_spent")) return "budget";
  const worked = ofTurn(state.metrics, agent, turn).some((metric) => metric.kind === "tool" && metric.ok);
  return !worked && requests.at(-1)?.status === "nothing_fits" ? "nothing_fits" : "answered";
}

/** The records of one agent in one turn. */
export function ofTurn<T extends { agent: string; turn: number }>(
  records: readonly T[],
  agent: string,
  turn: number,
): T[] {
  return records.filter((record) => record.agent === agent && record.turn === turn);
}
