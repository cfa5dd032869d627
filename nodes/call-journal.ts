/**
 * What is written down of a call before and after it runs, so that a run that was killed in between, or two runs that
 * resume the same conversation, do not make it twice.
 */
import { randomUUID } from "node:crypto";
import { v5 } from "@langchain/core/utils/uuid";
import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph";
import type { NodeConfig } from "./ports.js";
import type { PresentedResult } from "./result.js";
import type { PendingCall } from "./types.js";

/** What is about to be done. */
export interface CallIntent {
  args: Record<string, unknown>;
  /** True when a person let exactly these arguments through. */
  approved: boolean;
}

/** How a call ended: with a result, or with a question of the tool that pauses the run; it runs again with the answer. */
export type CallEnd = { kind: "result"; ok: boolean; presented: PresentedResult } | { kind: "paused" };

/** What stands in the journal of a call that was begun: how it ended, or an intent without an end. */
export type EarlierCall = Extract<CallEnd, { kind: "result" }> | ({ kind: "open" } & CallIntent);

/** The journal of one call. Every method throws what the storage throws. */
export interface CallJournal {
  /** What an earlier run of this call left; undefined when it may run as if for the first time. */
  find(): Promise<EarlierCall | undefined>;
  /**
   * Writes the intent and makes sure that it stands; `find` comes before. The call may run when this gives undefined.
   * Otherwise another run was faster, and this is what it left so far.
   */
  begin(intent: CallIntent): Promise<EarlierCall | undefined>;
  end(end: CallEnd): Promise<void>;
}

/** The channel of the records, and the last part of their namespace: no channel and no node of a graph has this name. */
const journalChannel = "toolgap:call";

interface JournalRecord {
  /** Message, place in it and id of the call: providers repeat ids. */
  key: string;
  /** A call that paused the run, or may be repeated, is made more than once. */
  attempt: number;
  /** Whose intent it is, when two runs write it at the same time: storages keep the first of two writes. */
  token: string;
  intent: CallIntent;
  end?: CallEnd;
}

/**
 * The journal in the storage of the run's checkpointer: each record is a pending write of a made-up task. They stand
 * beside the checkpoint of the call's own task, on an empty one with the same id in a namespace that no graph has, so
 * that reading them does not read the whole conversation. LangGraph never looks there, and all goes with the thread.
 *
 * @returns undefined where nothing is saved (no checkpointer), and so nothing can be resumed.
 */
export function openCallJournal(call: PendingCall, config: NodeConfig): CallJournal | undefined {
  const { checkpointId } = config.executionInfo ?? {};
  return checkpointId === undefined ? undefined : journalAt(checkpointId, call, config);
}

/**
 * The journal beside a checkpoint, for calls that are not run any more. There a pause counts as begun, unlike for a call
 * that runs again with the answer: the tool may have done half of its work before it asked.
 */
export async function readJournal(
  checkpointId: string,
  config: NodeConfig,
): Promise<(call: PendingCall) => EarlierCall | undefined> {
  const saver = saverOf(config);
  const place = journalPlace(checkpointId, config);
  const records = saver && place ? await readRecords(saver, place) : [];
  return (call) => {
    const record = last(records.filter(({ key }) => key === keyOf(call)));
    return record && toBegunCall(record);
  };
}

/** The storage of the run; undefined where nothing is saved. */
export function saverOf(config: NodeConfig): BaseCheckpointSaver | undefined {
  const saver: unknown = config.configurable?.__pregel_checkpointer;
  return isSaver(saver) && config.configurable?.thread_id !== undefined ? saver : undefined;
}

/** The last part of a task's namespace is the task itself; its checkpoint is that of the graph around it. */
export function graphNamespace({ executionInfo }: NodeConfig): string | undefined {
  const { checkpointNs } = executionInfo ?? {};
  return checkpointNs?.slice(0, Math.max(0, checkpointNs.lastIndexOf("|")));
}

function journalAt(checkpointId: string, call: PendingCall, config: NodeConfig): CheckpointJournal | undefined {
  const saver = saverOf(config);
  const place = journalPlace(checkpointId, config);
  return saver && place && new CheckpointJournal(saver, place, checkpointId, keyOf(call));
}

function journalPlace(checkpointId: string, config: NodeConfig): NodeConfig | undefined {
  const graphNs = graphNamespace(config);
  if (graphNs === undefined) return undefined;
  const checkpoint_ns = graphNs === "" ? journalChannel : `${graphNs}|${journalChannel}`;
  return { ...config, configurable: { ...config.configurable, checkpoint_ns, checkpoint_id: checkpointId } };
}

function keyOf({ messageId, index, callId }: PendingCall): string {
  return JSON.stringify([messageId, index, callId]);
}

async function readRecords(saver: BaseCheckpointSaver, place: NodeConfig): Promise<JournalRecord[]> {
  const tuple = await saver.getTuple(place);
  return (tuple?.pendingWrites ?? [])
    .filter(([, channel]) => channel === journalChannel)
    .map(([, , record]) => record as JournalRecord);
}

function isSaver(value: unknown): value is BaseCheckpointSaver {
  return typeof value === "object" && value !== null && "putWrites" in value && "getTuple" in value;
}

class CheckpointJournal implements CallJournal {
  #found: JournalRecord | undefined;
  #current: Pick<JournalRecord, "attempt" | "token" | "intent"> | undefined;

  constructor(
    private readonly saver: BaseCheckpointSaver,
    private readonly place: NodeConfig,
    private readonly checkpointId: string,
    private readonly key: string,
  ) {}

  async find(): Promise<EarlierCall | undefined> {
    this.#found = last(await this.#read());
    return toEarlierCall(this.#found);
  }

  async begin(intent: CallIntent): Promise<EarlierCall | undefined> {
    const current = { attempt: (this.#found?.attempt ?? 0) + 1, token: randomUUID(), intent };
    await this.#prepare();
    await this.#write(current, "begin");
    const standing = (await this.#read()).filter(({ attempt }) => attempt === current.attempt);
    if (!standing.some(({ token }) => token === current.token)) {
      return toEarlierCall(last(standing)) ?? { kind: "open", ...intent };
    }
    this.#current = current;
    return undefined;
  }

  async end(end: CallEnd): Promise<void> {
    if (this.#current) await this.#write({ ...this.#current, end }, "end");
  }

  async #read(): Promise<JournalRecord[]> {
    return (await readRecords(this.saver, this.place)).filter(({ key }) => key === this.key);
  }

  /** The empty checkpoint that the records hang on. Several calls of a message make it; it is the same each time. */
  async #prepare(): Promise<void> {
    const parent = { ...this.place, configurable: { ...this.place.configurable, checkpoint_id: undefined } };
    const checkpoint = { ...emptyCheckpoint(), id: this.checkpointId };
    await this.saver.put(parent, checkpoint, { source: "update", step: -1, parents: {} }, {});
  }

  async #write(record: Omit<JournalRecord, "key">, part: "begin" | "end"): Promise<void> {
    const task = v5(JSON.stringify([journalChannel, this.key, record.attempt, part]), this.checkpointId);
    await this.saver.putWrites(this.place, [[journalChannel, { key: this.key, ...record }]], task);
  }
}

/** The newest record: of one attempt, its end. */
function last(records: readonly JournalRecord[]): JournalRecord | undefined {
  const newest = Math.max(...records.map(({ attempt }) => attempt));
  const ofAttempt = records.filter(({ attempt }) => attempt === newest);
  return ofAttempt.find(({ end }) => end) ?? ofAttempt[0];
}

function toEarlierCall(record: JournalRecord | undefined): EarlierCall | undefined {
  return record && record.end?.kind !== "paused" ? toBegunCall(record) : undefined;
}

function toBegunCall({ end, intent }: JournalRecord): EarlierCall {
  return end?.kind === "result" ? end : { kind: "open", ...intent };
}
