import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { startToolgap, toolgap, toolgapHere } from "./toolgap.js";

const tasks = [
  { id: "a", query: "List the files in ./docs", gold: [["filesystem", "fs_list_directory"]], tags: ["x"] },
  { id: "b", query: "Send an email to ada@example.com", gold: [["communication", "comm_send_email"]] },
  { id: "c", query: "Knit a scarf", gold: [], irrelevant: true },
];

async function taskFile(lines: readonly (object | string)[] = tasks): Promise<string> {
  const path = join(temporaryFolder(), "tasks.jsonl");
  await writeFile(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
}

/** A report without what differs between two runs. */
function readReport(path: string) {
  const { timings, ...report } = JSON.parse(readFileSync(path, "utf8"));
  return report;
}

describe.concurrent("toolgap eval", () => {
  it("compares all strategies on the tasks and labels the numbers as rule-based", async () => {
    const { code, stdout, stderr } = await toolgapHere(["eval", "--offline", "--tasks", await taskFile()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 tasks, router \w+, model offline-planner \(rule-based\)/);
    expect(stdout).toMatch(/rule-based +│ +active │ +retrieval │ +all-tools │/);
    for (const row of ["recall@5", "exact calls", "abstention", "schema tokens", "cached prefix"]) {
      expect(stdout).toContain(`│ ${row} `);
    }
    expect(stderr).toContain("not a model's judgement");
  });

  it("runs one strategy, with the router and the number of tools that are asked for", async () => {
    const output = join(temporaryFolder(), "out.json");
    const flags = ["--strategy", "retrieval", "--router", "bm25", "--top-k", "2", "--num-tools", "60"];
    const { code } = await toolgapHere([
      "eval",
      "--offline",
      "--tasks",
      await taskFile(),
      ...flags,
      "--output",
      output,
    ]);
    expect(code).toBe(0);
    expect(readReport(output)).toMatchObject({
      settings: { strategies: ["retrieval"], router: "bm25", topK: 2, repeat: 1 },
      suites: [{ tools: 60, tasks: 3 }],
      complete: true,
    });
    expect(existsSync(`${output}.journal.jsonl`)).toBe(false);
  });

  it("writes the same bytes again, timings apart", async () => {
    const [file, folder] = [await taskFile(), temporaryFolder()];
    const paths = ["1.json", "2.json"].map((name) => join(folder, name));
    for (const [index, path] of paths.entries()) {
      const flags = ["--concurrency", String(1 + index * 3), "--output", path];
      await toolgapHere(["eval", "--offline", "--tasks", file, ...flags]);
    }
    const [one, other] = paths.map((path) => readFileSync(path, "utf8").replace(/"timings": .*$/s, ""));
    expect(one).toBe(other);
  });

  it("shows what was called for one task", async () => {
    const { stdout } = await toolgapHere(["eval", "--offline", "--query", "basic-05", "--strategy", "active"]);
    expect(stdout).toMatch(/^1 task,/);
    expect(stdout).toContain("active, turn 1: called communication/comm_send_email; answered");
  });

  it("adds the cost where there are prices", async () => {
    const prices = join(temporaryFolder(), "prices.json");
    await writeFile(prices, JSON.stringify({ "offline-planner": { input: 1, cachedInput: 0.1, output: 4 } }));
    const { stdout } = await toolgapHere(["eval", "--offline", "--tasks", await taskFile(), "--prices", prices]);
    expect(stdout).toMatch(/│ cost +│ +0\.00\d+/);
  });

  it("fails where every case failed, and says why the first did", async () => {
    const flags = ["--strategy", "all-tools", "--num-tools", "200"];
    const { code, stdout, stderr } = await toolgapHere(["eval", "--offline", "--tasks", await taskFile(), ...flags]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^200 tools; all in one request: \d\d,\d\d\d schema tokens$/m);
    expect(stdout).not.toContain("│ schema tokens ");
    expect(stderr).toContain("all-tools: 3 cases failed, the first (a): Not runnable");
  });

  it("measures over the size of the catalog", async () => {
    const args = ["eval", "scaling", "--offline", "--tasks", await taskFile(), "--sizes", "35,200"];
    const { code, stdout } = await toolgapHere(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/│ +200 │ all-tools \(not runnable\) +│ +- │/);
    expect(stdout).toContain("strategy (rule-based)");
  });
});

describe.concurrent("wrong input to toolgap eval", () => {
  it.each([
    [["--output", "x.pdf"], /the output file x\.pdf ends in "\.pdf": expected one of \.json, \.csv, \.md/],
    [["--resume"], /--resume goes on with the journal .* expected --output <file> as well/],
    [["--offline", "--provider", "openai"], /--offline and --provider openai both say which model/],
    [["--router", "nope"], /There is no router "nope": choose one of /],
    [["--tasks", "nowhere.jsonl"], /Task file nowhere\.jsonl cannot be read: there is no such file/],
    [["--query", " "], /the query is empty/],
    [["--repeat", "0"], /Expected a whole number from 1 to/],
    [["scaling", "--sizes", "35,x"], /--sizes is "35,x": expected whole numbers/],
    [["scaling", "--num-tools", "40"], /--num-tools names one size/],
  ])("%j is told in one line", async (args, message) => {
    const { code, stdout, stderr } = await toolgapHere(["eval", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("names the broken line of a task file, and runs nothing", async () => {
    const path = await taskFile([tasks[0]!, '{"id": "b", "query": 7}']);
    const output = join(temporaryFolder(), "out.json");
    const { code, stdout, stderr } = await toolgapHere(["eval", "--tasks", path, "--output", output]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/tasks\.jsonl, line 2: "query": expected string, given (a number|7)/);
    expect([existsSync(output), existsSync(`${output}.journal.jsonl`)]).toEqual([false, false]);
  });
});

describe("toolgap eval that is stopped", () => {
  it("keeps what is done, exits with 130, and goes on with --resume to the report of a whole run", {
    // Three programs one after the other, on a machine that may be busy.
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const [stopped, whole] = [join(folder, "stopped.json"), join(folder, "whole.json")];
    const journal = `${stopped}.journal.jsonl`;
    const file = await taskFile(Array.from({ length: 24 }, (_, index) => ({ ...tasks[index % 3]!, id: `t${index}` })));
    const args = ["eval", "--offline", "--tasks", file];
    const child = startToolgap([...args, "--output", stopped]);
    while (!existsSync(journal) || readFileSync(journal, "utf8").split("\n").length < 5) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(130);
    const partial = readReport(stopped);
    expect(partial.complete).toBe(false);
    expect(partial.cases.length).toBeGreaterThan(2);
    expect(partial.cases.length).toBeLessThan(72);

    const other = await toolgap([...args, "--output", stopped, "--resume", "--top-k", "1"]);
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/other settings: its topK is null, this run's is 1/);

    const resumed = await toolgap([...args, "--output", stopped, "--resume"]);
    expect(resumed.stderr).toMatch(/^\d+ runs done before/m);
    await toolgapHere([...args, "--output", whole]);
    expect(readReport(stopped)).toEqual(readReport(whole));
    expect(existsSync(journal)).toBe(false);
  });
});
