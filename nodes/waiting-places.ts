/** The checkpoints in which the calls of a message waited, found again after a new message came. */
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { CheckpointTuple } from "@langchain/langgraph";
import { type EarlierCall, graphNamespace, readJournal, saverOf } from "./call-journal.js";
import type { NodeConfig } from "./ports.js";
import type { PendingCall } from "./types.js";

/** What is known of a call that was left behind: its answer, which came to no step; what the journal says; that it never began. */
export type LeftCall = { kind: "answered"; answer: ToolMessage } | EarlierCall | { kind: "never" };

/** Checkpoints that are looked through: a new message adds a few. */
const searchedCheckpoints = 12;

/** LangGraph's channel of the questions that a step waits for. */
const interruptChannel = "__interrupt__";

/**
 * What the storage knows of calls of one message, from a later task of the same graph; the newest word counts. That a call
 * never began is said only where every checkpoint that it may have begun in was read, and one of them shows that the calls
 * waited there: a question, an answer or a journal of one of them.
 */
export async function readLeftCalls(
  calls: readonly PendingCall[],
  config: NodeConfig,
): Promise<(call: PendingCall) => LeftCall | undefined> {
  const messageId = calls[0]?.messageId;
  if (messageId === undefined) return () => undefined;
  const { holding, isWhole } = await checkpointsWith(messageId, config);
  const found = new Map<PendingCall, LeftCall>();
  let isPlace = false;
  for (const tuple of holding) {
    const journal = await readJournal(tuple.checkpoint.id, config);
    const { answers, hasQuestion } = writesOf(tuple, messageId);
    isPlace ||= hasQuestion;
    for (const call of calls) {
      const known = choose(journal(call), answers.get(call.callId));
      if (known && !found.has(call)) found.set(call, known);
    }
  }
  isPlace ||= found.size > 0;
  return (call) => found.get(call) ?? (isPlace && isWhole ? { kind: "never" } : undefined);
}

/** An answer is the journal's result and more; but a step that is replayed leaves the older answer beside a newer begin. */
function choose(begun: EarlierCall | undefined, answer: ToolMessage | undefined): LeftCall | undefined {
  return answer && begun?.kind !== "open" ? { kind: "answered", answer } : begun;
}

interface Holding {
  /** The checkpoints that hold the message, on all branches, newest first. */
  holding: CheckpointTuple[];
  /** True when they are all: the step that wrote the message is among them, and every other is newer. */
  isWhole: boolean;
}

async function checkpointsWith(messageId: string, config: NodeConfig): Promise<Holding> {
  const holding: CheckpointTuple[] = [];
  const saver = saverOf(config);
  const checkpoint_ns = graphNamespace(config);
  if (!saver || checkpoint_ns === undefined) return { holding, isWhole: false };
  const place = { configurable: { thread_id: config.configurable?.thread_id, checkpoint_ns } };
  /** What came before a step of the graph. A message that came with an input or an update is from elsewhere. */
  const before = new Set<unknown>();
  for await (const tuple of saver.list(place, { limit: searchedCheckpoints })) {
    if (messagesOf(tuple).some(({ id }) => id === messageId)) {
      holding.push(tuple);
      if (tuple.metadata?.source !== "loop") continue;
      const parent: unknown = tuple.parentConfig?.configurable?.checkpoint_id;
      if (parent === undefined) return { holding, isWhole: true };
      before.add(parent);
    } else if (before.has(tuple.checkpoint.id)) return { holding, isWhole: tuple.metadata?.source !== "input" };
  }
  return { holding, isWhole: false };
}

function messagesOf({ checkpoint }: CheckpointTuple): BaseMessage[] {
  return (checkpoint.channel_values as { messages?: BaseMessage[] }).messages ?? [];
}

/** What the tasks of the message's calls wrote: those of a checkpoint in which nothing came after it. */
function writesOf(tuple: CheckpointTuple, messageId: string) {
  const writes = messagesOf(tuple).at(-1)?.id === messageId ? (tuple.pendingWrites ?? []) : [];
  const answers = writes
    .filter(([, channel]) => channel === "messages")
    .flatMap(([, , value]) => value)
    .filter((value) => ToolMessage.isInstance(value));
  return {
    answers: new Map(answers.map((answer) => [answer.tool_call_id, answer])),
    hasQuestion: writes.some(([, channel]) => channel === interruptChannel),
  };
}
