/**
 * How the answer to an interrupt reached it. LangGraph gives a plain resume value to every interrupt that waits, and a
 * map from interrupt ids to values to those that it names; the node sees the value only. So this looks where LangGraph
 * keeps both. Where its inside is another than expected, nothing counts as named.
 */
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { type BaseCheckpointSaver, interrupt, isGraphInterrupt } from "@langchain/langgraph";
import { canonicalJson } from "../catalog/canonical-json.js";
import type { Addressed } from "./approval.js";
import type { NodeConfig } from "./ports.js";

/** What LangGraph keeps for one task: the answers it has had so far, and which one `interrupt` gave last. */
interface Scratchpad {
  resume: unknown[];
  interruptCounter: number;
}

interface Waiting {
  id?: string;
  value: unknown;
}

type PendingWrite = [task: string, channel: string, value: unknown];

/**
 * How the answer that `interrupt` just gave in this task was addressed. Reads the checkpoint of the whole run, once.
 * @param question what tells the question from others in the value of its interrupt.
 */
export async function readAddress(answer: unknown, question: string, config: NodeConfig): Promise<Addressed> {
  const inside = config.configurable ?? {};
  const scratchpad = inside.__pregel_scratchpad as Scratchpad | undefined;
  const namespace: unknown = inside.checkpoint_ns;
  if (!scratchpad || typeof namespace !== "string") return "none";
  const index = scratchpad.interruptCounter;
  const ids = Array.from({ length: index + 1 }, (_, place) => interruptIdAt(place, namespace));
  const id = ids[index];
  if (id === undefined) return "none";
  const map = (inside.__pregel_resume_map ?? {}) as Record<string, unknown>;
  // LangGraph takes the id of a task's first question for the one that it asks now, too.
  const isLatest = index === scratchpad.resume.length - 1;
  if (id in map || (isLatest && ids[0]! in map)) return "id";
  const writes = await readRootWrites(config);
  // A map is kept under the ids that it names; so an answer is known again in a later run.
  if (writes.some(([task, channel]) => task === id && channel === "__resume__")) return "id";
  const others = findOthers(writes, new Set(ids), answer);
  if (others.length === 0) return "alone";
  return others.some(({ value }) => JSON.stringify(value)?.includes(question)) ? "none" : "unique";
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
    AsyncLocalStorageProviderSingleton.runWithConfig({ configurable }, () => interrupt(undefined), true);
  } catch (error) {
    if (isGraphInterrupt(error)) return error.interrupts[0]?.id;
  }
  return undefined;
}

/** What is written so far beside the checkpoint of the outermost graph: there all interrupts of all subgraphs are known. */
async function readRootWrites({ configurable = {} }: NodeConfig): Promise<PendingWrite[]> {
  const saver = configurable.__pregel_checkpointer as BaseCheckpointSaver;
  const checkpoints = (configurable.checkpoint_map ?? {}) as Record<string, string>;
  const place = { thread_id: configurable.thread_id, checkpoint_ns: "", checkpoint_id: checkpoints[""] };
  const tuple = await saver.getTuple({ configurable: place });
  return tuple?.pendingWrites ?? [];
}

/** The interrupts of others that may have had the same answer: those that wait, and those that a plain answer like it ended. */
function findOthers(writes: readonly PendingWrite[], own: ReadonlySet<string | undefined>, answer: unknown): Waiting[] {
  const controls = ["__interrupt__", "__resume__", "__error__", "__error_source_node__"];
  const finished = new Set(writes.filter(([, channel]) => !controls.includes(channel)).map(([task]) => task));
  const named = new Set(writes.filter(([, channel]) => channel === "__resume__").map(([task]) => task));
  const text = canonicalJson(answer);
  const hadSame = (task: string): boolean =>
    writes.some(
      ([other, channel, value]) =>
        other === task && channel === "__resume__" && canonicalJson([value].flat().at(-1)) === text,
    );
  return writes
    .filter(([, channel]) => channel === "__interrupt__")
    .flatMap(([task, , value]) => [value].flat().map((waiting) => ({ task, waiting: waiting as Waiting })))
    .filter(({ waiting }) => !own.has(waiting.id))
    .filter(({ task, waiting }) => !finished.has(task) || (!named.has(waiting.id ?? "") && hadSame(task)))
    .map(({ waiting }) => waiting);
}
