/** The bound tools: the one pure `bind()`, the one reducer, and the eviction rule. */

import { defaults } from "../catalog/defaults.js";
import { type ToolCatalog, toolKey } from "../catalog/index.js";
import { uniqueCallName } from "../catalog/names.js";
import type { ToolId } from "../catalog/types.js";
import type { BoundTool, BoundToolOperation } from "./types.js";

export interface BindOptions {
  agent: string;
  turn: number;
  maxBoundTools: number;
  /** The tools that the run may use; all when left out. */
  allows?: ((id: ToolId) => boolean) | undefined;
  /** Names of functions that are sent beside the tools. */
  reserved?: ReadonlySet<string> | undefined;
}

/** The tools that one agent has bound, in the order they were loaded. */
export function boundToolsOf(agent: string, boundTools: readonly BoundTool[]): BoundTool[] {
  return boundTools.filter((tool) => tool.agent === agent);
}

/**
 * Says how the bound tools change so that the wanted ones can be called: the new ones are added at the end (a stable
 * order keeps a provider's prompt cache), the present ones count as used. When the cap is passed, the least recently
 * used go, in one batch down to a low-water mark, but never one that was loaded or called in this turn; what still
 * finds no room is not added, the least wanted first. Tools that the catalog no longer has, that the run may not use, or
 * whose name is needed for a function beside the tools, are removed.
 * Pure: returns operations and changes nothing.
 */
export function bind(
  boundTools: readonly BoundTool[],
  wanted: readonly ToolId[],
  catalog: ToolCatalog,
  options: BindOptions,
): BoundToolOperation[] {
  const { agent, turn } = options;
  const mine = boundToolsOf(agent, boundTools);
  const isUsable = (id: ToolId): boolean => catalog.has(id) && (options.allows?.(id) ?? true);
  const stays = ({ id, callName }: BoundTool): boolean => isUsable(id) && !options.reserved?.has(callName);
  const gone = mine.filter((tool) => !stays(tool));
  const kept = mine.filter(stays);
  const keptKeys = new Set(kept.map((tool) => toolKey(tool.id)));
  const known = uniqueIds(wanted).filter(isUsable);
  const present = known.filter((id) => keptKeys.has(toolKey(id)));
  const added = known.filter((id) => !keptKeys.has(toolKey(id)));

  const evicted = chooseEvicted(kept, present, added.length, options);
  const room = Math.max(0, options.maxBoundTools - (kept.length - evicted.length));
  const taken = new Set([...kept.map((tool) => tool.callName), ...(options.reserved ?? [])]);
  return [
    ...[...gone, ...evicted].map((tool) => ({ op: "remove" as const, id: tool.id, agent })),
    ...present.map((id) => ({ op: "touch" as const, id, agent, turn })),
    ...added.slice(0, room).map((id) => {
      const callName = uniqueCallName(id, { shared: catalog.isNameShared(id.name), taken });
      taken.add(callName);
      return { op: "add" as const, id, callName, agent, turn };
    }),
  ];
}

function uniqueIds(ids: readonly ToolId[]): ToolId[] {
  return [...new Map(ids.map((id) => [toolKey(id), id])).values()];
}

function chooseEvicted(
  kept: readonly BoundTool[],
  present: readonly ToolId[],
  addedCount: number,
  { turn, maxBoundTools }: BindOptions,
): BoundTool[] {
  const total = kept.length + addedCount;
  if (total <= maxBoundTools) return [];
  const lowWater = Math.max(1, Math.floor(maxBoundTools * defaults.evictionLowWater));
  const wantedNow = new Set(present.map(toolKey));
  return kept
    .filter((tool) => tool.loadedTurn < turn && tool.lastUsedTurn < turn && !wantedNow.has(toolKey(tool.id)))
    .toSorted((a, b) => a.lastUsedTurn - b.lastUsedTurn || a.loadedTurn - b.loadedTurn)
    .slice(0, total - lowWater);
}

/** No agent makes as many changes in one turn. */
const revisionsPerTurn = 1_000_000;

/**
 * Applies operations in order. An add of a bound tool and a touch of an unbound one change only what they can. Revisions
 * of a turn are above those of the turns before: a list that was emptied and filled again is the newer one.
 */
export function applyOperations(
  boundTools: readonly BoundTool[],
  operations: readonly BoundToolOperation[],
): BoundTool[] {
  const revisions = new Map<string, number>();
  for (const tool of boundTools) revisions.set(tool.agent, Math.max(revisions.get(tool.agent) ?? 0, tool.revision));
  let next = [...boundTools];
  for (const operation of operations) {
    const { agent, id } = operation;
    const key = toolKey(id);
    const index = next.findIndex((tool) => tool.agent === agent && toolKey(tool.id) === key);
    const present = next[index];
    const least = operation.op === "remove" ? 0 : operation.turn * revisionsPerTurn;
    const revision = Math.max(revisions.get(agent) ?? 0, least) + 1;
    if (operation.op === "remove") {
      if (!present) continue;
      next = next.filter((_, position) => position !== index);
      // A tool that stays bears witness of the change.
      const last = next.findLastIndex((tool) => tool.agent === agent);
      if (last >= 0) next[last] = { ...next[last]!, revision };
    } else if (present) {
      next[index] = { ...present, lastUsedTurn: Math.max(present.lastUsedTurn, operation.turn), revision };
    } else if (operation.op === "add") {
      const { callName, turn } = operation;
      next.push({ id, callName, agent, loadedTurn: turn, lastUsedTurn: turn, revision });
    } else continue;
    revisions.set(agent, revision);
  }
  return next;
}

/**
 * The reducer of the channel. Nodes write operations. A whole list comes from a graph that shares the state (its output
 * is written back to the parent): for each agent the list with the newer revision wins, so that two agents that ran
 * side by side do not undo each other.
 */
export function reduceBoundTools(
  current: readonly BoundTool[],
  update: readonly (BoundTool | BoundToolOperation)[],
): BoundTool[] {
  const operations = update.filter((entry): entry is BoundToolOperation => "op" in entry);
  const list = update.filter((entry): entry is BoundTool => !("op" in entry));
  return applyOperations(list.length > 0 ? mergeLists(current, list) : current, operations);
}

function mergeLists(current: readonly BoundTool[], update: readonly BoundTool[]): BoundTool[] {
  const agents = new Set([...current, ...update].map((tool) => tool.agent));
  return [...agents].flatMap((agent) => {
    const [mine, theirs] = [boundToolsOf(agent, current), boundToolsOf(agent, update)];
    return latestRevision(theirs) > latestRevision(mine) ? theirs : mine;
  });
}

function latestRevision(tools: readonly BoundTool[]): number {
  return Math.max(0, ...tools.map((tool) => tool.revision));
}
