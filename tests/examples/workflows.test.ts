import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { demos } from "../../evals/demos/scenarios.js";

/** The lines that an example prints. */
async function run(name: string): Promise<string[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await import(`../../examples/${name}.ts`);
    return log.mock.calls.map(([line]) => String(line));
  } finally {
    log.mockRestore();
  }
}

describe("examples of workflows", () => {
  it("github-workflow: in a clone, two requests find the tools of four steps", async () => {
    const { stdout } = await promisify(execFile)("npx", ["tsx", "examples/github-workflow.ts"]);
    const lines = stdout.trim().split("\n");
    expect(lines.filter((line) => line.startsWith("asked for"))).toHaveLength(2);
    expect(lines.flatMap((line) => /^called (\S+)/.exec(line)?.[1] ?? [])).toEqual([
      "github/github_list_issues",
      "github/github_get_file",
      "github/github_create_issue",
      "communication/comm_send_slack",
    ]);
    expect(lines.at(-1)).toMatch(/^[1-9] of 35 tools loaded, \d+ schema tokens at most$/);
  }, 60_000);

  it("data-pipeline: tells as it happens what was loaded and called, and mails the chart", async () => {
    const lines = await run("data-pipeline");
    expect(lines.filter((line) => line.startsWith("called"))).toEqual([
      "called database/db_query",
      "called analytics/analytics_summarize",
      "called analytics/analytics_visualize",
      "called communication/comm_send_email",
    ]);
    expect(lines[0]).toMatch(/^loaded database\/db_query\b/);
    expect(lines.at(-2)).toContain('"statistics"');
    expect(lines.at(-1)).toMatch(/^mailed \["https:\/\/charts\.example\.com\/.*\.png"\]$/);
  });

  it("devops-automation: what was found is not searched again, and a denied tool is neither found nor run", async () => {
    const [, free, freeCalls, , denied, , deniedCalls, end] = await run("devops-automation");
    expect(free).toBe("  requests: loaded, already_loaded, loaded, already_loaded, loaded");
    expect(freeCalls).toMatch(/devops_deploy, comm_send_slack$/);
    expect(denied).toBe("denied: communication/*, web/*");
    expect(deniedCalls).toMatch(/devops_deploy$/);
    expect(end).toContain('"post the result to #ops on Slack": none of the tools that were found does that');
  });

  it("multi-turn-discovery: the tools of a turn are there in the next", async () => {
    const counts = (await run("multi-turn-discovery")).filter((line) => line.includes("requests"));
    expect(counts).toHaveLength(3);
    const bound = counts.map((line) => Number(/(\d+) bound/.exec(line)?.[1]));
    const loaded = counts.map((line) => Number(/(\d+) tools loaded/.exec(line)?.[1]));
    expect(bound).toEqual([loaded[0]!, loaded[0]! + loaded[1]!, loaded[0]! + loaded[1]! + loaded[2]!]);
    expect(counts.map((line) => Number.parseInt(line, 10))).toEqual([1, 1, 1]);
  });

  it("efficiency-metrics: active costs the same over more tools, all-tools does not", async () => {
    const lines = await run("efficiency-metrics");
    const total = (line: string): number => Number(/(\d+) over all calls/.exec(line)?.[1]);
    expect(lines.map((line) => line.split(":")[0])).toEqual([
      "active over 35 tools",
      "all-tools over 35 tools",
      "active over 120 tools",
      "all-tools over 120 tools",
    ]);
    const [active, allTools, activeOfMore, allToolsOfMore] = lines.map(total);
    expect(activeOfMore).toBe(active);
    expect(allTools).toBeGreaterThan(2 * active!);
    expect(allToolsOfMore).toBeGreaterThan(2 * allTools!);
  });

  it.each(demos.map(({ name, turns }) => [name, turns] as const))("%s is the story of the demo", (name, turns) => {
    const example = readFileSync(`examples/${name}.ts`, "utf8");
    for (const turn of turns) expect(example).toContain(turn);
    expect(example.split("\n").length).toBeLessThan(80);
    expect(example).toContain(`npx tsx examples/${name}.ts`);
  });
});
