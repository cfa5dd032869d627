import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { builtinServers } from "../../catalog/sources/builtin/index.js";
import { engines } from "../../evals/bench/engines.js";
import { judgeGoals } from "../../evals/bench/goals.js";
import { cycle, interleave, toTiming } from "../../evals/bench/measure.js";
import type { BenchReport } from "../../evals/bench/report.js";

const run = promisify(execFile);

async function bench(command: string, args: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
  // Without the labeled sets, so that it is the same everywhere.
  const env = { ...process.env, TOOLGAP_DATA: "", TOOLGAP_CACHE_DIR: "" };
  try {
    return { ...(await run(command, args, { env })), code: 0 };
  } catch (error) {
    return error as { stdout: string; stderr: string; code: number };
  }
}

describe("npm run bench", () => {
  it("prints every row in a quick run, and writes the same as JSON", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"));
    const output = join(folder, "bench.json");
    const { stdout } = await bench("npm", ["run", "bench", "--silent", "--", "--quick", "--output", output]);
    const report = JSON.parse(readFileSync(output, "utf8")) as BenchReport;
    rmSync(folder, { recursive: true });
    expect(report.conditions).toMatchObject({
      quick: true,
      labeledSets: false,
      catalogs: ["35 (built-in)", "527 (distractors)"],
      requests: "descriptions of the catalog",
    });
    expect(report.search.map(({ tools, engine }) => `${tools} ${engine}`)).toEqual(
      [35, 527].flatMap((tools) => engines.map(({ name }) => `${tools} ${name}`)),
    );
    for (const rows of [report.warm, report.change, report.loop, report.start]) {
      expect(rows.map(({ tools }) => tools)).toEqual([35, 527]);
    }
    const timings = report.search.flatMap(({ short, long, build }) => [short, long, build]);
    expect(timings.every(({ p50, p95, samples }) => p50 > 0 && p95 >= p50 && samples > 0)).toBe(true);
    for (const { name } of engines) expect(stdout.match(new RegExp(`│ ${name} +│`, "g"))).toHaveLength(2);
    for (const { what } of report.goals) expect(stdout).toContain(what);
    expect(report.goals.length).toBeGreaterThan(0);
    expect(stdout).toContain("those against other libraries are left out");
  }, 120_000);

  it.each([["--fast"], ["--max-tools", "34"], ["--max-tools", "many"]])("refuses %s %s", async (...args) => {
    const { code, stderr } = await bench(process.execPath, ["--import", "tsx", "evals/bench/main.ts", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain("expected: npm run bench -- [--quick] [--max-tools N] [--output FILE.json]");
  });
});

describe("an output that cannot be written", () => {
  it("is told in one line before anything is measured", async () => {
    const args = ["--import", "tsx", "evals/bench/main.ts", "--quick", "--output", "/no-such-folder/bench.json"];
    const { code, stdout, stderr } = await bench(process.execPath, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^--output \/no-such-folder\/bench\.json cannot be written \(ENOENT\)[^\n]*\n$/);
  });
});

describe("the engines that are compared", () => {
  it.each(engines.map((engine) => [engine.name, engine] as const))(
    "%s finds a tool by its words",
    async (_, engine) => {
      const search = await engine.build(new ToolCatalog(builtinServers()));
      expect(await search("send an email message")).toBeGreaterThan(0);
    },
  );
});

describe("interleaved measuring", () => {
  it("runs every competitor in every round, each in turn first", async () => {
    const order: string[] = [];
    const note = (name: string) => () => {
      if (order.at(-1) !== name) order.push(name);
    };
    const timings = await interleave({ a: note("a"), b: note("b") }, { rounds: 2, time: 1, warmup: 1 });
    expect(timings.a!.samples).toBeGreaterThan(1);
    // The first round goes a, b; the second b, a.
    expect(order.slice(-3)).toEqual(["a", "b", "a"]);
  });

  it("fails when a competitor fails", async () => {
    const tasks = { broken: () => Promise.reject(new Error("does not work")) };
    await expect(interleave(tasks, { rounds: 1, time: 1, warmup: 1 })).rejects.toThrow("does not work");
  });

  it("gives quantiles of what it took", () => {
    const timing = toTiming(Array.from({ length: 100 }, (_, index) => 100 - index));
    expect(timing).toEqual({ p50: 50.5, p95: 95.05, samples: 100 });
  });

  it("goes through a list over and over", () => {
    const next = cycle([1, 2]);
    expect([next(), next(), next()]).toEqual([1, 2, 1]);
  });
});

describe("the goals", () => {
  const conditions = { labeledSets: true };
  const timing = (p50: number) => ({ p50, p95: p50, samples: 1 });
  const row = (engine: string, tools: number, long: number) => ({
    engine,
    tools,
    build: timing(100),
    heap: 0,
    short: timing(long),
    long: timing(long),
  });

  it("are judged by what was measured in the same run", () => {
    const search = [row("hybrid", 5_189, 1), row("minisearch", 5_189, 9.9), row("orama", 5_189, 101)];
    const goals = judgeGoals({ conditions, search, warm: [], change: [], start: [] });
    const met = (part: string) => goals.filter(({ what }) => what.includes(part)).map((goal) => goal.met);
    expect(met("minisearch")).toEqual([false, false]);
    expect(met("orama")).toEqual([true, true]);
    expect(met("p95")).toEqual([true]);
    expect(met("build, for 10,000")).toEqual([true]);
    const without = judgeGoals({ conditions: { labeledSets: false }, search, warm: [], change: [], start: [] });
    expect(without).toEqual(goals.filter(({ what }) => !/minisearch|orama/.test(what)));
  });

  it("hold a start with many kept tools against one with few", () => {
    const timing = (p50: number) => ({ p50, p95: p50, samples: 1 });
    const goalsOf = (many: number) => {
      const start = [35, 5_189].map((tools) => ({ tools, start: timing(tools === 35 ? 20 : many) }));
      return judgeGoals({ conditions, search: [], warm: [], change: [], start }).map(({ met }) => met);
    };
    expect([goalsOf(169), goalsOf(171)]).toEqual([[true], [false]]);
  });

  it("are left out where nothing was measured for them", () => {
    expect(judgeGoals({ conditions, search: [row("hybrid", 35, 1)], warm: [], change: [], start: [] })).toEqual([]);
  });
});
