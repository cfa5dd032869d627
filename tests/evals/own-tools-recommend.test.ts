import { beforeAll, describe, expect, it } from "vitest";
import { recommend } from "../../evals/own-tools/recommend.js";
import { type EvalReport, type MetricName, metricNames } from "../../evals/report/types.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { hostileReport } from "./html-report-support.js";

let measured: EvalReport;

beforeAll(async () => {
  measured = await hostileReport();
});

interface Case {
  exactCalls: number;
  inputTokens: number;
  failed?: boolean;
}

type Interval = [low: number, high: number];

/** A report with these means, and with these intervals of the differences of exact calls (the second minus the first). */
function reportOf(
  size: { tools: number; schemaTokens: number },
  means: Partial<Record<StrategyName, Case>>,
  intervals: Record<string, Interval> = {},
): EvalReport {
  const names = Object.keys(means) as StrategyName[];
  const strategies = names.map((strategy) => {
    const { exactCalls, inputTokens, failed } = means[strategy]!;
    const known: Partial<Record<MetricName, number>> = {
      ...{ exactCalls, inputTokens, modelCalls: 2, schemaTokens: size.schemaTokens },
      ...{ schemaTokensTotal: 2 * size.schemaTokens, cachedPrefixShare: 0.5 },
    };
    const metrics = Object.fromEntries(
      metricNames.map((name) => [name, { mean: known[name] ?? null, low: null, high: null, count: 10 }]),
    ) as EvalReport["strategies"][number]["metrics"];
    const cases = 10;
    return { ...measured.strategies[0]!, strategy, cases, failed: failed ? cases : 0, metrics };
  });
  const comparisons = names.flatMap((first, index) =>
    names.slice(index + 1).map((second) => {
      const [low, high] = intervals[`${first}:${second}`] ?? [-0.1, 0.1];
      const differences = { ...measured.comparisons[0]!.differences };
      differences.exactCalls = { ...differences.exactCalls, mean: (low + high) / 2, low, high };
      return { first, second, differences };
    }),
  );
  const suites = [{ name: "own", tasks: 10, servers: 2, schemaTokensEstimate: 0, ...size }];
  return { ...measured, strategies, comparisons, suites };
}

const medium = { tools: 40, schemaTokens: 4_000 };
const allTools = { exactCalls: 0.9, inputTokens: 9_000 };

describe("the recommendation", () => {
  it("is the cheapest strategy whose exact calls are not worse than the best", () => {
    const means = { active: { exactCalls: 0.85, inputTokens: 3_000 }, "all-tools": allTools };
    expect(recommend(reportOf(medium, means))!.strategy).toBe("active");
  });

  it("leaves out what is worse beyond its interval, whichever stands first in the comparison", () => {
    const means = {
      retrieval: { exactCalls: 0.4, inputTokens: 1_000 },
      active: { exactCalls: 0.8, inputTokens: 3_000 },
    };
    const worse = { "retrieval:active": [0.2, 0.6] as Interval };
    expect(recommend(reportOf(medium, means, worse))!.strategy).toBe("active");
    const turned = { active: means.active, retrieval: means.retrieval };
    expect(recommend(reportOf(medium, turned, { "active:retrieval": [-0.6, -0.2] }))!.strategy).toBe("active");
    expect(recommend(reportOf(medium, turned))!.strategy).toBe("retrieval");
  });

  it("is all-tools for a small catalog, with what another strategy would save", () => {
    const means = {
      retrieval: { exactCalls: 0.9, inputTokens: 1_500 },
      "all-tools": { exactCalls: 0.9, inputTokens: 2_000 },
    };
    const { strategy, lines } = recommend(reportOf({ tools: 9, schemaTokens: 800 }, means))!;
    expect(strategy).toBe("all-tools");
    expect(lines.join("\n")).toContain("under about ten tools all-tools usually wins");
    expect(lines.join("\n")).toContain("retrieval would save 500 input tokens a turn");
  });

  it("is not all-tools for a small catalog where all-tools calls worse", () => {
    const means = {
      active: { exactCalls: 0.9, inputTokens: 2_500 },
      "all-tools": { exactCalls: 0.3, inputTokens: 2_000 },
    };
    const worse = { "active:all-tools": [-0.8, -0.4] as Interval };
    expect(recommend(reportOf({ tools: 9, schemaTokens: 800 }, means, worse))!.strategy).toBe("active");
  });

  it("never is a strategy that cannot be run, and says that its cost is an estimate", () => {
    const means = {
      retrieval: { exactCalls: 0.5, inputTokens: 9_000 },
      "all-tools": { exactCalls: 1, inputTokens: 10 },
    };
    const { strategy, lines } = recommend(reportOf({ tools: 129, schemaTokens: 900 }, means))!;
    expect(strategy).toBe("retrieval");
    expect(lines.at(-1)).toContain("estimated");
  });

  it("is none where one strategy alone was measured, or where every case failed", () => {
    expect(recommend(reportOf(medium, { "all-tools": allTools }))).toBeUndefined();
    const failed = { active: { ...allTools, failed: true }, "all-tools": { ...allTools, failed: true } };
    expect(recommend(reportOf(medium, failed))).toBeUndefined();
  });
});
