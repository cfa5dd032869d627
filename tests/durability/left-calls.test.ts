/** A person writes something new while calls wait, or after the run was killed in them. */
import { HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import {
  type CheckpointTuple,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import type { ToolExecutor } from "../../catalog/types.js";
import { createActiveGraph } from "../../graphs/active.js";
import { toolDiscoveryMiddleware } from "../../graphs/middleware/index.js";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import type { AgentContext } from "../../nodes/settings.js";
import { tool as definition, server } from "../nodes/support.js";
import { calling, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";

const thread = { configurable: { thread_id: "thread" } };
const say = (text: string) => ({ messages: [new HumanMessage(text)] });
const answersOf = (messages: readonly unknown[]) =>
  messages.filter((message) => ToolMessage.isInstance(message)).map(({ name, text, status }) => [name, text, status]);

const notRun = "disk/wipe was not run: a new message came before the call began. Call it again if it is still wanted.";
const wipe = { name: "wipe", args: { path: "a" }, id: "c1" };
const save = { name: "save", args: { path: "b" }, id: "c2" };
const look = { name: "look", args: {}, id: "c3" };

interface Situation {
  script?: ScriptedAnswer[];
  saver?: MemorySaver;
  context?: AgentContext;
  runs?: ToolExecutor;
}

function parts({ script, runs }: Situation) {
  const effects: string[] = [];
  const run =
    (name: string): ToolExecutor =>
    async (args, options) => {
      effects.push(name);
      return runs ? runs(args, options) : { content: [{ type: "text", text: `did ${name}` }], isError: false };
    };
  const catalog = new ToolCatalog([
    server(
      "disk",
      definition("wipe", { annotations: { destructiveHint: true }, execute: run("wipe") }),
      definition("save", { annotations: { destructiveHint: false }, execute: run("save") }),
      definition("look", { annotations: { readOnlyHint: true }, execute: run("look") }),
    ),
  ]);
  const model = new ScriptedModel(script ?? [calling(wipe), "Done instead.", "And more."]);
  return { catalog, model, effects };
}

function situation(options: Situation = {}) {
  const { saver = new MemorySaver(), context = { approval: "destructive" } } = options;
  const { catalog, model, effects } = parts(options);
  const graph = createActiveGraph({ catalog, model, checkpointer: saver, context });
  return { graph, model, effects, saver };
}

/** Listed and read checkpoints. */
class CountingSaver extends MemorySaver {
  listed = 0;

  override list(...given: Parameters<MemorySaver["list"]>): ReturnType<MemorySaver["list"]> {
    this.listed += 1;
    return super.list(...given);
  }
}

describe("a new message while a call waits for approval", () => {
  it("leaves the call undone, and the model is told so, once and for all", async () => {
    const saver = new CountingSaver();
    const { graph, model, effects } = situation({ saver });
    await graph.invoke(say("Wipe it"), thread);
    const { messages } = await graph.invoke(say("Do something else"), thread);
    expect(effects).toEqual([]);
    expect(answersOf(messages)).toEqual([["wipe", notRun, "error"]]);
    expect(answersOf(model.sent[1]!.messages)).toEqual([["wipe", notRun, "error"]]);
    expect(model.sent[1]!.messages.map((message) => message.getType())).toEqual([
      "system",
      "human",
      "ai",
      "tool",
      "human",
    ]);
    expect(saver.listed).toBe(1);
    await graph.invoke(say("And more"), thread);
    expect(answersOf(model.sent[2]!.messages)).toEqual([["wipe", notRun, "error"]]);
    expect(saver.listed).toBe(1);
  });

  it("does not hide what a call beside it did: its result is answered, and it is not run again", async () => {
    const script = [calling(wipe, save, look), "Done instead."];
    // A tool that is called before it is loaded is asked about; its pattern lets it through.
    const context: AgentContext = { approval: "destructive", autoApprove: ["disk/save"] };
    const { graph, model, effects } = situation({ script, context });
    await graph.invoke(say("Wipe a, save b, look"), thread);
    expect(effects.toSorted()).toEqual(["look", "save"]);
    await graph.invoke(say("Do something else"), thread);
    expect(effects).toHaveLength(2);
    expect(answersOf(model.sent[1]!.messages)).toEqual([
      ["wipe", notRun, "error"],
      ["save", "did save", "success"],
      ["look", "did look", "success"],
    ]);
  });

  it("does not hide that a person declined the call beside it", async () => {
    const { graph, model, effects } = situation({ script: [calling(wipe, save), "Done instead."] });
    await graph.invoke(say("Wipe a, save b"), thread);
    const { tasks } = await graph.getState(thread);
    const questions = tasks.flatMap(({ interrupts }) => interrupts) as { id: string; value: ApprovalRequest }[];
    const { id, value } = questions.find((question) => question.value.callId === wipe.id)!;
    const answer = {
      callId: wipe.id,
      argumentsHash: value.argumentsHash,
      decision: "reject",
      message: "never do that",
    };
    await graph.invoke(new Command({ resume: { [id]: answer } }), thread);
    await graph.invoke(say("Do something else"), thread);
    expect(effects).toEqual([]);
    expect(answersOf(model.sent[1]!.messages)).toEqual([
      ["wipe", expect.stringContaining("never do that"), "error"],
      ["save", notRun.replace("wipe", "save"), "error"],
    ]);
  });

  it("says the same on a branch that the run comes back to from another one", async () => {
    const { graph, model } = situation({ script: ["Hello", calling(wipe), "Elsewhere.", "Back."] });
    await graph.invoke(say("Hi"), thread);
    const start = (await graph.getState(thread)).config;
    await graph.invoke(say("Wipe it"), thread);
    const waiting = (await graph.getState(thread)).config;
    await graph.invoke(say("Something else"), start);
    await graph.invoke(say("Go on here"), waiting);
    expect(answersOf(model.sent.at(-1)!.messages)).toEqual([["wipe", notRun, "error"]]);
  });

  it("says the same in a subgraph with checkpoints of its own", async () => {
    const { catalog, model } = parts({});
    const agent = createActiveGraph({ catalog, model, persist: true, context: { approval: "destructive" } });
    const parent = new StateGraph(MessagesAnnotation)
      .addNode("agent", agent)
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    const durable = { ...thread, durability: "sync" as const };
    await parent.invoke(say("Wipe it"), durable);
    await parent.invoke(say("Do something else"), durable);
    expect(answersOf(model.sent.at(-1)!.messages)).toEqual([["wipe", notRun, "error"]]);
  });

  it("says the same after the state was updated in between, with every durability", async () => {
    for (const durability of ["sync", "async", "exit"] as const) {
      const { graph, model } = situation();
      await graph.invoke(say("Wipe it"), { ...thread, durability });
      await graph.updateState(thread, { stoppedBy: undefined }, "analyze");
      await graph.invoke(say("Do something else"), { ...thread, durability });
      expect(answersOf(model.sent[1]!.messages)).toEqual([["wipe", notRun, "error"]]);
    }
  });

  it("says the same in an agent with the middleware", async () => {
    const { catalog, model, effects } = parts({});
    const middleware = toolDiscoveryMiddleware({ catalog, context: { approval: "destructive" } });
    const agent = createAgent({ model, tools: [], middleware: [middleware], checkpointer: new MemorySaver() });
    await agent.invoke(say("Wipe it"), thread);
    await agent.invoke(say("Do something else"), thread);
    expect(effects).toEqual([]);
    expect(answersOf(model.sent[1]!.messages)).toEqual([["wipe", notRun, "error"]]);
  });

  it("lets the model ask for the call again, and a person approve it", async () => {
    const { graph, effects } = situation({ script: [calling(wipe), calling({ ...wipe, id: "c9" }), "Done."] });
    await graph.invoke(say("Wipe it"), thread);
    await graph.invoke(say("Yes, do it"), thread);
    const { tasks } = await graph.getState(thread);
    const [question] = tasks.flatMap(({ interrupts }) => interrupts) as { id: string; value: ApprovalRequest }[];
    const { callId, argumentsHash } = question!.value;
    expect(callId).toBe("c9");
    const answer = { callId, argumentsHash, decision: "approve" };
    const { messages } = await graph.invoke(new Command({ resume: { [question!.id]: answer } }), thread);
    expect(effects).toEqual(["wipe"]);
    expect(answersOf(messages)).toEqual([
      ["wipe", notRun, "error"],
      ["wipe", "did wipe", "success"],
    ]);
  });
});

/** A run that was killed in its call, as far as one process can. */
function killedInCall(options: Situation = {}) {
  const stop = new AbortController();
  const runs: ToolExecutor = () => {
    stop.abort(new Error("stopped in mid-call"));
    return new Promise(() => {});
  };
  const made = situation({ context: { approval: "never" }, ...options, runs });
  const kill = () => expect(made.graph.invoke(say("Wipe it"), { ...thread, signal: stop.signal })).rejects.toThrow();
  return { ...made, kill };
}

describe("a new message after a run that was killed in a call", () => {
  const unknown = [["wipe", expect.stringMatching(/^The outcome of disk\/wipe is unknown: /), "error"]];

  it("says that the outcome is unknown", async () => {
    const { graph, model, kill } = killedInCall();
    await kill();
    await graph.updateState(thread, { stoppedBy: undefined }, "analyze");
    await graph.invoke(say("Do something else"), thread);
    expect(answersOf(model.sent[1]!.messages)).toEqual(unknown);
  });

  it("says so on the call's branch too, after a run from an earlier checkpoint", async () => {
    const script = ["Hello", calling(wipe), "Elsewhere.", "Back."];
    const { graph, model, effects, kill } = killedInCall({ script });
    await graph.invoke(say("Hi"), thread);
    const start = (await graph.getState(thread)).config;
    await kill();
    const killed = (await graph.getState(thread)).config;
    await graph.invoke(say("Something else"), start);
    await graph.invoke(say("Go on here"), killed);
    expect(effects).toEqual(["wipe"]);
    expect(answersOf(model.sent.at(-1)!.messages)).toEqual(unknown);
  });

  it("says so of a tool that asked a person when it had done half of its work", async () => {
    const runs: ToolExecutor = async () => ({
      content: [{ type: "text", text: interrupt("Really?") }],
      isError: false,
    });
    const { graph, model, effects } = situation({ runs, context: { approval: "never" } });
    await graph.invoke(say("Wipe it"), thread);
    await graph.invoke(say("Do something else"), thread);
    expect(effects).toEqual(["wipe"]);
    expect(answersOf(model.sent[1]!.messages)).toEqual(unknown);
  });
});

describe("nothing is claimed", () => {
  const elsewhere = { configurable: { thread_id: "elsewhere" } };
  const nothing = [["wipe", expect.stringMatching(/^No result was recorded/), "error"]];

  it.each(["sync", "exit"] as const)(
    "of a call of another thread whose state came as input, %s",
    async (durability) => {
      const { graph, model, kill } = killedInCall();
      await kill();
      const { values } = await graph.getState(thread);
      const messages = [...values.messages, new HumanMessage("Go on")];
      await graph.invoke({ ...values, messages } as typeof values, { ...elsewhere, durability });
      expect(answersOf(model.sent.at(-1)!.messages)).toEqual(nothing);
    },
  );

  it.each([
    ["an update", false],
    ["an update, and that was asked about there again", true],
    ["an input, and that was asked about there again", true],
  ])("of a call of another thread whose state came with %s", async (way, isAskedAgain) => {
    const { graph, model, effects, kill } = killedInCall();
    await kill();
    const { values } = await graph.getState(thread);
    const isInput = way.startsWith("an input");
    if (isInput) await graph.invoke(values as typeof values, { ...elsewhere, interruptBefore: ["analyze"] });
    await graph.updateState(elsewhere, isInput ? { stoppedBy: undefined } : values, "analyze");
    const asking = { ...elsewhere, context: { approval: "destructive" as const } };
    if (isAskedAgain) {
      await graph.invoke(null, asking);
      const { tasks } = await graph.getState(elsewhere);
      expect(tasks.flatMap(({ interrupts }) => interrupts)).toHaveLength(1);
    }
    await graph.invoke(say("Go on"), asking);
    expect(effects).toEqual(["wipe"]);
    expect(answersOf(model.sent.at(-1)!.messages)).toEqual(nothing);
  });

  it.each<[string, (tuple: CheckpointTuple) => CheckpointTuple]>([
    ["values", (tuple) => ({ ...tuple, checkpoint: { ...tuple.checkpoint, channel_values: {} } })],
    ["writes", ({ pendingWrites: _, ...tuple }) => tuple],
  ])("where the storage lists its checkpoints without their %s", async (_name, strip) => {
    class Lean extends MemorySaver {
      override async *list(...given: Parameters<MemorySaver["list"]>): ReturnType<MemorySaver["list"]> {
        for await (const tuple of super.list(...given)) yield strip(tuple);
      }
    }
    const { graph, model } = situation({ saver: new Lean() });
    await graph.invoke(say("Wipe it"), thread);
    await graph.invoke(say("Do something else"), thread);
    expect(answersOf(model.sent[1]!.messages)).toEqual(nothing);
  });

  it("where the call may have begun in a checkpoint too far back", async () => {
    const { graph, model } = situation();
    await graph.invoke(say("Wipe it"), thread);
    for (let time = 0; time < 12; time++) await graph.updateState(thread, { stoppedBy: undefined }, "analyze");
    await graph.invoke(null, thread);
    await graph.invoke(say("Do something else"), thread);
    expect(answersOf(model.sent[1]!.messages)).toEqual(nothing);
  });

  it("of a call whose answer was trimmed away", async () => {
    const { graph, model } = situation({ context: { approval: "never" } });
    const { messages } = await graph.invoke(say("Wipe it"), thread);
    const [last, answer] = messages.toReversed();
    await graph.updateState(thread, { messages: [last, answer].map((one) => new RemoveMessage({ id: one!.id! })) });
    await graph.invoke(say("Go on"), thread);
    expect(answersOf(model.sent.at(-1)!.messages)).toEqual([
      ["wipe", expect.stringMatching(/^No result was recorded/), "error"],
    ]);
  });

  it("where the storage cannot be listed", async () => {
    class Unlisted extends MemorySaver {
      // biome-ignore lint/correctness/useYield: a storage that fails
      override async *list(): ReturnType<MemorySaver["list"]> {
        throw new Error("gone");
      }
    }
    const { graph, model } = situation({ saver: new Unlisted() });
    await graph.invoke(say("Wipe it"), thread);
    await graph.invoke(say("Do something else"), thread);
    expect(answersOf(model.sent[1]!.messages)[0]![1]).toMatch(/^No result was recorded/);
  });
});
