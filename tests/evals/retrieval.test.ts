import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import type { RouteRequest, Router } from "../../catalog/search/types.js";
import type { ToolId } from "../../catalog/types.js";
import { indexExamples, splitTasks } from "../../evals/retrieval/examples.js";
import { layoutJson } from "../../evals/retrieval/layout.js";
import { rankTasks } from "../../evals/retrieval/rank-tasks.js";
import { unfoldTurns } from "../../evals/retrieval/sets.js";
import { rankSteps } from "../../evals/retrieval/steps.js";
import { planVariants } from "../../evals/retrieval/variants.js";
import type { EvalTask } from "../../evals/task-file.js";

const id = (name: string): ToolId => ({ server: "s", name });

function task(query: string, gold: string[], more: Partial<EvalTask> = {}): EvalTask {
  const ids = gold.map(id);
  const slots = ids.map((one) => [one]);
  return { id: query, query, gold: ids, slots, any: false, irrelevant: ids.length === 0, tags: [], ...more };
}

/** Answers each text with these tools, the first with fit .9, each further one .2 less; keeps what it was asked. */
function scripted(answers: Record<string, string[]>): Router & { asked: RouteRequest[] } {
  const asked: RouteRequest[] = [];
  const unused = () => Promise.reject(new Error("not part of this test"));
  return {
    name: "scripted",
    defaultThreshold: 0.6,
    asked,
    route: unused,
    explain: unused,
    async retrieve(request, k, { allows = () => true } = {}) {
      asked.push(request);
      const hits = (answers[request.tool ?? ""] ?? []).map((name, index) => {
        const fit = 0.9 - 0.2 * index;
        return { id: id(name), score: fit, fit, serverScore: 0, toolScore: fit };
      });
      return hits.filter((hit) => allows(hit.id)).slice(0, k);
    },
  };
}

describe("ranking tasks", () => {
  it("gives the best tools of each task, its metrics and its best fit", async () => {
    const [ranked] = await rankTasks(scripted({ q: ["a", "b", "c"] }), [task("q", ["b"])], { topK: 2 });
    expect(ranked?.retrieved.map((hit) => hit.id.name)).toEqual(["a", "b"]);
    expect(ranked).toMatchObject({ bestFit: 0.9, abstained: false });
    expect(ranked?.metrics).toMatchObject({ "recall@1": 0, "recall@5": null });
  });

  it("judges whether anything fits by the same tools, however many are taken", async () => {
    const router = scripted({ q: ["a", "b", "c"] });
    const { retrieve } = router;
    // The second tool of the ranking fits best.
    router.retrieve = async (...asked) =>
      (await retrieve(...asked)).map((hit) => ({ ...hit, fit: hit.id.name === "b" ? 0.8 : 0.3 }));
    for (const topK of [1, 2, 10]) {
      const [ranked] = await rankTasks(router, [task("q", ["b"])], { topK });
      expect(ranked?.retrieved).toHaveLength(Math.min(topK, 3));
      expect(ranked).toMatchObject({ bestFit: 0.8, abstained: false });
    }
  });

  it("asks for the server and the tool part of a request apart", async () => {
    const router = scripted({});
    const request = { server: "disk", tool: "read" };
    await rankTasks(router, [task("server: disk tool: read", ["a"], { request }), task("whole", ["a"])], { topK: 5 });
    expect(router.asked).toEqual([request, request, { tool: "whole" }, { tool: "whole" }]);
  });

  it("judges whether nothing fits among the candidates, and still ranks the whole catalog", async () => {
    const tasks = [task("q", [], { candidates: [id("c")] }), task("q", ["b"], { candidates: [id("b"), id("c")] })];
    const ranked = await rankTasks(scripted({ q: ["a", "b", "c"] }), tasks, { topK: 10 });
    expect(ranked.map((one) => one.retrieved.length)).toEqual([3, 3]);
    expect(ranked.map((one) => one.abstained)).toEqual([true, false]);
    expect(ranked[0]?.bestFit).toBeCloseTo(0.5);
  });

  it("abstains where nothing is found", async () => {
    const [ranked] = await rankTasks(scripted({}), [task("q", ["a"])], { topK: 10 });
    expect(ranked).toMatchObject({ abstained: true, bestFit: 0, metrics: { "recall@10": 0 } });
  });

  it("stops at a signal", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(rankTasks(scripted({}), [task("q", ["a"])], { topK: 10, signal })).rejects.toThrow("enough");
  });
});

describe("ranking step by step", () => {
  const answers = { one: ["a", "b"], two: ["b", "c"], whole: ["x", "a", "b", "c"] };

  it("joins what the steps found in the order of rounds, beside as many tools for the whole task", async () => {
    const steps = [{ query: "one" }, { query: "two" }];
    const [ranked] = await rankSteps(scripted(answers), [task("whole", ["a", "c"], { steps })], { perRequest: 2 });
    expect(ranked?.steps.retrieved.map((hit) => hit.id.name)).toEqual(["a", "b", "c"]);
    expect(ranked?.whole.retrieved.map((hit) => hit.id.name)).toEqual(["x", "a", "b"]);
    expect(ranked).toMatchObject({ toolsInContext: 3, requests: 2, abstained: false });
    expect([ranked?.steps.recall, ranked?.whole.recall]).toEqual([1, 0.5]);
    // Found by the second step as its best, a tool keeps its place and gets the better fit.
    expect(ranked?.steps.retrieved[1]?.fit).toBe(0.9);
  });

  it("leaves out tasks without steps, and has nothing in context where no step finds anything", async () => {
    const tasks = [task("whole", ["a"]), task("other", ["a"], { steps: [{ query: "unknown" }] })];
    const ranked = await rankSteps(scripted(answers), tasks, { perRequest: 2 });
    expect(ranked.map((one) => one.task.id)).toEqual(["other"]);
    expect(ranked[0]).toMatchObject({ toolsInContext: 0, abstained: true, steps: { recall: 0 }, whole: { recall: 0 } });
  });
});

describe("usage examples", () => {
  const tool = (name: string, examples?: string[]) => ({ name, description: name, inputSchema: {}, examples });
  const catalog = new ToolCatalog([{ name: "s", description: "", tools: [tool("a", ["kept"]), tool("b")] }]);
  const examplesOf = (name: string) => catalog.get(id(name))?.examples;

  it("are the queries of the tasks that need a tool, and go away again without those it had", () => {
    const request = { server: "disk", tool: "read" };
    const remove = indexExamples(catalog, [
      task("kept", ["a"]),
      task("both", ["a", "b"]),
      task("x", ["b"], { request }),
    ]);
    expect(examplesOf("a")).toEqual(["kept", "both"]);
    expect(examplesOf("b")).toEqual(["both", "disk read"]);
    remove();
    expect(examplesOf("a")).toEqual(["kept"]);
    expect(examplesOf("b")).toEqual([]);
  });

  it("are one half of the tasks by a hash of the id, the same each time, groups kept together", () => {
    const tasks = Array.from({ length: 400 }, (_, index) => task(`t${index}`, ["a"], { group: `g${index >> 1}` }));
    const { examples, ranked } = splitTasks(tasks);
    expect(examples.length + ranked.length).toBe(400);
    expect(Math.abs(examples.length - 200)).toBeLessThan(60);
    expect(splitTasks([...tasks].reverse()).examples).toEqual([...examples].reverse());
    const groups = new Set(examples.map((one) => one.group));
    expect(ranked.some((one) => groups.has(one.group))).toBe(false);
  });
});

describe("conversations", () => {
  it("are ranked turn by turn", () => {
    const turns = [
      { query: "first", slots: [[id("a")]] },
      { query: "then", slots: [] },
    ];
    expect(unfoldTurns([task("first", ["a"], { turns }), task("single", ["b"])])).toEqual([
      task("first", ["a"], { id: "first#1", group: "first" }),
      task("then", [], { id: "first#2", group: "first" }),
      task("single", ["b"]),
    ]);
  });
});

describe("what is measured beside what", () => {
  const labels = (options: Parameters<typeof planVariants>[0]) =>
    planVariants(options).map(({ label, base }) => (base ? `${label} < ${base}` : label));

  it("later routers against the first, parts and examples against the router itself", () => {
    expect(labels({ routers: ["bm25", "tfidf"] })).toEqual(["bm25", "tfidf < bm25"]);
    expect(labels({ routers: ["hybrid"], without: ["clauses", "examples"] })).toEqual([
      "hybrid",
      "hybrid without clauses, examples < hybrid",
    ]);
    expect(labels({ routers: ["bm25", "tfidf"], examples: "compare" })).toEqual([
      "bm25",
      "bm25 with examples < bm25",
      "tfidf < bm25",
      "tfidf with examples < tfidf",
    ]);
  });

  it.each([
    [{ routers: ["magic"] }, /"magic".*choose from/],
    [{ routers: ["bm25", "bm25"] }, /named twice/],
    [{ routers: [] }, /No router is named/],
    [{ routers: ["bm25"], without: ["clauses"] }, /only .* hybrid/],
    [{ routers: ["bm25"], embeddings: true }, /hybrid and embeddings: add one/],
  ])("%j is refused", (options, message) => {
    expect(() => planVariants(options)).toThrow(message);
  });
});

describe("laid out JSON", () => {
  it("has one line for each entry down to a depth", () => {
    expect(layoutJson({ a: 1, tasks: [{ id: "x", list: [1, 2] }], none: undefined, empty: [] }, 2)).toBe(
      '{\n  "a": 1,\n  "tasks": [\n    {"id":"x","list":[1,2]}\n  ],\n  "empty": []\n}',
    );
  });

  it("is the same value as without", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 5 }), (value, depth) => {
        expect(JSON.parse(layoutJson(value, depth))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
