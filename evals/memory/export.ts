/** What a memory holds as labeled tasks: a proposal that a person reads before it is used. */
import type { Observation } from "../../catalog/memory/types.js";
import type { TaskLine } from "../task-file.js";

/**
 * One task for each remembered request that some tool served: the user's words, the request, and as gold the tools that
 * worked. Requests that nothing served are left out.
 */
export function toTaskLines(stored: readonly { key: string; observation: Observation }[]): TaskLine[] {
  return stored.flatMap(({ key, observation: { request, words, tools } }) => {
    const gold = tools
      .filter(({ outcome }) => outcome === "used")
      .map(({ server, name }): [string, string] => [server, name]);
    const asked = [request.server, request.tool].filter(Boolean).join(": ");
    const query = words || asked;
    if (gold.length === 0 || query === "") return [];
    return [{ id: `memory-${key.slice(0, 16)}`, query, ...(asked ? { request } : {}), gold, tags: ["from-memory"] }];
  });
}
