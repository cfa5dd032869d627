import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { InputError } from "../../../catalog/types.js";
import { toCsv } from "../../../evals/report/csv.js";
import { formatEstimate, formatMetric } from "../../../evals/report/format.js";
import { toJson } from "../../../evals/report/json.js";
import { toMarkdown } from "../../../evals/report/markdown.js";
import { type EvalReport, metricNames, type ScalingReport } from "../../../evals/report/types.js";
import { reportWriters, writeReport, writerFor } from "../../../evals/report/writers.js";
import { temporaryFolder } from "../../catalog/mcp/support.js";
import { requesting } from "../../support/scripted-model.js";
import { askForReading, evaluate, readFile, scripted, task } from "../strategies/support.js";

let report: EvalReport;
let scaling: ScalingReport;

beforeAll(async () => {
  const tasks = [task([readFile], { query: '=SUM(A1), "quoted"\nsecond | line', tags: ["x"] }), task([], { id: "t2" })];
  const model = { ...scripted([requesting(askForReading), "No.", "No.", "No.", "No."]), label: "planner (rule-based)" };
  report = await evaluate(tasks, [], {
    ...{ strategies: ["active", "retrieval"], model: { ...model, ruleBased: true }, repeat: 1 },
  });
  const { metrics } = report.strategies[0]!;
  const point = { tools: 200, strategy: "active" as const, runnable: false, cases: 0, metrics };
  const { model: label, notes, settings } = report;
  const parts = { model: label, notes, settings, complete: true, sizes: [200], points: [point], timings: { total: 1 } };
  scaling = { kind: "toolgap eval scaling", ...parts };
});

describe("the report as JSON", () => {
  it("holds every case with every metric, one line for each case", () => {
    const text = toJson(report);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(text.split("\n").filter((line) => line.includes('"suite":'))).toHaveLength(report.cases.length);
    for (const one of report.cases) expect(Object.keys(one.metrics)).toEqual([...metricNames]);
  });
});

describe("the report as CSV", () => {
  it("has one record for each case, labelled as rule-based", () => {
    const [head, ...rows] = toCsv(report)
      .trimEnd()
      .split(/\n(?=golden,|suite,)/);
    expect(head).toMatch(/^suite,task,turn,strategy,repeat,model,rule_based,.*,latency_ms$/);
    expect(rows).toHaveLength(report.cases.length);
    for (const row of rows) expect(row).toContain(",planner (rule-based),true,");
  });

  it("keeps a text from being taken for a formula", () => {
    expect(toCsv(report)).toContain(`"'=SUM(A1), ""quoted""\nsecond | line"`);
  });

  it("has one record for each size and strategy", () => {
    const lines = toCsv(scaling).trimEnd().split("\n");
    expect(lines[1]).toMatch(/^200,active,planner \(rule-based\),true,false,0,/);
  });
});

describe("the report as Markdown", () => {
  it("has a column for each strategy, labelled as rule-based, and the note how to read it", () => {
    const text = toMarkdown(report);
    expect(text).toContain("|  | active (rule-based) | retrieval (rule-based) |");
    expect(text).toContain("measure the mechanism");
    expect(text).toContain("retrieval minus active (rule-based)");
  });

  it("says so when the run was stopped", () => {
    expect(toMarkdown({ ...report, complete: false })).toContain("**Not complete");
    expect(toMarkdown(report)).not.toContain("Not complete");
  });

  it("has as many cells in each row as in the head of its table", () => {
    for (const text of [toMarkdown(report), toMarkdown(scaling)]) {
      for (const table of text.match(/(?:^\|.*\|\n)+/gm) ?? []) {
        const widths = table
          .trimEnd()
          .split("\n")
          .map((row) => row.split(/(?<!\\)\|/).length);
        expect(new Set(widths).size).toBe(1);
      }
    }
  });
});

describe("numbers for people", () => {
  it("are shares in percent, counts with separators, a dash for nothing", () => {
    expect(formatMetric("recall@5", 0.876)).toBe("87.6%");
    expect(formatMetric("inputTokens", 12_345.6)).toBe("12,346");
    expect(formatMetric("inputTokens", -1_234.5)).toBe("-1,234");
    expect(formatMetric("toolsInContext", 3.14)).toBe("3.1");
    expect(formatMetric("cost", 0.00123)).toBe("0.001230");
    expect(formatMetric("recall@5", null)).toBe("-");
  });

  it("have their interval, unless there is one value only", () => {
    expect(formatEstimate("reach", { mean: 0.5, low: 0.25, high: 0.75, count: 4 })).toBe("50.0% [25.0, 75.0]");
    expect(formatEstimate("reach", { mean: 0.5, low: 0.5, high: 0.5, count: 1 })).toBe("50.0%");
    expect(formatEstimate("reach", { mean: null, low: null, high: null, count: 0 })).toBe("-");
  });
});

describe("the output file", () => {
  it("is written in the form that its ending names, and nothing else is left", async () => {
    const folder = temporaryFolder();
    for (const ending of [".json", ".csv", ".md"]) {
      const path = join(folder, `out${ending}`);
      await writeReport(path, report);
      expect(readFileSync(path, "utf8")).toBe(await reportWriters[ending]!(report));
    }
    expect(readdirSync(folder).sort()).toEqual(["out.csv", "out.json", "out.md"]);
  });

  it("is refused for an ending that none writes, with those that are", () => {
    expect(() => writerFor("out.pdf")).toThrow(InputError);
    expect(() => writerFor("out.pdf")).toThrow(/ends in "\.pdf": expected one of \.json, \.csv, \.md/);
    expect(() => writerFor("toString")).toThrow(/ends in ""/);
    expect(writerFor("OUT.JSON")).toBe(toJson);
  });

  it("is refused where it cannot be written", async () => {
    const path = join(temporaryFolder(), "no such folder", "out.json");
    await expect(writeReport(path, report)).rejects.toThrow(/cannot be written \(ENOENT\)/);
  });
});
