/** What the router is meant to reach, beside what it reached. */
import type { BenchReport } from "./report.js";

export interface Goal {
  what: string;
  goal: string;
  measured: string;
  met: boolean;
}

type Measured = Pick<BenchReport, "search" | "warm" | "change" | "start"> & {
  conditions: Pick<BenchReport["conditions"], "labeledSets">;
};

/**
 * The goals of which the run measured both sides; each names its catalog by its number of tools. Those against other
 * libraries need the labeled sets: ratios over distractors say little about real catalogs.
 */
export function judgeGoals({ conditions, search, warm, change, start }: Measured): Goal[] {
  const find = (engine: string, tools: number) => search.find((row) => row.engine === engine && row.tools === tools);
  const goals: Goal[] = [];
  const atLeast = (what: string, goal: number, measured: number) =>
    goals.push({ what, goal: `>= ${goal}x`, measured: `${measured.toFixed(1)}x`, met: measured >= goal });
  const below = (what: string, goal: number, measured: number, unit = "ms") =>
    goals.push({ what, goal: `< ${goal} ${unit}`, measured: `${measured.toFixed(2)} ${unit}`, met: measured < goal });

  const middle = find("hybrid", 5_189);
  if (middle) {
    for (const [rival, factor] of [
      ["minisearch", 10],
      ["orama", 100],
    ] as const) {
      const other = find(rival, 5_189);
      if (!other || !conditions.labeledSets) continue;
      for (const length of ["short", "long"] as const) {
        const ratio = other[length].p50 / middle[length].p50;
        atLeast(`5,189 tools, ${length}: times faster than ${rival}, p50`, factor, ratio);
      }
    }
    below("5,189 tools, long: p95", 3, middle.long.p95);
  }
  const large = find("hybrid", 51_890);
  if (large) below("51,890 tools, short: p50", 2, large.short.p50);
  for (const row of search) {
    if (row.engine !== "hybrid" || row.tools < 5_000) continue;
    below(`${row.tools.toLocaleString("en")} tools: build, for 10,000`, 1_000, (row.build.p50 / row.tools) * 10_000);
  }
  for (const { tools, build, load } of warm) {
    if (tools >= 500)
      atLeast(`${tools.toLocaleString("en")} tools: saved index, times faster than a build`, 10, build.p50 / load.p50);
  }
  const [small, big] = [change[0], change.at(-1)];
  if (small && big && big.tools > small.tools) {
    const growth = (timing: "add" | "remove") => big[timing].p50 / small[timing].p50;
    const size = big.tools / small.tools;
    for (const timing of ["add", "remove"] as const) {
      const what = `${timing} one server, ${big.tools.toLocaleString("en")} tools: times the cost at ${small.tools}`;
      below(`${what} (the catalog is ${size.toFixed(0)}x as big)`, 3, growth(timing), "x");
    }
  }
  const [few, many] = [35, 5_189].map((tools) => start.find((row) => row.tools === tools)?.start.p50);
  if (few !== undefined && many !== undefined) below("5,189 tools: start, beyond that with 35", 150, many - few);
  return goals;
}
