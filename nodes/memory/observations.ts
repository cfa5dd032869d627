/** Observations in a LangGraph store: one item each, so that writers side by side lose nothing. */
import type { BaseStore } from "@langchain/langgraph";
import { defaults } from "../../catalog/defaults.js";
import { readObservation, selectExamples } from "../../catalog/memory/index.js";
import type { Observation } from "../../catalog/memory/types.js";
import { formatToolId } from "../../catalog/types.js";
import { memoryRoot, toNames, toNamespace } from "./namespace.js";

/** An observation with the key of its item. */
export interface StoredObservation {
  key: string;
  observation: Observation;
}

export interface ReadObservations {
  /** Newest first. */
  stored: StoredObservation[];
  /** Items that are no observations. */
  broken: { key: string; reason: string }[];
}

/** Items that are read of one namespace at most: another program may have filled it. */
const mostRead = 2 * defaults.memory.keptObservations;

/** Everything of one namespace. @throws what the store throws. */
export async function readObservations(store: BaseStore, names: readonly string[]): Promise<ReadObservations> {
  const namespace = toNamespace(names);
  const own = JSON.stringify(namespace);
  const read: ReadObservations = { stored: [], broken: [] };
  const now = Date.now();
  // In one page: stores promise no order that would hold from one page to the next.
  for (const { key, value, namespace: found } of await store.search(namespace, { limit: mostRead })) {
    // A search is for a prefix: what lies below belongs to someone else.
    if (JSON.stringify(found) !== own) continue;
    const observation = readObservation(value);
    if (typeof observation === "string") read.broken.push({ key, reason: observation });
    // What comes from the future would stay the newest for ever.
    else read.stored.push({ key, observation: { ...observation, at: Math.min(observation.at, now) } });
  }
  read.stored.sort((a, b) => b.observation.at - a.observation.at || (a.key < b.key ? -1 : 1));
  return read;
}

/** Writes them; one under a key that is there already replaces it. @throws what the store throws. */
export async function writeObservations(
  store: BaseStore,
  names: readonly string[],
  observations: readonly StoredObservation[],
): Promise<void> {
  const namespace = toNamespace(names);
  // One by one: the store that LangGraph hands to a run has no `batch`, and joins them itself.
  await Promise.all(observations.map(({ key, observation }) => store.put(namespace, key, { ...observation }, false)));
}

/** Room beyond the limit, so that not every turn tidies up. */
const slack = 1.1;

/**
 * Removes what no example is made of any more, and the oldest beyond `keptObservations`, once there are more than that
 * and a little. Several may do it at one time: they remove the same.
 *
 * @returns the items that were removed.
 * @throws what the store throws.
 */
export async function tidyObservations(store: BaseStore, names: readonly string[]): Promise<number> {
  const { stored } = await readObservations(store, names);
  const most = defaults.memory.keptObservations;
  if (stored.length <= slack * most) return 0;
  const needed = new Set(
    selectExamples(stored.map(({ observation }) => observation)).flatMap(({ examples }) =>
      examples.flatMap(({ sources }) => sources),
    ),
  );
  const kept = new Set([...needed].sort((a, b) => a - b).slice(0, most));
  const surplus = stored.filter((_, place) => !kept.has(place));
  await removeItems(
    store,
    names,
    surplus.map(({ key }) => key),
  );
  return surplus.length;
}

/** @throws what the store throws. */
export async function removeItems(store: BaseStore, names: readonly string[], keys: readonly string[]): Promise<void> {
  const namespace = toNamespace(names);
  await Promise.all(keys.map((key) => store.delete(namespace, key)));
}

/**
 * Forgets what was read of one namespace: all of it, or what it says of one tool. An observation that tells of other tools
 * too stays without that one; items that are no observations go only with all.
 *
 * @param tool as `formatToolId` writes it: two ids that are written the same are both forgotten.
 * @returns the items that were about it.
 * @throws what the store throws.
 */
export async function forgetObservations(
  store: BaseStore,
  names: readonly string[],
  { stored, broken }: ReadObservations,
  tool?: string,
): Promise<number> {
  if (tool === undefined) {
    const keys = [...stored, ...broken].map(({ key }) => key);
    await removeItems(store, names, keys);
    return keys.length;
  }
  const without = stored.flatMap(({ key, observation }) => {
    const tools = observation.tools.filter((one) => formatToolId(one) !== tool);
    return tools.length < observation.tools.length ? [{ key, observation: { ...observation, tools } }] : [];
  });
  const isLeft = ({ observation }: StoredObservation) => observation.tools.length > 0;
  await writeObservations(store, names, without.filter(isLeft));
  await removeItems(
    store,
    names,
    without.filter((one) => !isLeft(one)).map(({ key }) => key),
  );
  return without.length;
}

const pageSize = 500;

/** The names of every namespace in the store that holds a memory. @throws what the store throws. */
export async function listMemories(store: BaseStore): Promise<string[][]> {
  const found = new Map<string, string[]>();
  for (let offset = 0; ; offset += pageSize) {
    const namespaces = await store.listNamespaces({ prefix: [...memoryRoot], limit: pageSize, offset });
    for (const namespace of namespaces) {
      const names = toNames(namespace);
      if (names) found.set(JSON.stringify(names), names);
    }
    if (namespaces.length < pageSize) return [...found.values()];
  }
}
