import { describe, expect, it } from "vitest";
import { createRouter } from "../../../catalog/index.js";
import { runScaling, type ScalingOptions } from "../../../evals/strategies/scaling.js";
import { basicTaskFile, loadSuites } from "../../../evals/strategies/suites.js";
import { OfflinePlanner } from "../../../models/offline/planner.js";

function scale(sizes: number[], rest: Partial<ScalingOptions> = {}) {
  return runScaling({
    ...{ strategies: ["active", "retrieval", "all-tools"], sizes },
    model: { model: new OfflinePlanner(), label: "offline-planner (rule-based)", ruleBased: true },
    createRouter: (catalog) => createRouter("tfidf", catalog),
    load: (numTools) => loadSuites({ taskFiles: [basicTaskFile()], numTools }),
    ...rest,
  });
}

describe("the strategies over the size of the catalog", () => {
  it("all-tools grows in proportion, the others stay flat and find what they found", async () => {
    const { points, notes } = await scale([35, 100, 400]);
    const at = (strategy: string, tools: number) =>
      points.find((point) => point.strategy === strategy && point.tools === tools)!;
    const tokens = (strategy: string, tools: number) => at(strategy, tools).metrics.schemaTokens.mean!;
    expect(tokens("all-tools", 400)).toBeGreaterThan(6 * tokens("all-tools", 35));
    for (const strategy of ["active", "retrieval"]) {
      expect(tokens(strategy, 400)).toBeLessThan(1.1 * tokens(strategy, 35));
      expect(at(strategy, 400).metrics["recall@5"].mean).toBe(at(strategy, 35).metrics["recall@5"].mean);
    }
    expect(at("active", 400).metrics["recall@5"].mean).toBe(1);
    expect(notes.join()).toContain("rule-based");
  });

  it("counts the tokens of all-tools where it cannot be run, and nothing else", async () => {
    const { points } = await scale([200], { strategies: ["all-tools"] });
    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({
      runnable: false,
      cases: 0,
      metrics: { toolsInContext: { mean: 200 }, reach: { mean: null } },
    });
    expect(points[0]!.metrics.schemaTokens.mean).toBeGreaterThan(10_000);
  });

  it("leaves out sizes below the catalog's, and refuses when none is left", async () => {
    const { sizes, complete } = await scale([10, 40], { strategies: ["retrieval"] });
    expect({ sizes, complete }).toEqual({ sizes: [40], complete: true });
    await expect(scale([10])).rejects.toThrow(/the catalog has 35 tools, more than each size asked for/);
  });

  it("gives the sizes it has done when it is stopped", async () => {
    const controller = new AbortController();
    const report = await scale([35, 100], {
      strategies: ["retrieval"],
      signal: controller.signal,
      onProgress: (done, total) => done > total / 2 && controller.abort(new Error("enough")),
    });
    expect(report).toMatchObject({ complete: false, sizes: [35] });
    expect(report.points).toHaveLength(1);
  });
});
