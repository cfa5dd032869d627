/** Lets a graph go on with the state of an earlier version, and refuse that of a later one. */
import { Overwrite } from "@langchain/langgraph";
import { InputError } from "../catalog/types.js";
import { applyUpdate } from "./discovery.js";
import type { NodeConfig } from "./ports.js";
import { checkStateVersion, stateVersion } from "./state-version.js";
import type { AgentState, AgentUpdate } from "./types.js";

/** Brings a state to the next version; gives the channels that it changes. */
export type StateMigration = (state: AgentState) => Partial<AgentState>;

/** By the version that each starts from. */
export type StateMigrations = Readonly<Record<number, StateMigration>>;

/** There was no other version yet. A pending call of an earlier version (`ExecuteTask`) is read as it is. */
const migrations: StateMigrations = {};

/** The versions that a program knows, and how it gets to the newest. */
export interface KnownVersions {
  version: number;
  migrations: StateMigrations;
}

type StateNode = (state: AgentState, config: NodeConfig) => Promise<AgentUpdate>;

/**
 * Makes a node refuse a state of a later version, and see one of an earlier version as if it were of this one: what a
 * migration changed is written back whole. The node must be the only one of its step.
 */
export function withStateVersion(
  node: StateNode,
  known: KnownVersions = { version: stateVersion, migrations },
): StateNode {
  return async (state, config) => {
    checkStateVersion(state.version, known.version);
    const { migrated, changed } = migrate(state, known);
    const update = await node(migrated, config);
    if (changed.length === 0) return { ...update, version: known.version };
    const after = applyUpdate(migrated, update);
    const rewritten = changed.map((channel) => [channel, new Overwrite(after[channel])]);
    return { ...update, ...Object.fromEntries(rewritten), version: known.version };
  };
}

function migrate(state: AgentState, known: KnownVersions) {
  let migrated = state;
  const changed = new Set<keyof AgentState>();
  for (let version = state.version; version < known.version; version += 1) {
    const migration = known.migrations[version];
    if (!migration) throw new InputError(noWay(version, known.version));
    const channels = migration(migrated);
    for (const channel of Object.keys(channels)) changed.add(channel as keyof AgentState);
    migrated = { ...migrated, ...channels };
  }
  return { migrated, changed: [...changed] };
}

function noWay(version: number, known: number): string {
  return (
    `the state of this conversation has version ${version}, which cannot be brought to version ${known} any more: ` +
    "go on with the toolgap that wrote it, or start another thread"
  );
}
