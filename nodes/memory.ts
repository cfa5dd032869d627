/**
 * Memory over turns, threads and processes: what became of the tools that were loaded is kept in a LangGraph store, and
 * lifts the tools that served when something like it is asked for again. It helps or it is not there: a store that fails
 * or does not answer costs a warning, never a run.
 */

import { createHash } from "node:crypto";
import type { BaseStore } from "@langchain/langgraph";
import { LRUCache } from "lru-cache";
import { defaults } from "../catalog/defaults.js";
import { createRecollection, unknownTools, withRecollection } from "../catalog/memory/index.js";
import type { Router } from "../catalog/search/types.js";
import { formatToolId, InputError } from "../catalog/types.js";
import { secretForms } from "../models/failures.js";
import { type MemoryNamespace, namesOf } from "./memory/namespace.js";
import {
  readObservations,
  type StoredObservation,
  tidyObservations,
  writeObservations,
} from "./memory/observations.js";
import { observeTurn } from "./memory/observe.js";
import type { AgentPorts, NodeConfig } from "./ports.js";
import type { AgentState, AgentUpdate } from "./types.js";

/** How a graph remembers. */
export interface MemoryOptions {
  /** Where; the store of the run when left out. */
  store?: BaseStore | undefined;
  /** Whose memory it is; the authenticated user's, else one that all runs share, when left out. */
  namespace?: MemoryNamespace | undefined;
  /** True where what is remembered counts and nothing is added. */
  readOnly?: boolean | undefined;
  /** Values that must not be kept, beside what looks like a secret by itself. */
  secrets?: readonly string[] | undefined;
  /** Takes each new line about something that is wrong with the memory; a warning of the process when left out. */
  onNotice?: ((line: string) => void) | undefined;
}

type RecallPorts = Pick<AgentPorts, "catalog" | "router" | "memory">;
type RememberPorts = Pick<AgentPorts, "agent" | "memory">;

/**
 * The router of a run: the one of the ports, with what the run's namespace remembers. Read anew for each round, so that
 * what others wrote meanwhile counts.
 *
 * @throws InputError for a namespace that is none.
 */
export async function rememberingRouter({ catalog, router, memory }: RecallPorts, config: NodeConfig): Promise<Router> {
  if (!memory) return router;
  const read = await attempt(memory, config, "read", (store, names) => readObservations(store, names));
  if (!read) return router;
  const [first] = read.broken;
  if (first) {
    tell(
      memory,
      `${read.broken.length} of its items are no observations and are passed over; ${first.key}: ${first.reason}`,
    );
  }
  if (read.stored.length === 0) return router;
  const recollection = createRecollection(read.stored.map(({ observation }) => observation));
  const [unknown, ...more] = unknownTools(recollection, (id) => catalog.has(id));
  if (unknown) {
    const others = more.length > 0 ? ` and ${more.length} more` : "";
    tell(memory, `the catalog has no ${formatToolId(unknown)}${others}: what is remembered of that is passed over`);
  }
  return withRecollection(router, recollection);
}

/**
 * Keeps what the latest turn of an agent found out. Call it once a turn has ended; the same turn again writes the same
 * items, so that a run that is resumed counts nothing twice.
 *
 * @returns how many requests were remembered; 0 when the store failed, which is told as a notice.
 * @throws InputError for a namespace that is none.
 */
export async function rememberTurn(
  state: AgentState,
  { agent, memory }: RememberPorts,
  config: NodeConfig,
): Promise<number> {
  if (!memory || memory.readOnly) return 0;
  const secrets = secretForms(memory.secrets ?? []);
  const observed = observeTurn(state, agent, { at: Date.now(), secrets });
  if (observed.length === 0) return 0;
  const thread = String(config.configurable?.thread_id ?? "");
  const stored = observed.map(({ requestId, observation }): StoredObservation => {
    // Not every model gives its messages ids that no other run has.
    const { request, words } = observation;
    const key = keyOf([agent, thread, state.turn.taskId, requestId, request.server, request.tool, words]);
    return { key, observation };
  });
  const written = await attempt(memory, config, "written", async (store, names) => {
    await writeObservations(store, names, stored);
    await tidyObservations(store, names);
    return stored.length;
  });
  return written ?? 0;
}

/** The node `analyze`, which also remembers the turn that it ends. */
export function withMemory(
  analyze: (state: AgentState, config: NodeConfig) => Promise<AgentUpdate>,
  ports: RememberPorts,
): typeof analyze {
  if (!ports.memory) return analyze;
  return async (state, config) => {
    const update = await analyze(state, config);
    if (update.stoppedBy) {
      await rememberTurn({ ...state, turn: update.turn ?? state.turn, stoppedBy: update.stoppedBy }, ports, config);
    }
    return update;
  };
}

function keyOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Undefined when the store failed, or took too long; the run goes on then. */
async function attempt<T>(
  memory: MemoryOptions,
  config: NodeConfig,
  what: "read" | "written",
  work: (store: BaseStore, names: readonly string[]) => Promise<T>,
): Promise<T | undefined> {
  const names = namesOf(memory.namespace, config);
  const store = memory.store ?? config.store;
  if (!store) {
    tell(memory, "there is no store: give the graph one, or the memory its own");
    return undefined;
  }
  let timer: NodeJS.Timeout | undefined;
  const { timeout } = defaults.memory;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${timeout} ms`)), timeout);
  });
  try {
    return await Promise.race([work(store, names), late]);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const [reason] = String((error as Error)?.message ?? error).split("\n");
    tell(memory, `it cannot be ${what}: ${reason}`);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Lines that a process remembers to have told: the latest, since each may name another user. */
const mostTold = 1_000;
const told = new WeakMap<MemoryOptions, LRUCache<string, true>>();

/** Each line once for each memory. */
function tell(memory: MemoryOptions, line: string): void {
  const known = told.get(memory) ?? new LRUCache<string, true>({ max: mostTold });
  told.set(memory, known);
  if (known.has(line)) return;
  known.set(line, true);
  const notice = `memory: ${line}`;
  if (memory.onNotice) memory.onNotice(notice);
  else process.emitWarning(notice);
}
