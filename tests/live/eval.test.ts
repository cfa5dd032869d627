import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRouter } from "../../catalog/index.js";
import { runEval } from "../../evals/strategies/run-eval.js";
import { parseTasks } from "../../evals/task-file.js";
import { strategyNames } from "../../graphs/strategy-names.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgap } from "../cli/toolgap.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { always, type Completion, first } from "../fixtures/openai-server/reply.js";
import { catalog, connect, key, serve } from "./support.js";

describe("toolgap eval over HTTP", () => {
  it("compares the strategies, survives a task that fails, prices the tokens, records, and replays the same without a server", async () => {
    const bad = { fault: "status" as const, status: 400, body: { error: { message: "not today" } } };
    const server = await serve(first([bad], planner()));
    const folder = temporaryFolder();
    const output = (name: string): string => join(folder, `${name}.json`);
    const prices = join(folder, "prices.json");
    writeFileSync(prices, JSON.stringify({ m1: { input: 1, cachedInput: 0.5, output: 2 } }));
    const args = ["eval", "--query", "Delete the file notes.txt", "--concurrency", "1", "--prices", prices];
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: key };
    const live = await toolgap(
      [...args, "--model", "m1", "--record", join(folder, "recording"), "--output", output("live")],
      { env },
    );
    expect(live.stderr).not.toContain(key);
    expect(live.code).toBe(0);
    const report = readFileSync(output("live"), "utf8");
    for (const name of strategyNames) expect(report).toContain(`"${name}"`);
    expect(report).toContain("HTTP 400: not today");
    expect(server.requests.length).toBeGreaterThan(strategyNames.length);
    await server.close();
    const again = await toolgap([...args, "--replay", join(folder, "recording"), "--output", output("replayed")]);
    expect(again.code).toBe(0);
    const withoutTime = (text: string) =>
      text.replace(/"[a-zA-Z]*(?:[lL]atency|Ms|time|At|seconds)[a-zA-Z]*": [^,\n]+/g, "");
    expect(withoutTime(again.stdout).split("\n")[0]).toBe(withoutTime(live.stdout).split("\n")[0]);
    expect(readFileSync(output("replayed"), "utf8")).toContain("HTTP 400: not today");
  });

  it("stops after three failures that no further call would mend, keeps what is done, and goes on with --resume", async () => {
    let hasCredit = true;
    const empty = { fault: "status" as const, status: 402, body: { error: { message: "no credit left" } } };
    const server = await serve((_request, index) => {
      if (index === 2) hasCredit = false;
      return hasCredit ? "I cannot." : empty;
    });
    const folder = temporaryFolder();
    const tasks = join(folder, "tasks.jsonl");
    const lines = Array.from({ length: 8 }, (_, n) => ({ id: `t${n}`, query: `Delete the file ${n}.txt`, gold: [] }));
    writeFileSync(tasks, lines.map((line) => JSON.stringify(line)).join("\n"));
    const output = join(folder, "report.json");
    const options = ["--strategy", "retrieval", "--concurrency", "1", "--model", "m1", "--tasks", tasks];
    const run = (...more: string[]) =>
      toolgap(["eval", ...options, "--output", output, ...more], { env: { OPENAI_BASE_URL: server.baseUrl } });
    const stopped = await run();
    expect(stopped).toMatchObject({ code: 1, stdout: "" });
    expect(stopped.stderr).toMatch(
      /^stopped after 3 failures in a row that no further call would mend: .*HTTP 402: no credit left - add credit/m,
    );
    expect(server.requests).toHaveLength(5);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ complete: false, cases: { length: 5 } });
    hasCredit = true;
    const whole = await run("--resume");
    expect(whole).toMatchObject({ code: 0, stderr: expect.stringContaining("2 runs done before") });
    expect(server.requests).toHaveLength(11);
    const { complete, cases } = JSON.parse(readFileSync(output, "utf8")) as { complete: boolean; cases: object[] };
    expect([complete, cases.length]).toEqual([true, 8]);
    expect(JSON.stringify(cases)).not.toContain("failed");
  });

  it("charges what the provider says it read from its cache, and says where it had to estimate that", async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 10, cached_tokens: 900 };
    const price = { input: 10, cachedInput: 1, output: 100 };
    const measure = async (reply: Completion) => {
      const { model, label } = await connect(await serve(always(reply)));
      const task = parseTasks(JSON.stringify({ id: "t", query: "Delete the file notes.txt", gold: [] }), "tasks");
      return runEval({
        suites: [{ name: "one", tasks: task, catalog: catalog(), decoys: new Set() }],
        strategies: ["active"],
        model: { model, label, ruleBased: false },
        createRouter: (tools) => createRouter("tfidf", tools),
        price,
      });
    };
    const told = await measure({ content: "I cannot.", usage });
    expect(told.cases[0]?.metrics.cost).toBeCloseTo((100 * 10 + 900 + 10 * 100) / 1_000_000, 12);
    expect([told.notes, told.cases[0]?.estimatedCosts]).toEqual([[], undefined]);
    const untold = await measure({ content: "I cannot.", usage: "absent" });
    expect(untold.cases[0]).toMatchObject({ estimatedCosts: 1 });
    expect(untold.notes).toEqual([expect.stringMatching(/^cost is an estimate for 1 of 1 model calls: /)]);
  });
});
