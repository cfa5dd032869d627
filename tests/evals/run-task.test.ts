import type { BaseMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { InputError } from "../../catalog/types.js";
import { type RunEvent, type RunTaskOptions, runTask } from "../../evals/run-task.js";
import { type StrategyName, strategyNames } from "../../graphs/strategies.js";
import { type Effects, goldenCatalog } from "../golden/catalog.js";
import { numbered } from "../nodes/support.js";
import { calling, requesting, type ScriptedAnswer, ScriptedModel } from "../support/scripted-model.js";

const task = "Read the text of the file a.txt";
const readFile = { server: "files on disk", tool: "read the text of a file" };
const read = calling({ name: "read_file", args: { path: "a.txt" } });

function run(strategy: StrategyName, script: ScriptedAnswer[], rest: Partial<RunTaskOptions> = {}) {
  const options = {
    catalog: goldenCatalog(),
    model: new ScriptedModel(script),
    modelLabel: "scripted",
    task,
    strategy,
  };
  return runTask({ ...options, ...rest });
}

const scripts: Record<StrategyName, ScriptedAnswer[]> = {
  active: [requesting(readFile), read, "It says: text of a.txt"],
  retrieval: [read, "It says: text of a.txt"],
  tiered: [requesting(readFile), read, "It says: text of a.txt"],
  "all-tools": [read, "It says: text of a.txt"],
};

describe("the report of a run", () => {
  it.each(strategyNames)("has every field for the strategy %s", async (strategy) => {
    const { report } = await run(strategy, scripts[strategy], { context: { retrievalTopK: 1 } });
    const loaded = { active: 1, retrieval: 1, "all-tools": 6, tiered: 3 }[strategy];
    const asked = strategy === "active" || strategy === "tiered" ? 1 : 0;
    expect(report).toEqual({
      strategy,
      model: "scripted",
      task,
      answer: "It says: text of a.txt",
      stoppedBy: "answered",
      toolsLoaded: expect.arrayContaining([{ server: "files", name: "read_file" }]),
      toolsCalled: [{ server: "files", name: "read_file", args: { path: "a.txt" }, ok: true, simulated: false }],
      requests: Array.from({ length: asked }, () => ({
        ...readFile,
        // The task names the server.
        status: strategy === "tiered" ? "already_loaded" : "loaded",
        matched: [{ server: "files", name: "read_file", score: expect.any(Number) }],
      })),
      pending: [],
      metrics: {
        modelCalls: 2 + asked,
        toolRequests: asked,
        toolsLoaded: loaded,
        schemaTokens: expect.any(Number),
        schemaTokensTotal: expect.any(Number),
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        cachedInputTokens: expect.any(Number),
        countedCalls: expect.any(Number),
        latencyMs: expect.any(Number),
        routingCache: { lookups: asked, hits: 0 },
      },
    });
    expect(report.toolsLoaded).toHaveLength(loaded);
    expect(report.metrics.schemaTokens).toBeGreaterThan(0);
    expect(report.metrics.schemaTokensTotal).toBeGreaterThan(report.metrics.schemaTokens);
    expect(report.metrics.inputTokens).toBeGreaterThan(report.metrics.schemaTokensTotal);
  });

  it("survives JSON unchanged", async () => {
    const { report } = await run("active", scripts.active);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("comes with the routing behind it", async () => {
    const { routing } = await run("active", scripts.active);
    expect(routing).toHaveLength(1);
    expect(routing[0]?.trace).toMatchObject({ router: "hybrid", request: readFile });
    expect((await run("all-tools", scripts["all-tools"])).routing).toEqual([]);
  });

  it("is of one run only: runs share nothing", async () => {
    const catalog = goldenCatalog();
    const reports = await Promise.all([1, 2].map(() => run("active", scripts.active, { catalog })));
    for (const { report } of reports) expect(report.metrics.modelCalls).toBe(3);
  });

  it("is found under another name of the agent too", async () => {
    const { report } = await run("active", scripts.active, { name: "helper" });
    expect(report.metrics).toMatchObject({ modelCalls: 3, toolsLoaded: 1 });
  });

  it("lists calls that failed and names that no tool has", async () => {
    const script = [
      calling({ name: "erase_file", args: { path: "a.txt" }, id: "c1" }, { name: "nothing_like_it", id: "c2" }),
      "I could not.",
    ];
    const { report } = await run("active", script);
    expect(report.toolsCalled).toEqual([
      { server: "files", name: "erase_file", args: { path: "a.txt" }, ok: false, simulated: false },
      { server: "", name: "nothing_like_it", args: {}, ok: false, simulated: false },
    ]);
  });
});

describe("a run that does not reach an answer", () => {
  it("is refused for an empty task, with one clear line, before the model is asked", async () => {
    for (const empty of ["", " \n"]) {
      const failed = run("active", [], { task: empty });
      await expect(failed).rejects.toThrow(InputError);
      await expect(failed).rejects.toThrow(/^The task is empty: say what to do/);
    }
  });

  it("is a report with the reason when the model fails", async () => {
    const { report } = await run("active", [new Error("401 wrong key")]);
    expect(report).toMatchObject({
      stoppedBy: "error",
      answer: "The model call failed: 401 wrong key",
      metrics: { modelCalls: 0, inputTokens: 0 },
    });
  });

  it("keeps what was done before the model failed", async () => {
    const { report } = await run("active", [requesting(readFile), read, new Error("503")]);
    expect(report).toMatchObject({ stoppedBy: "error", metrics: { modelCalls: 2, toolsLoaded: 1 } });
    expect(report.toolsCalled).toHaveLength(1);
  });

  it("is a report when all tools are more than providers accept", async () => {
    const { report } = await run("all-tools", [], { catalog: new ToolCatalog([numbered(129)]) });
    expect(report).toMatchObject({ stoppedBy: "error", toolsLoaded: [], metrics: { modelCalls: 0 } });
    expect(report.answer).toMatch(/^Not runnable/);
  });

  it("is interrupted where a call waits for approval, and runs nothing", async () => {
    const effects: Effects = [];
    const { report } = await run("active", [requesting(readFile), read, "never"], {
      catalog: goldenCatalog(effects),
      context: { approval: "always" },
    });
    expect(effects).toEqual([]);
    expect(report).toMatchObject({ stoppedBy: "interrupted", toolsCalled: [], metrics: { modelCalls: 2 } });
    expect(report.pending).toEqual([
      { server: "files", name: "read_file", args: { path: "a.txt" }, callId: expect.any(String) },
    ]);
  });

  it("names every call that waits, and no other", async () => {
    const calls = calling(
      { name: "send", args: { to: "a@x.org", body: "hi" }, id: "c1" },
      { name: "read_file", args: { path: "a.txt" }, id: "c2" },
      { name: "send", args: { to: "b@x.org", body: "ho" }, id: "c3" },
    );
    const { report } = await run("all-tools", [calls, "never"], { context: { approval: "destructive" } });
    expect(report.toolsCalled.map(({ name }) => name)).toEqual(["read_file"]);
    expect(report.pending).toEqual([
      { server: "mail", name: "send", args: { to: "a@x.org", body: "hi" }, callId: "c1" },
      { server: "mail", name: "send", args: { to: "b@x.org", body: "ho" }, callId: "c3" },
    ]);
  });

  it("says that nothing fits", async () => {
    const { report } = await run("active", [requesting({ server: "xyzzy", tool: "plugh" }), "There is no such tool."]);
    expect(report).toMatchObject({ stoppedBy: "nothing_fits", metrics: { toolRequests: 1, toolsLoaded: 0 } });
  });

  it("is refused for settings out of range", async () => {
    await expect(run("active", [], { context: { topKTools: 0 } })).rejects.toThrow(InputError);
  });
});

describe("events of a run", () => {
  const types = async (strategy: StrategyName) => {
    const events: RunEvent[] = [];
    await run(strategy, scripts[strategy], { onEvent: (event) => events.push(event) });
    return events.map((event) => event.type);
  };

  it("arrive in the order in which things happen", async () => {
    expect(await types("active")).toEqual(["requested", "routed", "bound", "executed"]);
    expect(await types("retrieval")).toEqual(["bound", "executed"]);
    expect(await types("all-tools")).toEqual(["bound", "executed"]);
  });

  it("arrive while the run goes on, not at its end", async () => {
    const seen: string[] = [];
    const answer = (sent: { messages: BaseMessage[] }) => {
      seen.push(`model ${sent.messages.length}`);
      return sent.messages.length === 2 ? requesting(readFile) : "Ready.";
    };
    await run("active", [answer, answer], { onEvent: (event) => seen.push(event.type) });
    expect(seen).toEqual(["model 2", "requested", "routed", "bound", "model 4"]);
  });
});

describe("an aborted run", () => {
  it("does not begin when it is aborted before", async () => {
    const model = new ScriptedModel(["never"]);
    const failed = run("active", [], { model, signal: AbortSignal.abort(new Error("enough")) });
    await expect(failed).rejects.toThrow("enough");
    expect(model.sent).toEqual([]);
  });

  it("throws the reason, and runs no tool after it", async () => {
    const effects: Effects = [];
    const controller = new AbortController();
    const reason = new Error("enough");
    const abort = () => {
      controller.abort(reason);
      return read;
    };
    const failed = run("active", [abort, "never"], { catalog: goldenCatalog(effects), signal: controller.signal });
    await expect(failed).rejects.toBe(reason);
    expect(effects).toEqual([]);
  });
});
