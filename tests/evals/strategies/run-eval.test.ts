import { describe, expect, it } from "vitest";
import { createRouter, ToolCatalog } from "../../../catalog/index.js";
import { type EvalReport, metricNames, stages } from "../../../evals/report/types.js";
import { runEval } from "../../../evals/strategies/run-eval.js";
import { filterTasks, loadSuites } from "../../../evals/strategies/suites.js";
import { createActiveGraph } from "../../../graphs/active.js";
import { OfflinePlanner } from "../../../models/offline/planner.js";
import { numbered } from "../../nodes/support.js";
import { calling, requesting } from "../../support/scripted-model.js";
import { askForReading, evaluate, readFile, scripted, send, suiteOf, task } from "./support.js";

const read = calling({ name: "read_file", args: { path: "a.txt" } });
const planner = { model: new OfflinePlanner(), label: "offline-planner (rule-based)", ruleBased: true };
const createTfidf = (catalog: ToolCatalog) => createRouter("tfidf", catalog);

const { suites } = await loadSuites();
/** A few own tasks of several kinds, a conversation and one with decoys among them. */
const few = filterTasks(suites, ({ id }) => /^(basic|no-fit|follow-up|decoys|several)-0[12]$/.test(id));

function offline(concurrency: number, seed = 1): Promise<EvalReport> {
  return runEval({
    suites: few,
    strategies: ["active", "retrieval", "all-tools"],
    model: planner,
    createRouter: createTfidf,
    concurrency,
    seed,
  });
}

describe("an eval of the strategies", () => {
  it("gives the same bytes for the same input whatever the concurrency, timings apart", async () => {
    const [one, other] = [await offline(1), await offline(8)];
    expect(JSON.stringify({ ...one, timings: 0 })).toBe(JSON.stringify({ ...other, timings: 0 }));
    expect(one.cases.length).toBeGreaterThan(one.suites.reduce((sum, suite) => sum + suite.tasks, 0) * 3);
  });

  it("says that its numbers are those of rules, wherever they are summed up", async () => {
    const report = await offline(4);
    expect(report.model).toEqual({ label: "offline-planner (rule-based)", ruleBased: true });
    expect(report.notes.join()).toContain("rule-based");
    for (const summary of report.strategies)
      expect(summary).toMatchObject({ ruleBased: true, model: expect.stringContaining("rule-based") });
  });

  it("has every metric and stage for every strategy, and every pair of strategies", async () => {
    const { strategies, comparisons, timings, cases } = await offline(4);
    for (const { metrics, stages: lost } of strategies) {
      expect(Object.keys(metrics)).toEqual([...metricNames]);
      expect(Object.keys(lost)).toEqual([...stages]);
    }
    expect(comparisons.map(({ first, second }) => [first, second])).toEqual([
      ["active", "retrieval"],
      ["active", "all-tools"],
      ["retrieval", "all-tools"],
    ]);
    const [pair] = comparisons;
    const mean = (index: number) => strategies[index]!.metrics.schemaTokens.mean!;
    expect(pair!.differences.schemaTokens.mean).toBeCloseTo(mean(1) - mean(0), 6);
    expect(timings.cases).toHaveLength(cases.length);
    expect(timings.latency.map((one) => one.strategy)).toEqual(["active", "retrieval", "all-tools"]);
  });

  it("uses the seed for the intervals only", async () => {
    const [one, other] = [await offline(4, 1), await offline(4, 2)];
    expect(one.cases).toEqual(other.cases);
    expect(one.strategies[0]!.metrics.inputTokens.mean).toBe(other.strategies[0]!.metrics.inputTokens.mean);
    expect(one.strategies[0]!.metrics.inputTokens.low).not.toBe(other.strategies[0]!.metrics.inputTokens.low);
  });

  it("measures the tasks of each tag apart", async () => {
    const tasks = [task([readFile], { tags: ["x"] }), task([readFile], { id: "t2", tags: ["x", "y"] })];
    const script = [requesting(askForReading), read, "a", "I cannot."];
    const { strategies } = await evaluate(tasks, script);
    expect(strategies[0]!.tags.map(({ tag, tasks: count, metrics }) => [tag, count, metrics.exactCalls])).toEqual([
      ["x", 2, 0.5],
      ["y", 1, 0],
    ]);
  });

  it("takes the means over tasks, over the repeats of a task first", async () => {
    const script = [requesting(askForReading), read, "a", "I cannot."];
    const { strategies, cases } = await evaluate([task([readFile])], script, { repeat: 2 });
    expect(cases.map((one) => one.repeat)).toEqual([1, 2]);
    expect(strategies[0]!.metrics.exactCalls).toMatchObject({ mean: 0.5, count: 1 });
  });

  it("binds as many tools as asked for", async () => {
    const { cases } = await evaluate([task([readFile])], ["No."], { strategies: ["retrieval"], topK: 2 });
    expect(cases[0]!.metrics.toolsInContext).toBe(2);
  });

  it("counts what the whole catalog would cost beside the tasks of each suite", async () => {
    const { suites: described } = await evaluate([task([])], ["No."]);
    expect(described).toEqual([
      {
        name: "golden",
        tasks: 1,
        servers: 3,
        tools: 6,
        schemaTokens: expect.any(Number),
        schemaTokensEstimate: expect.any(Number),
      },
    ]);
  });
});

describe("a task that fails", () => {
  it("is a case that says why, and the others go on", async () => {
    let asked = 0;
    const { cases, strategies, complete } = await evaluate(
      [task([readFile]), task([send], { id: "t2" }), task([], { id: "t3" })],
      ["I cannot.", "I cannot."],
      {
        createRouter: (catalog) => createRouter("tfidf", catalog),
        graphs: {
          active: (options) => {
            asked += 1;
            if (asked === 1) throw new Error("the graph fell apart");
            return createActiveGraph(options);
          },
        },
      },
    );
    expect(cases.map((one) => one.failed)).toEqual(["the graph fell apart", undefined, undefined]);
    expect(cases[0]).toMatchObject({ stage: "run_failed", metrics: { exactCalls: 0, reach: 0, inputTokens: null } });
    expect(strategies[0]).toMatchObject({ failed: 1, cases: 3, metrics: { exactCalls: { count: 3 } } });
    expect(complete).toBe(true);
  });

  it("has no value for what needs labels where there are none", async () => {
    const active = () => {
      throw new Error("the graph fell apart");
    };
    const { cases } = await evaluate([task([])], [], { graphs: { active }, suite: { labeled: false } });
    expect(cases[0]).toMatchObject({ stage: "run_failed", metrics: { exactCalls: null, abstention: null } });
  });

  it("loses the turns that are left, and keeps those that were run", async () => {
    const turns = [
      { query: "Read the text of the file a.txt", slots: [[readFile]] },
      { query: "Mail it", slots: [[send]] },
    ];
    const route = async () => {
      throw new Error("the router fell apart");
    };
    const { cases } = await evaluate(
      [task([readFile, send], { turns })],
      [read, "a", requesting({ server: "mail", tool: "send" })],
      { createRouter: (catalog) => ({ ...createRouter("tfidf", catalog), route }) },
    );
    expect(cases.map((one) => [one.turn, one.failed])).toEqual([
      [1, undefined],
      [2, "the router fell apart"],
    ]);
  });

  it("is one where providers do not accept all tools", async () => {
    const suite = { catalog: new ToolCatalog([numbered(129)]) };
    const { cases } = await evaluate([task([])], [], { suite, strategies: ["all-tools"] });
    expect(cases[0]).toMatchObject({
      failed: expect.stringMatching(/^Not runnable/),
      metrics: { exactCalls: 0, abstention: 0, modelCalls: 0, schemaTokens: null, inputTokens: null },
    });
  });
});

describe("a run that is stopped", () => {
  it("gives what was done, and says that it is not complete", async () => {
    const controller = new AbortController();
    const tasks = ["1", "2", "3"].map((id) => task([], { id }));
    const report = await evaluate(tasks, ["No.", "No.", "No."], {
      signal: controller.signal,
      onProgress: (done) => {
        if (done === 2) controller.abort(new Error("enough"));
      },
    });
    expect(report.complete).toBe(false);
    expect(report.cases.map((one) => one.task)).toEqual(["1", "2"]);
  });

  it("counts how far it is", async () => {
    const seen: number[][] = [];
    await runEval({
      ...{ suites: [suiteOf([task([]), task([], { id: "t2" })])], strategies: ["active"], concurrency: 1 },
      ...{ model: scripted(["No.", "No."]), createRouter: createTfidf },
      onProgress: (...progress) => seen.push(progress),
    });
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });
});
