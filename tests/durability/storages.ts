/** What the journal needs of a storage, the same for every one. */
import { HumanMessage } from "@langchain/core/messages";
import { Command, END, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ApprovalRequest, sharedState } from "../../graphs/index.js";
import { createAgent, type Pass, type Scenario, task, thread } from "./agent.js";
import { type NewStorage, openStorage, type Storage } from "./storage.js";

const scenario: Scenario = { victim: "wipe_folder", siblings: "finished" };
const unknown = /^The outcome of household\/wipe_folder is unknown/;

function textsOf(messages: { getType(): string; text: string }[]): string[] {
  return messages.filter((message) => message.getType() === "tool").map((message) => message.text);
}

/** Stops the run in the call, as far as one process can. */
function stopInCall(): { pass: Pass; signal: AbortSignal } {
  const stop = new AbortController();
  const pass: Pass = async (boundary) => {
    if (boundary !== "in the call, after its effect") return;
    stop.abort(new Error("stopped"));
    await new Promise(() => {});
  };
  return { pass, signal: stop.signal };
}

const nothing: Pass = async () => {};

async function withStorages(
  newStorage: NewStorage,
  use: (open: () => Promise<Storage>) => Promise<void>,
): Promise<void> {
  const address = await newStorage();
  const opened: Storage[] = [];
  await use(async () => {
    const storage = await openStorage(address);
    opened.push(storage);
    return storage;
  });
  for (const storage of opened) await storage.close();
}

/** @param users whether several processes may have the storage open at the same time. */
export function describeStorage(
  name: string,
  newStorage: NewStorage,
  users: "one process" | "several" = "several",
): void {
  describe(`the journal of calls, ${name}`, () => {
    it.runIf(users === "several")("lets one of two that resume the same approval at the same time make the call", () =>
      withStorages(newStorage, async (open) => {
        const first = await open();
        const approval = "destructive" as const;
        const graph = createAgent(first, nothing, { ...scenario, approval }, true);
        await graph.invoke(task, thread);
        const { tasks } = await graph.getState(thread);
        const questions = tasks.flatMap(({ interrupts }) => interrupts) as { id: string; value: ApprovalRequest }[];
        const answers = questions.map(({ id, value: { callId, argumentsHash } }) => [
          id,
          { callId, argumentsHash, decision: "approve" },
        ]);
        const resume = new Command({ resume: Object.fromEntries(answers) });
        const slow: Pass = () => new Promise((resolve) => setTimeout(resolve, 50));
        const agents = [await open(), await open()].map((storage) =>
          createAgent(storage, slow, { ...scenario, approval }, true),
        );
        const ends = await Promise.all(agents.map((agent) => agent.invoke(resume, thread)));
        const effects = await first.readEffects();
        expect(effects.filter((effect) => effect === "wipe_folder")).toHaveLength(1);
        const told = ends.map(({ messages }) => textsOf(messages).filter((text) => text.includes("wipe_folder"))[1]);
        expect(told.sort()).toEqual([expect.stringMatching(unknown), "wipe_folder is done"]);
      }),
    );

    it("tells after a new message what was declined, what only read, and what was never begun", () =>
      withStorages(newStorage, async (open) => {
        const storage = await open();
        const graph = createAgent(storage, nothing, { ...scenario, approval: "destructive" }, true);
        await graph.invoke(task, thread);
        const { tasks } = await graph.getState(thread);
        const questions = tasks.flatMap(({ interrupts }) => interrupts) as { id: string; value: ApprovalRequest }[];
        const { id, value } = questions.find((question) => question.value.callId === "c1")!;
        const answer = { callId: "c1", argumentsHash: value.argumentsHash, decision: "reject", message: "never" };
        await graph.invoke(new Command({ resume: { [id]: answer } }), thread);
        const { messages } = await graph.invoke({ messages: [new HumanMessage("Leave it")] }, thread);
        expect(textsOf(messages).slice(1)).toEqual([
          expect.stringMatching(/not approved: never/),
          expect.stringMatching(/^household\/send_letter was not run/),
          expect.stringMatching(/^household\/stamp_file was not run/),
          "count_files is done",
        ]);
        expect(await storage.readEffects()).toEqual(["count_files"]);
      }));

    it("stands in no state, and goes with its thread", () =>
      withStorages(newStorage, async (open) => {
        const storage = await open();
        const graph = createAgent(storage, nothing, scenario, true);
        await graph.invoke(task, thread);
        const records = async () => {
          let found = 0;
          for await (const { pendingWrites = [] } of storage.saver.list(thread))
            found += pendingWrites.filter(([, channel]) => channel === "toolgap:call").length;
          return found;
        };
        // An intent and a result of three calls; the fourth only reads.
        expect(await records()).toBe(6);
        expect(JSON.stringify((await graph.getState(thread)).values)).not.toContain("toolgap:call");
        await storage.saver.deleteThread("thread");
        expect(await records()).toBe(0);
      }));

    it("knows the calls of a subgraph", () =>
      withStorages(newStorage, async (open) => {
        const storage = await open();
        const { pass, signal } = stopInCall();
        const parentOf = (place: Storage, reached: Pass) =>
          new StateGraph(z.object(sharedState))
            .addNode("agent", createAgent(place, reached, scenario, true, "inherited"))
            .addEdge(START, "agent")
            .addEdge("agent", END)
            .compile({ checkpointer: place.saver });
        const durable = { ...thread, durability: "sync" as const };
        await expect(parentOf(storage, pass).invoke(task, { ...durable, signal })).rejects.toThrow();
        const { messages } = await parentOf(await open(), nothing).invoke(null, durable);
        const effects = await storage.readEffects();
        expect(effects.filter((effect) => effect === "wipe_folder")).toHaveLength(1);
        expect(textsOf(messages)).toContainEqual(expect.stringMatching(unknown));
      }));
  });
}
