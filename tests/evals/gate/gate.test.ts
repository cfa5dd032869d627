import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRouter, ToolCatalog } from "../../../catalog/index.js";
import type { Router } from "../../../catalog/search/types.js";
import { builtinServers } from "../../../catalog/sources/builtin/index.js";
import {
  describeBreach,
  type Floors,
  findBreaches,
  measureGate,
  parseFloors,
  toFloors,
} from "../../../evals/gate/gate.js";
import type { GraphFactory } from "../../../evals/run-task.js";
import type { RunEvalOptions } from "../../../evals/strategies/run-eval.js";
import { filterTasks, loadSuites } from "../../../evals/strategies/suites.js";
import { createActiveGraph } from "../../../graphs/active.js";
import { createRetrievalGraph } from "../../../graphs/retrieval.js";
import { OfflinePlanner } from "../../../models/offline/planner.js";

const { suites: all } = await loadSuites();
const suites = filterTasks(all, ({ id }) => /^(basic-\d+|no-fit-0[1-6]|several-0[1-3])$/.test(id));

const sound: Omit<RunEvalOptions, "strategies"> = {
  suites,
  model: { model: new OfflinePlanner(), label: "offline-planner (rule-based)", ruleBased: true },
  createRouter: (catalog) => createRouter("tfidf", catalog),
};
const run = { date: "2025-01-01", command: "npm run eval:gate -- --set" };
const soundReport = await measureGate(sound);
const floors = toFloors(soundReport, run);

/** The metrics of each strategy that fall below the floors once a part is broken. */
async function brokenMetrics(change: Partial<RunEvalOptions>): Promise<Record<string, string[]>> {
  const broken: Record<string, string[]> = { active: [], retrieval: [] };
  for (const { strategy, metric } of findBreaches(await measureGate({ ...sound, ...change }), floors)) {
    broken[strategy]!.push(metric);
  }
  return broken;
}

const including = (...metrics: string[]) => expect.arrayContaining(metrics);

/** A graph over a catalog with another behaviour than the one that is measured. */
function over(
  create: GraphFactory,
  Catalog: new (servers: ReturnType<typeof builtinServers>) => ToolCatalog,
): GraphFactory {
  return (options) => create({ ...options, catalog: new Catalog(builtinServers()) });
}

const graphsOver = (Catalog: typeof Deaf | typeof Idle | typeof Greedy) => ({
  active: over(createActiveGraph, Catalog),
  retrieval: over(createRetrievalGraph, Catalog),
});

/** Nothing of it can be bound: `bind()` asks whether a tool is there. */
class Deaf extends ToolCatalog {
  override has(): boolean {
    return false;
  }
}

/** Nothing of it can be executed. */
class Idle extends ToolCatalog {
  override async execute() {
    return { content: [], isError: true, simulated: true };
  }
}

/** Every schema is twice as long as it should be. */
class Greedy extends ToolCatalog {
  override get(...args: Parameters<ToolCatalog["get"]>) {
    const tool = super.get(...args);
    return tool && { ...tool, description: `${tool.description} `.repeat(10) };
  }
}

describe("the gate", () => {
  it("lets through what reaches the floors", () => {
    expect(findBreaches(soundReport, floors)).toEqual([]);
  });

  it("sees a router that finds nothing", async () => {
    const createBlind = (catalog: ToolCatalog): Router => {
      const router = createRouter("tfidf", catalog);
      const route: Router["route"] = async (...given) => ({ ...(await router.route(...given)), tools: [] });
      return { ...router, route, retrieve: async () => [] };
    };
    const lost = including("recall@5", "reach", "exactCalls");
    expect(await brokenMetrics({ createRouter: createBlind })).toEqual({ active: lost, retrieval: lost });
  });

  it("sees a router that never says that nothing fits", async () => {
    const createEager = (catalog: ToolCatalog): Router => {
      const router = createRouter("tfidf", catalog);
      const anything = catalog.tools().map(({ id }) => ({ id, score: 1, fit: 1, serverScore: 1, toolScore: 1 }));
      const route: Router["route"] = async (...given) => {
        const trace = await router.route(...given);
        return trace.tools.length > 0 ? trace : { ...trace, tools: anything.slice(0, 5) };
      };
      return { ...router, route };
    };
    const { active, retrieval } = await brokenMetrics({ createRouter: createEager });
    expect(active).toEqual(including("toolsInContext", "schemaTokens"));
    expect(retrieval).toEqual([]);
  });

  it("sees a binding that binds nothing", async () => {
    const lost = including("reach", "exactCalls");
    expect(await brokenMetrics({ graphs: graphsOver(Deaf) })).toEqual({ active: lost, retrieval: lost });
  });

  it("sees an execution that executes nothing", async () => {
    const lost = including("exactCalls");
    expect(await brokenMetrics({ graphs: graphsOver(Idle) })).toEqual({ active: lost, retrieval: lost });
  });

  it("sees schemas that grew", async () => {
    const grown = including("schemaTokens", "schemaTokensTotal", "inputTokens");
    expect(await brokenMetrics({ graphs: graphsOver(Greedy) })).toEqual({ active: grown, retrieval: grown });
  });

  it("sees a strategy or a number that is missing", () => {
    const without = { ...soundReport, strategies: soundReport.strategies.slice(1) };
    const missing = findBreaches(without, floors);
    expect(new Set(missing.map(({ strategy, value }) => `${strategy} ${value}`))).toEqual(new Set(["active null"]));
  });

  it("lets a trade of one task for another through, and no more", () => {
    const [active, ...others] = soundReport.strategies;
    const changed = (share: number, factor: number) => {
      const { reach, schemaTokens } = active!.metrics;
      const worse = {
        reach: { ...reach, mean: reach.mean! - share },
        schemaTokens: { ...schemaTokens, mean: schemaTokens.mean! * factor },
      };
      const strategies = [{ ...active!, metrics: { ...active!.metrics, ...worse } }, ...others];
      return findBreaches({ ...soundReport, strategies }, floors).map(({ metric }) => metric);
    };
    expect(changed(0.01, 1.04)).toEqual([]);
    expect(changed(0.03, 1.06)).toEqual(["reach", "schemaTokens"]);
  });

  it("says of each breach what was measured and what was expected", () => {
    expect(describeBreach({ strategy: "active", metric: "recall@5", floor: 0.9, value: 0.5 })).toBe(
      "active: recall@5 is 50.0%, expected at least 90.0%",
    );
    expect(describeBreach({ strategy: "active", metric: "schemaTokens", floor: 500, value: 612.4 })).toBe(
      "active: schemaTokens is 612, expected at most 500",
    );
  });
});

describe("the committed floors", () => {
  const committed: Floors = parseFloors(readFileSync("evals/floors.json", "utf8"));

  it("say when and by which run they were set, and hold recall, abstention and tokens of both strategies", () => {
    expect(committed.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(committed.command).toBe(run.command);
    for (const strategy of ["active", "retrieval"]) {
      expect(Object.keys(committed.strategies[strategy]!.least)).toEqual(
        expect.arrayContaining(["recall@5", "abstention", "exactCalls"]),
      );
      expect(Object.keys(committed.strategies[strategy]!.most)).toContain("schemaTokens");
    }
  });

  it("are those of all own tasks", () => {
    expect(committed.tasks).toBe(all.reduce((sum, suite) => sum + suite.tasks.length, 0));
  });
});
