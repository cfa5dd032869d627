/** The agent that is killed: the active graph over a catalog whose tools leave their effects outside. */
import { HumanMessage } from "@langchain/core/messages";
import { ToolCatalog, type ToolDefinition } from "../../catalog/index.js";
import type { ToolAnnotations } from "../../catalog/types.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { AgentContext } from "../../nodes/settings.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel, type SentCall } from "../support/scripted-model.js";
import type { Storage } from "./storage.js";

/** Where a process can be killed, in the order in which a run comes by. */
export const boundaries = [
  "before the first model call",
  "after the first model call",
  "between route and bind",
  "before the second model call",
  "after the second model call",
  "before the call",
  "after the intent",
  "in the call, before its effect",
  "in the call, after its effect",
  "after the result",
  "after the calls",
  "after the end",
] as const;
export type Boundary = (typeof boundaries)[number];

/** Called wherever the run comes by; a process that is to die there never returns from it. */
export type Pass = (boundary: Boundary) => Promise<void>;

export interface Scenario {
  /** The call that the boundaries are about. */
  victim: ToolName;
  /** What the other calls of its message are at when its own effect is due. */
  siblings: "finished" | "in the call";
  approval?: AgentContext["approval"];
}

export const thread = { configurable: { thread_id: "thread" } };
export const task = { messages: [new HumanMessage("Tidy up the disk and tell everyone")] };

type ToolName = "wipe_folder" | "send_letter" | "stamp_file" | "count_files";

const described: [name: ToolName, description: string, annotations: ToolAnnotations][] = [
  ["wipe_folder", "Erase a folder from the disk for good", { destructiveHint: true }],
  ["send_letter", "Send a letter to a person", { destructiveHint: true }],
  ["stamp_file", "Put a time stamp on a file", { destructiveHint: true, idempotentHint: true }],
  ["count_files", "Count the files of a folder", { readOnlyHint: true }],
];

/** What the model says, by how often it has answered: a resumed run goes on where the killed one was. */
const script: ScriptedAnswer[] = [
  requesting(...described.map(([, tool]) => ({ server: "disk and post", tool }))),
  calling(...described.map(([name], index) => ({ name, id: `c${index + 1}` }))),
  "All done.",
];

function createModel(pass: Pass): ScriptedModel {
  const answer = ({ messages }: SentCall) => {
    const next = script[messages.filter((message) => message.getType() === "ai").length];
    if (next === undefined || next instanceof Error || typeof next === "function") throw new Error("nothing to say");
    return next;
  };
  const model = new ScriptedModel(Array.from({ length: 10 }, () => answer));
  const generate = model._generate.bind(model);
  model._generate = async (messages, options) => {
    const isFirst = !messages.some((message) => message.getType() === "ai");
    const isSecond = messages.filter((message) => message.getType() === "ai").length === 1;
    if (isFirst) await pass("before the first model call");
    if (isSecond) await pass("before the second model call");
    const result = await generate(messages, options);
    if (isFirst) await pass("after the first model call");
    if (isSecond) await pass("after the second model call");
    return result;
  };
  return model;
}

function createCatalog(storage: Storage, pass: Pass, { victim, siblings }: Scenario, saved: SavedAnswers): ToolCatalog {
  const tools = described.map(([name, description, annotations]): ToolDefinition => {
    const execute = async () => {
      if (name === victim) {
        while (!(await areReady())) await pause(5);
        await pass("in the call, before its effect");
      }
      await storage.leaveEffect(name);
      if (name === victim) await pass("in the call, after its effect");
      else if (siblings === "in the call") await untilResumed();
      return { content: [{ type: "text" as const, text: `${name} is done` }], isError: false };
    };
    return { name, description, inputSchema: { type: "object" }, annotations, execute };
  });
  const others = described.length - 1;
  const areReady = async () =>
    siblings === "finished" ? saved.count >= others || saved.isResumed : (await storage.readEffects()).length >= others;
  const untilResumed = async () => {
    if (!saved.isResumed) await new Promise(() => {});
  };
  return new ToolCatalog([{ name: "household", description: "Disk and post", tools }]);
}

/** How many answers of calls are saved; in a process that resumes, nothing waits for them. */
interface SavedAnswers {
  count: number;
  isResumed: boolean;
}

/** Boundaries that only the storage sees: the writes of the journal, and the checkpoints. */
function watchStorage({ saver }: Storage, pass: Pass, { victim }: Scenario, saved: SavedAnswers): void {
  const victimId = `c${described.findIndex(([name]) => name === victim) + 1}`;
  const putWrites = saver.putWrites.bind(saver);
  saver.putWrites = async (config, writes, ...rest) => {
    const record = writes.find(([channel]) => channel === "toolgap:call")?.[1] as JournalRecord | undefined;
    const isVictim = record !== undefined && JSON.parse(record.key)[2] === victimId;
    if (isVictim && !record.end) await pass("before the call");
    await putWrites(config, writes, ...rest);
    if (writes.some(([channel, value]) => channel === "messages" && JSON.stringify(value).includes("is done")))
      saved.count += 1;
    if (isVictim) await pass(record.end ? "after the result" : "after the intent");
  };
  const put = saver.put.bind(saver);
  saver.put = async (config, checkpoint, ...rest) => {
    const written = await put(config, checkpoint, ...rest);
    const values = JSON.stringify(checkpoint.channel_values);
    if ("branch:to:bind-tools" in checkpoint.channel_values) await pass("between route and bind");
    if (values.includes(`${victim} is done`) && !values.includes("All done")) await pass("after the calls");
    return written;
  };
}

interface JournalRecord {
  key: string;
  end?: unknown;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The graph over a storage; in a process that resumes, nothing waits for a kill.
 * @param checkpoints whether it has the storage's checkpointer, or its parent's.
 */
export function createAgent(
  storage: Storage,
  pass: Pass,
  scenario: Scenario,
  isResumed: boolean,
  checkpoints: "own" | "inherited" = "own",
) {
  const saved = { count: 0, isResumed };
  watchStorage(storage, pass, scenario, saved);
  const catalog = createCatalog(storage, pass, scenario, saved);
  const context = scenario.approval ? { approval: scenario.approval } : {};
  const own = checkpoints === "own" ? { checkpointer: storage.saver } : {};
  return createActiveGraph({ catalog, model: createModel(pass), context, ...own });
}
