import { describe, expect, it } from "vitest";
import { strategyNames } from "../../graphs/strategy-names.js";
import { planner } from "../fixtures/openai-server/planner-policy.js";
import { first } from "../fixtures/openai-server/reply.js";
import { runLive } from "./support.js";

const task =
  "Query the users table in the database, then visualize the rows as a bar chart, and then send an email with the chart to team@example.com";
const called = ["db_query", "analytics_visualize", "comm_send_email"];

describe("a whole task over HTTP", () => {
  it.each(strategyNames)("is done with the strategy %s by requests that strict providers accept", async (strategy) => {
    const { report, server } = await runLive(task, planner(), { strategy });
    expect(report.stoppedBy).toBe("answered");
    expect(report.toolsCalled.map((call) => call.name)).toEqual(expect.arrayContaining(called));
    expect(server.requests.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    expect(server.requests).toHaveLength(report.metrics.modelCalls);
    expect(report.model).toBe("openai: test-model");
    expect(report.metrics.inputTokens).toBeGreaterThan(report.metrics.schemaTokens);
    expect(report.metrics.countedCalls).toBe(0);
  });

  it("is done with requests and calls as text, without a single function", async () => {
    const context = { requestProtocol: "text", callProtocol: "text" } as const;
    const { report, server } = await runLive(task, planner(), { context, rules: { noFunctions: "no functions here" } });
    expect(report.toolsCalled.map((call) => call.name)).toEqual(called);
    expect(server.requests.every(({ body }) => body.tools === undefined)).toBe(true);
  });

  it("is done with requests as text and calls as functions", async () => {
    const { report, server } = await runLive(task, planner(), { context: { requestProtocol: "text" } });
    expect(report.toolsCalled.map((call) => call.name)).toEqual(called);
    expect(JSON.stringify(server.requests.map(({ body }) => body.tools))).not.toContain("request_tools");
  });

  it("survives a busy server, a hung-up connection and an answer that is no JSON on the way", async () => {
    const retry = { "retry-after": "0" };
    const faults = [
      { fault: "status" as const, status: 503, headers: retry },
      { fault: "status" as const, status: 429, headers: retry },
      { fault: "invalid-json" as const },
      { fault: "hang-up" as const },
    ];
    const notices: string[] = [];
    const slept: Parameters<typeof runLive>[2] = { settings: { onNotice: (line) => notices.push(line) } };
    const policy = planner();
    // The first request meets two faults, later ones one each.
    const plan = first([faults[0]!, faults[1]!], (request, index) =>
      index === 1 ? faults[2]! : index === 3 ? faults[3]! : policy(request, index),
    );
    const { report } = await runLive(task, plan, slept);
    expect(report.toolsCalled.map((call) => call.name)).toEqual(called);
    expect(notices).toHaveLength(4);
    expect(notices.join("\n")).toMatch(/HTTP 503[\s\S]*HTTP 429[\s\S]*is no JSON[\s\S]*gave no answer/);
  });
});

describe("a failure that stays", () => {
  it("ends the run with provider, status, attempt and what to do, and no word of the key", async () => {
    const busy = { fault: "status" as const, status: 503, headers: { "retry-after": "0" } };
    const { report } = await runLive(task, [busy, busy, busy]);
    expect(report.stoppedBy).toBe("error");
    expect(report.answer).toBe(
      "The model call failed: openai (test-model) answered HTTP 503 on attempt 3 of 3: busy - the provider has trouble: try again later",
    );
  });

  it.each([
    [{ key: "another" }, /HTTP 401: Incorrect API key provided: \[secret\]\. - check OPENAI_API_KEY$/],
    [
      { model: "gpt-9" },
      /HTTP 404: The model 'test-model' does not exist\. - check that the model "test-model" exists and that http:\/\/127\.0\.0\.1:\d+\/v1 is the right address$/,
    ],
  ])("for %o says what to check", async (rules, message) => {
    const { report, server } = await runLive(task, planner(), { rules });
    expect(report.answer).toMatch(message);
    expect(server.requests).toHaveLength(1);
  });

  it("says where nobody listens", async () => {
    const { report } = await runLive(task, planner(), {
      settings: { env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" } },
    });
    expect(report.answer).toMatch(
      /openai \(gpt-4o-mini\) at http:\/\/127\.0\.0\.1:9\/v1 gave no answer on attempt 3 of 3 \(.+\) - check OPENAI_BASE_URL/,
    );
  });
});
