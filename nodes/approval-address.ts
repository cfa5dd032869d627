/**
 * How the answer to an interrupt reached it. LangGraph gives a plain resume value to every interrupt that waits, keeps it,
 * and gives it again in later runs; a map from interrupt ids to values reaches those that it names. The node sees the
 * value only, so this looks where LangGraph keeps both. Where its inside is another than expected, nothing is named.
 */
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { v5 } from "@langchain/core/utils/uuid";
import { type BaseCheckpointSaver, interrupt, isGraphInterrupt } from "@langchain/langgraph";
import { canonicalJson } from "../catalog/canonical-json.js";
import type { Addressed } from "./approval.js";
import type { NodeConfig } from "./ports.js";

/** What LangGraph keeps for one task: the answers it has had so far, and which one `interrupt` gave last. */
interface Scratchpad {
  resume: unknown[];
  interruptCounter: number;
}

type PendingWrite = [task: string, channel: string, value: unknown];

/** The channel of a decision that counted, among a checkpoint's pending writes; no channel of a state has this name. */
const decidedChannel = "toolgap:decided";

/** How the answer that `interrupt` just gave in this task was addressed. */
export async function readAddress(answer: unknown, config: NodeConfig): Promise<Addressed> {
  const inside = config.configurable ?? {};
  const scratchpad = inside.__pregel_scratchpad as Scratchpad | undefined;
  const namespace: unknown = inside.checkpoint_ns;
  if (!scratchpad || typeof namespace !== "string") return "unknown";
  const index = scratchpad.interruptCounter;
  const ids = Array.from({ length: index + 1 }, (_, place) => interruptIdAt(place, namespace));
  const id = ids[index];
  if (id === undefined) return "unknown";
  // An answer from an earlier run: it counted then, or the call was asked about once more.
  if (index < scratchpad.resume.length - 1) return (await hasDecided(index, config)) ? "id" : "unknown";
  const map = inside.__pregel_resume_map as Record<string, unknown> | undefined;
  // LangGraph takes the id of a task's first question for the one that it asks now, too.
  if (map) return id in map || ids[0]! in map ? "id" : "unknown";
  const writes = await readWrites(config, "root");
  // A map is kept under the ids that it names, so its answers are known again after a crash.
  if (writes.some(([task, channel]) => task === id && channel === "__resume__")) return "id";
  const waiting = findWaiting(writes);
  const wasAsked = waiting.some((question) => question.id === id);
  const text = canonicalJson(answer);
  const isRepeated = scratchpad.resume.slice(0, index).some((earlier) => canonicalJson(earlier) === text);
  if (!wasAsked || isRepeated) return "unknown";
  return { others: waiting.filter((question) => !ids.includes(question.id)).map(({ value }) => value) };
}

/**
 * Notes that the answer which `interrupt` just gave has decided, and takes the question off the list of those that wait.
 * LangGraph lists it until the step is over, so that clients would show a decided call again while others still wait.
 */
export async function settleQuestion(config: NodeConfig): Promise<void> {
  const place = placeOf(config, "own");
  const { taskId } = config.executionInfo ?? {};
  const scratchpad = config.configurable?.__pregel_scratchpad as Scratchpad | undefined;
  if (!place || taskId === undefined || !scratchpad) return;
  const { interruptCounter, resume } = scratchpad;
  // Answered long ago: by now the tool itself may ask something.
  if (interruptCounter < resume.length - 1) return;
  const saver = saverOf(config);
  await saver.putWrites(place, [[decidedChannel, interruptCounter]], v5(decidedChannel, taskId));
  await saver.putWrites(place, [["__interrupt__", []]], taskId);
}

async function hasDecided(index: number, config: NodeConfig): Promise<boolean> {
  const { taskId } = config.executionInfo ?? {};
  if (taskId === undefined) return false;
  const note = v5(decidedChannel, taskId);
  return (await readWrites(config, "own")).some(([task, , value]) => task === note && value === index);
}

/** The id of a task's interrupt, by LangGraph's own code: it says the id when it interrupts. */
function interruptIdAt(place: number, namespace: string): string | undefined {
  const scratchpad = { resume: Array.from({ length: place }), interruptCounter: place - 1 };
  const configurable = {
    __pregel_checkpointer: true,
    __pregel_scratchpad: scratchpad,
    checkpoint_ns: namespace,
  };
  try {
    AsyncLocalStorageProviderSingleton.runWithConfig({ configurable }, () => interrupt(undefined));
  } catch (error) {
    if (isGraphInterrupt(error)) return error.interrupts[0]?.id;
  }
  return undefined;
}

/**
 * A checkpoint of this run: the one that the task itself belongs to, or that of the outermost graph, where the interrupts
 * of all subgraphs are listed.
 */
function placeOf({ configurable = {}, executionInfo }: NodeConfig, which: "own" | "root") {
  if (which === "root") {
    const checkpoints = (configurable.checkpoint_map ?? {}) as Record<string, string>;
    const place = { thread_id: configurable.thread_id, checkpoint_ns: "", checkpoint_id: checkpoints[""] };
    return { configurable: place };
  }
  const { checkpointId, checkpointNs } = executionInfo ?? {};
  if (checkpointId === undefined || checkpointNs === undefined) return undefined;
  // The last part of a task's namespace is the task itself.
  const checkpoint_ns = checkpointNs.slice(0, Math.max(0, checkpointNs.lastIndexOf("|")));
  return { configurable: { ...configurable, checkpoint_ns, checkpoint_id: checkpointId } };
}

function saverOf({ configurable = {} }: NodeConfig): BaseCheckpointSaver {
  return configurable.__pregel_checkpointer as BaseCheckpointSaver;
}

/** What is written so far beside a checkpoint. */
async function readWrites(config: NodeConfig, which: "own" | "root"): Promise<PendingWrite[]> {
  const place = placeOf(config, which);
  return (place && (await saverOf(config).getTuple(place))?.pendingWrites) ?? [];
}

/**
 * The questions that one plain answer may have been given to: those of tasks that have not finished, and of those that
 * have but not by an answer to their id, for that may have been in this run.
 */
function findWaiting(writes: readonly PendingWrite[]): { id?: string; value: unknown }[] {
  const controls = ["__interrupt__", "__resume__", "__error__", "__error_source_node__", decidedChannel];
  const finished = new Set(writes.filter(([, channel]) => !controls.includes(channel)).map(([task]) => task));
  const answeredById = new Set(writes.filter(([, channel]) => channel === "__resume__").map(([task]) => task));
  return writes
    .filter(([, channel]) => channel === "__interrupt__")
    .flatMap(([task, , questions]) => {
      const asked = [questions].flat() as { id?: string; value: unknown }[];
      return asked.filter(({ id = "" }) => !finished.has(task) || !answeredById.has(id));
    });
}
