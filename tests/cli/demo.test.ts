import { describe, expect, it } from "vitest";
import type { ToldRouting } from "../../evals/demos/routing.js";
import { demos } from "../../evals/demos/scenarios.js";
import type { ToldRun } from "../../evals/demos/walk-through.js";
import { toolgapHere } from "./toolgap.js";

async function tell(name: string): Promise<ToldRun[]> {
  const { code, stdout } = await toolgapHere(["demo", name, "--json"]);
  const { demo, model, runs } = JSON.parse(stdout);
  expect({ code, demo, model }).toEqual({ code: 0, demo: name, model: "offline planner (rule-based)" });
  return runs;
}

/** Every tool that was called, turn by turn, with failed calls marked. */
const called = (runs: readonly ToldRun[]): string[][] =>
  runs[0]!.turns.map(({ steps }) =>
    steps.flatMap(({ calls }) => calls.map(({ name, ok }) => (ok ? name : `!${name}`))),
  );

const widest = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));

describe("toolgap demo", () => {
  it("lists every demo, and names them for a program", async () => {
    const { code, stdout } = await toolgapHere(["demo"]);
    const names = [...demos.map(({ name }) => name), "routing"];
    expect(code).toBe(0);
    expect(stdout.match(/^\S+$/gm)).toEqual(names);
    const listed = JSON.parse((await toolgapHere(["demo", "--json"])).stdout).demos;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it("refuses an unknown name in one line that names the others", async () => {
    const { code, stdout, stderr } = await toolgapHere(["demo", "nope"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^toolgap: unknown command 'nope': expected one of data-pipeline, .*routing; see .*\n$/);
  });

  it.each([
    ["github-workflow", [["github_list_issues", "github_get_file", "github_create_issue", "comm_send_slack"]]],
    ["data-pipeline", [["db_query", "analytics_summarize", "analytics_visualize", "comm_send_email"]]],
    [
      "devops-automation",
      [["devops_monitor", "devops_logs", "devops_run_pipeline", "devops_deploy", "comm_send_slack"]],
    ],
    ["multi-turn-discovery", [["db_query"], ["db_query", "analytics_visualize"], ["comm_send_email"]]],
  ])("%s reaches the tools of its story", async (name, expected) => {
    expect(called(await tell(name))).toEqual(expected);
  });

  it("hands on what each step found: the chart shows the statistics of the rows, the e-mail links the chart", async () => {
    const calls = (await tell("data-pipeline"))[0]!.turns[0]!.steps.flatMap((step) => step.calls);
    const [query, analysis, chart, mail] = calls.map((call) => ({ ...call, result: JSON.parse(call.result) }));
    expect(analysis!.args.data).toEqual(query!.result.rows);
    expect(JSON.stringify(chart!.args.data)).toContain(JSON.stringify(analysis!.result.statistics));
    expect(JSON.stringify(mail!.args)).toContain(chart!.result.chart_url);
  });

  it("tells for each step what was in context, routed and bound; what was bound is what the next step carries", async () => {
    const [{ turns }] = (await tell("multi-turn-discovery")) as [ToldRun];
    const steps = turns.flatMap((turn) => turn.steps);
    const loaded = new Set<string>();
    for (const { context, requests, calls } of steps) {
      // request_tools stands beside what is bound.
      expect(context.tools).toBe(loaded.size + 1);
      expect(context.inputTokens).toBeGreaterThan(context.schemaTokens);
      for (const { name } of calls) expect(loaded).toContain(name);
      for (const { servers, tools, bound } of requests) {
        expect(servers.length).toBeGreaterThan(0);
        expect(tools.filter((tool) => tool.bound).map(({ name }) => name)).toEqual(bound.map(({ name }) => name));
        for (const { name } of bound) loaded.add(name);
      }
    }
    expect(turns[1]!.steps[0]!.requests).toEqual([]);
  });

  it("compares the tokens of both strategies, and active pays the same over the bigger catalog", async () => {
    const total = (await tell("efficiency-metrics")).map(({ strategy, catalog, turns }) => ({
      run: `${strategy} ${catalog.tools}`,
      tokens: turns[0]!.metrics.schemaTokensTotal,
    }));
    const tokens = Object.fromEntries(total.map(({ run, tokens }) => [run, tokens]));
    expect(Object.keys(tokens)).toEqual(["active 35", "all-tools 35", "active 120", "all-tools 120"]);
    expect(tokens["active 120"]).toBe(tokens["active 35"]);
    expect(tokens["all-tools 120"]).toBeGreaterThan(2 * tokens["all-tools 35"]!);
    expect(tokens["all-tools 35"]).toBeGreaterThan(2 * tokens["active 35"]!);
  });

  it("prints the story, within a narrow terminal and without colors", async () => {
    for (const columns of [undefined, 44]) {
      const { code, stdout } = await toolgapHere(["demo", "data-pipeline"], columns);
      expect(code).toBe(0);
      expect(widest(stdout)).toBeLessThanOrEqual(columns ?? 80);
      expect(stdout).not.toContain("\u001b");
      for (const word of ["asks for", "servers", "tools", "bound", "calls", "returns"]) {
        expect(stdout).toMatch(new RegExp(`^    ${word} `, "m"));
      }
      expect(stdout).toMatch(/^ 2\. in context: 6 functions of 909/m);
    }
  });
});

describe("toolgap demo routing", () => {
  it("draws both stages; the bars have the order and the proportions of the scores", async () => {
    const { code, stdout } = await toolgapHere(["demo", "routing"]);
    expect(code).toBe(0);
    const bars = [...stdout.matchAll(/^ {2}(\S+) +(█*) +(-?[\d.]+)(.*)$/gm)].map(([, name, bar, score, rest]) => ({
      name: name!,
      length: bar!.length,
      score: Number(score),
      bound: rest!.trim() === "bound",
    }));
    expect(bars.slice(0, 8).map(({ name }) => name)[0]).toBe("database");
    expect(bars.filter(({ bound }) => bound)[0]!.name).toBe("database/db_query");
    for (const [stage, length] of [
      [bars.filter(({ name }) => !name.includes("/")), 24],
      [bars.filter(({ name }) => name.includes("/")), 24],
    ] as const) {
      const scores = stage.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      for (const bar of stage) {
        const share = Math.round((length * bar.score) / scores[0]!);
        expect(Math.abs(bar.length - Math.max(1, share))).toBeLessThanOrEqual(1);
      }
    }
    expect(stdout.indexOf("-- the cut")).toBeLessThan(stdout.indexOf("Stage 2"));
    expect(stdout).toMatch(/^Schema tokens: [\d,]+ of 5,343$/m);
  });

  it("binds what a run would bind for the same request", async () => {
    const run = await toolgapHere(["run", "Send a message to the team", "--provider", "offline", "--json"]);
    const [request] = JSON.parse(run.stdout).requests;
    const drawn = await toolgapHere(["demo", "routing", request.tool, "--json"]);
    const told = JSON.parse(drawn.stdout) as ToldRouting;
    const limits = told.tools.filter(({ score }) => score >= told.margin.score).slice(0, told.maxTools);
    expect(told.bound).toEqual(limits.map(({ id }) => id));
    expect(told.bound[0]).toEqual({ server: request.matched[0].server, name: request.matched[0].name });
  });

  it("says that nothing fits, and fits a narrow terminal", async () => {
    expect((await toolgapHere(["demo", "routing", "xylophone lessons"])).stdout).toMatch(
      /no server shares a word[\s\S]*nothing fits[\s\S]*Bound: nothing/,
    );
    expect(widest((await toolgapHere(["demo", "routing", "draw a chart of the rows"], 40)).stdout)).toBeLessThanOrEqual(
      40,
    );
  });
});
