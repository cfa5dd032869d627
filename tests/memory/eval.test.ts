import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/index.js";
import { createRouter } from "../../catalog/search/index.js";
import { builtinServers } from "../../catalog/sources/builtin/index.js";
import { measureOracle } from "../../evals/memory/oracle.js";
import { measureOwnTasks } from "../../evals/memory/own-tasks.js";
import { readSets } from "../../evals/retrieval/sets.js";
import { basicTaskFile, loadSuites } from "../../evals/strategies/suites.js";
import { parseTasks } from "../../evals/task-file.js";
import { OfflinePlanner } from "../../models/offline/planner.js";
import { bookkeeping } from "./support.js";

const data = process.env.TOOLGAP_DATA;

describe("the eval of memory on tasks that are run", () => {
  it("measures the half that did not fill the memory, three times, and says what fills it", async () => {
    const { suites, close } = await loadSuites({ taskFiles: [basicTaskFile()] });
    try {
      const report = await measureOwnTasks({
        suites: suites.map((suite) => ({ ...suite, tasks: suite.tasks.slice(0, 6) })),
        strategy: "active",
        model: { model: new OfflinePlanner(), label: "planner", ruleBased: true },
        createRouter: (catalog) => createRouter("hybrid", catalog),
      });
      expect(report.learned + report.measured).toBe(suites[0]!.tasks.slice(0, 6).length);
      expect(report.observations).toBeGreaterThan(0);
      const recall = report.rows.find(({ metric }) => metric === "recall@5")!;
      expect(recall.alone.count).toBeGreaterThan(0);
      // A single file: the memory of the others is empty, and changes nothing.
      for (const { foreign } of report.rows) expect([foreign.better, foreign.worse]).toEqual([0, 0]);
    } finally {
      await close();
    }
  });
});

describe("the eval of memory on labeled requests", () => {
  const catalog = new ToolCatalog([...bookkeeping(), ...builtinServers()]);
  const line = (id: string, query: string) => JSON.stringify({ id, query, gold: [["depot", "weigh_parcel"]] });
  // Words that no tool has: nothing but memory can lead to it.
  const texts = Array.from({ length: 12 }, (_, index) =>
    line(`t${index}`, `a parcel entry frobnicate the gizmo ${"abcdefghijkl"[index]}xx`),
  );
  const set = { name: "made", catalog, tasks: parseTasks(texts.join("\n"), "made") };

  it("shows the gain where tasks come again in like words", async () => {
    const { rows, macro } = await measureOracle({
      sets: [set],
      createRouter: (one) => createRouter("hybrid", one.catalog),
    });
    expect(rows[0]!.learned + rows[0]!.measured).toBe(12);
    expect(rows[0]!.own.worse).toBe(0);
    expect(macro.own.mean).toBe(rows[0]!.own.mean);
  });

  it.runIf(data)("adds to labeled sets, and a memory of other tasks takes little away", async () => {
    const sets = await readSets(data!, ["apibank", "livemcp_requests"]);
    const { macro } = await measureOracle({ sets, createRouter: (one) => createRouter("hybrid", one.catalog) });
    expect(macro.own.low).toBeGreaterThan(0);
    expect(macro.foreign.mean).toBeGreaterThan(-0.02);
  });
});
