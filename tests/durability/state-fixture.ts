/** Conversations as checkpoints of earlier days: written by `write-state-fixtures.ts`, read by the tests of every later version. */
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createActiveGraph } from "../../graphs/active.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";

/** One checkpoint, as a storage keeps it: every part in the JSON of LangGraph's serializer. */
export interface StateFixture {
  checkpoint: unknown;
  metadata: unknown;
  pendingWrites: unknown;
}

export const thread = { configurable: { thread_id: "thread" } };

/** The graph over a storage, with a model that says what it is told to. */
export function graphOver(saver: MemorySaver, script: ScriptedAnswer[]) {
  const effects: Effects = [];
  const model = new ScriptedModel(script);
  const context = { approval: "destructive" } as const;
  const graph = createActiveGraph({ catalog: goldenCatalog(effects), model, checkpointer: saver, context });
  return { graph, effects, model };
}

const firstTurns: ScriptedAnswer[] = [
  requesting({ server: "files", tool: "read the text of a file" }),
  calling({ name: "read_file", args: { path: "a.txt" }, id: "c1" }),
  "It says hello.",
  requesting({ server: "mail", tool: "send a mail message" }, { server: "space", tool: "launch a rocket" }),
  "I can send it now.",
];

/** Two turns that are over; then, with `waiting`, a third one in which a call waits for a person beside one that ran. */
export async function converse(waiting: boolean): Promise<MemorySaver> {
  const saver = new MemorySaver();
  const third = calling(
    { name: "send", args: { to: "a@x.org", body: "hi" }, id: "c2" },
    { name: "read_file", args: { path: "b.txt" }, id: "c3" },
  );
  const { graph } = graphOver(saver, [...firstTurns, third]);
  for (const task of ["Read a.txt", "Can you send mail?", ...(waiting ? ["Send it, and read b.txt"] : [])])
    await graph.invoke({ messages: [new HumanMessage(task)] }, thread);
  return saver;
}

/** The newest checkpoint of the conversation. */
export async function toFixture(saver: MemorySaver): Promise<StateFixture> {
  const tuple = (await saver.getTuple(thread))!;
  const plain = async (value: unknown): Promise<unknown> => {
    const [, bytes] = await saver.serde.dumpsTyped(value);
    return JSON.parse(new TextDecoder().decode(bytes));
  };
  return {
    checkpoint: await plain(tuple.checkpoint),
    metadata: await plain(tuple.metadata),
    pendingWrites: await plain(tuple.pendingWrites),
  };
}

/** A storage that holds the conversation. */
export async function fromFixture(fixture: StateFixture): Promise<MemorySaver> {
  const saver = new MemorySaver();
  const load = (value: unknown) => saver.serde.loadsTyped("json", JSON.stringify(value));
  const config = await saver.put(
    { configurable: { ...thread.configurable, checkpoint_ns: "" } },
    await load(fixture.checkpoint),
    await load(fixture.metadata),
  );
  const writes = (await load(fixture.pendingWrites)) as [task: string, channel: string, value: unknown][];
  for (const task of new Set(writes.map(([task]) => task))) {
    const ofTask = writes.filter(([other]) => other === task);
    await saver.putWrites(
      config,
      ofTask.map(([, channel, value]) => [channel, value]),
      task,
    );
  }
  return saver;
}
