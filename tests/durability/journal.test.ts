import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromLangChainTools, ToolCatalog } from "../../catalog/index.js";
import type { ToolAnnotations, ToolExecutor } from "../../catalog/types.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { ApprovalRequest } from "../../nodes/approval-request.js";
import type { AgentContext } from "../../nodes/settings.js";
import type { ToolCallMetric } from "../../nodes/types.js";
import { tool as definition, server } from "../nodes/support.js";
import { calling, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";

const thread = { configurable: { thread_id: "thread" } };
const destructive: ToolAnnotations = { readOnlyHint: false, destructiveHint: true };
const idempotent: ToolAnnotations = { ...destructive, idempotentHint: true };
const reading: ToolAnnotations = { readOnlyHint: true };
const done = async () => ({ content: [{ type: "text" as const, text: "done" }], isError: false });

interface Situation {
  annotations?: ToolAnnotations;
  simulated?: boolean;
  /** What the tool does, run after run; the last again and again. */
  runs?: ToolExecutor[];
  saver?: MemorySaver;
  context?: AgentContext;
  script?: ScriptedAnswer[];
}

function situation({
  annotations = destructive,
  simulated,
  runs = [done],
  saver = new MemorySaver(),
  context,
  script,
}: Situation = {}) {
  const seen: Record<string, unknown>[] = [];
  const catalog = new ToolCatalog([
    server(
      "disk",
      definition("wipe", {
        annotations,
        simulated,
        execute: async (args, options) => {
          seen.push(args);
          return runs[Math.min(seen.length, runs.length) - 1]!(args, options);
        },
      }),
      definition("look", { annotations: reading }),
    ),
  ]);
  const model = new ScriptedModel(script ?? [calling({ name: "wipe", args: { path: "a" }, id: "c1" }), "End."]);
  const graph = createActiveGraph({ catalog, model, checkpointer: saver, ...(context ? { context } : {}) });
  return { graph, model, seen, saver };
}

/** Runs until the tool is in mid-call and ends the run there, as far as one process can: the call has no result. */
async function abortInCall(options: Situation = {}) {
  const stop = new AbortController();
  const hang: ToolExecutor = () => {
    stop.abort(new Error("stopped in mid-call"));
    return new Promise(() => {});
  };
  const parts = situation({ ...options, runs: [hang, ...(options.runs ?? [done])] });
  const input = { messages: [new HumanMessage("Wipe it")] };
  await expect(parts.graph.invoke(input, { ...thread, signal: stop.signal })).rejects.toThrow();
  return parts;
}

const callMetric = (metrics: { kind: string }[]) =>
  metrics.findLast((metric): metric is ToolCallMetric => metric.kind === "tool");

describe("a call that was begun and has no result", () => {
  it("is not run again when its tool changes something, and the model is told that the outcome is unknown", async () => {
    const { graph, seen, model } = await abortInCall();
    const { messages, metrics } = await graph.invoke(null, thread);
    expect(seen).toHaveLength(1);
    expect(messages.at(-2)?.text).toMatch(/^The outcome of disk\/wipe is unknown: .*call it again\.$/);
    expect(callMetric(metrics)).toMatchObject({ ok: false, journal: "unknown", args: { path: "a" } });
    expect(messages.at(-1)?.text).toBe("End.");
    expect(model.sent).toHaveLength(2);
  });

  it.each<[string, Situation, string | undefined]>([
    ["is idempotent", { annotations: idempotent }, "repeated"],
    ["only reads", { annotations: reading }, undefined],
    ["is simulated", { simulated: true }, undefined],
  ])("is run again when its tool %s", async (_name, options, journal) => {
    const { graph, seen } = await abortInCall(options);
    const { messages, metrics } = await graph.invoke(null, thread);
    expect(seen).toEqual([{ path: "a" }, { path: "a" }]);
    expect(messages.at(-2)?.text).toBe("done");
    expect(callMetric(metrics)).toMatchObject({ ok: true });
    expect(callMetric(metrics)?.journal).toBe(journal);
  });

  it("of an idempotent tool is known afterwards, however often the run was stopped before", async () => {
    const stop = new AbortController();
    const hang: ToolExecutor = () => {
      stop.abort(new Error("again"));
      return new Promise(() => {});
    };
    const { graph, seen } = await abortInCall({ annotations: idempotent, runs: [hang, done] });
    await expect(graph.invoke(null, { ...thread, signal: stop.signal })).rejects.toThrow();
    const { messages } = await graph.invoke(null, thread);
    expect(seen).toHaveLength(3);
    expect(messages.at(-2)?.text).toBe("done");
  });

  it("may be made anew by the model, as another call", async () => {
    const script = [
      calling({ name: "wipe", args: { path: "a" }, id: "c1" }),
      calling({ name: "look", id: "c1" }),
      calling({ name: "wipe", args: { path: "a" }, id: "c1" }),
      "End.",
    ];
    const { graph, seen } = await abortInCall({ script });
    const { messages } = await graph.invoke(null, thread);
    expect(seen).toHaveLength(2);
    expect(messages.filter((message) => message.getType() === "tool").map((message) => message.text)).toEqual([
      expect.stringContaining("unknown"),
      "done look",
      "done",
    ]);
  });
});

describe("calls of one message", () => {
  it("are told apart", async () => {
    const script = [
      calling({ name: "wipe", args: { path: "a" }, id: "c1" }, { name: "wipe", args: { path: "b" }, id: "c2" }),
      "End.",
    ];
    const { graph, seen } = await abortInCall({ script });
    const { messages } = await graph.invoke(null, thread);
    const answers = messages.filter((message) => message.getType() === "tool").map((message) => message.text);
    expect(seen.filter(({ path }) => path === "a")).toHaveLength(1);
    expect(seen.filter(({ path }) => path === "b").length).toBeLessThan(2);
    expect(answers).toHaveLength(2);
  });
});

describe("a call that was finished before its run was", () => {
  /** Nothing can be written after the call's result: what a kill at this moment leaves. */
  class EndsWithTheResult extends MemorySaver {
    isGone = false;

    override async put(...given: Parameters<MemorySaver["put"]>): ReturnType<MemorySaver["put"]> {
      if (this.isGone) throw new Error("disk full");
      return super.put(...given);
    }

    override async putWrites(...given: Parameters<MemorySaver["putWrites"]>): Promise<void> {
      if (this.isGone) throw new Error("disk full");
      await super.putWrites(...given);
      this.isGone = given[1].some(([, value]) => (value as { end?: unknown } | null)?.end !== undefined);
    }
  }

  it("is answered from the journal, and its tool does not run again", async () => {
    const saver = new EndsWithTheResult();
    const { graph, seen } = situation({ saver });
    await expect(graph.invoke({ messages: [new HumanMessage("Wipe it")] }, thread)).rejects.toThrow("disk full");
    saver.isGone = false;
    const { messages, metrics } = await graph.invoke(null, thread);
    expect(seen).toHaveLength(1);
    expect(messages.at(-2)?.text).toBe("done");
    expect(callMetric(metrics)).toMatchObject({ ok: true, journal: "answered" });
  });
});

describe("approval and the journal", () => {
  const context: AgentContext = { approval: "destructive" };

  async function approved(options: Situation = {}) {
    const parts = situation({ ...options, context });
    const { graph } = parts;
    await graph.invoke({ messages: [new HumanMessage("Wipe it")] }, thread);
    const { tasks } = await graph.getState(thread);
    const [{ id, value }] = tasks.flatMap((task) => task.interrupts) as [{ id: string; value: ApprovalRequest }];
    const { callId, argumentsHash } = value;
    const resume = new Command({ resume: { [id]: { callId, argumentsHash, decision: "approve" } } });
    return { ...parts, resume };
  }

  it("lets one of two approvals at the same time make the call", async () => {
    const slow: ToolExecutor = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return done();
    };
    const { graph, seen, resume } = await approved({
      runs: [slow],
      script: [calling({ name: "wipe" }), "End.", "End."],
    });
    const results = await Promise.all([graph.invoke(resume, thread), graph.invoke(resume, thread)]);
    expect(seen).toHaveLength(1);
    const told = results.map(({ messages }) => messages.at(-2)?.text).sort();
    expect(told).toEqual([expect.stringContaining("is unknown"), "done"]);
  });

  it("does not ask again for an approved call that was stopped in the middle, and does not run it again", async () => {
    const stop = new AbortController();
    const hang: ToolExecutor = () => {
      stop.abort(new Error("stopped"));
      return new Promise(() => {});
    };
    const { graph, seen, resume } = await approved({ runs: [hang, done] });
    await expect(graph.invoke(resume, { ...thread, signal: stop.signal })).rejects.toThrow();
    const { messages } = await graph.invoke(null, thread);
    expect(seen).toHaveLength(1);
    expect(messages.at(-2)?.text).toContain("unknown");
  });

  it("runs a tool that paused the run to ask something again with the answer", async () => {
    const ask = tool(async () => `the person says ${interrupt("Which colour?")}`, {
      name: "ask_person",
      description: "Ask a person",
      schema: z.object({}),
    });
    const catalog = new ToolCatalog([fromLangChainTools([ask], { server: "people", description: "People" })]);
    const model = new ScriptedModel([calling({ name: "ask_person", id: "c1" }), "End."]);
    const graph = createActiveGraph({ catalog, model, checkpointer: new MemorySaver() });
    await graph.invoke({ messages: [new HumanMessage("Ask")] }, thread);
    const { messages } = await graph.invoke(new Command({ resume: "blue" }), thread);
    expect(messages.at(-2)?.text).toBe("the person says blue");
  });
});

describe("a journal that cannot be written", () => {
  class Failing extends MemorySaver {
    constructor(readonly failing: "begin" | "end") {
      super();
    }

    override async putWrites(...[config, writes, task]: Parameters<MemorySaver["putWrites"]>): Promise<void> {
      const record = writes.find(([channel]) => channel === "toolgap:call")?.[1] as { end?: unknown } | undefined;
      if (record && (this.failing === "end") === (record.end !== undefined)) throw new Error("connection lost");
      return super.putWrites(config, writes, task);
    }
  }

  it("keeps the call from running before, and says so", async () => {
    const { graph, seen } = situation({ saver: new Failing("begin") });
    const { messages, metrics } = await graph.invoke({ messages: [new HumanMessage("Wipe it")] }, thread);
    expect(seen).toEqual([]);
    expect(messages.at(-2)?.text).toMatch(/^disk\/wipe was not run: .*\(connection lost\)/);
    expect(callMetric(metrics)).toMatchObject({ ok: false, journal: "unwritten" });
  });

  it("does not take the result away after it, and the records say so", async () => {
    const { graph, seen } = situation({ saver: new Failing("end") });
    const { messages, metrics } = await graph.invoke({ messages: [new HumanMessage("Wipe it")] }, thread);
    expect(seen).toHaveLength(1);
    expect(messages.at(-2)?.text).toBe("done");
    expect(callMetric(metrics)).toMatchObject({ ok: true, journal: "unwritten" });
  });
});

describe("what the journal costs", () => {
  it("writes nothing for calls that only read", async () => {
    const saver = new MemorySaver();
    const { graph } = situation({ saver, annotations: reading });
    await graph.invoke({ messages: [new HumanMessage("Look")] }, thread);
    expect(JSON.stringify(saver.writes)).not.toContain("toolgap:call");
  });

  it("leaves nothing in the state, and goes with the thread", async () => {
    const saver = new MemorySaver();
    const { graph } = situation({ saver });
    await graph.invoke({ messages: [new HumanMessage("Wipe it")] }, thread);
    expect(Object.keys((await graph.getState(thread)).values)).not.toContain("toolgap:call");
    expect(JSON.stringify(saver.writes)).toContain("toolgap:call");
    await saver.deleteThread("thread");
    expect(JSON.stringify(saver.writes)).not.toContain("toolgap:call");
  });
});
