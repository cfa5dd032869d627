import { Client } from "langsmith";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateInLangSmith, scoreRun, toExamples } from "../../evals/harnesses/langsmith.js";
import { loadOptional } from "../../evals/harnesses/optional.js";
import { createEvalRouter } from "../../evals/routers/index.js";
import type { EvalSuite } from "../../evals/strategies/suites.js";
import { loadSuites } from "../../evals/strategies/suites.js";
import { resolveModel } from "../../models/providers.js";
import { type LangSmithServer, startLangSmith } from "../fixtures/langsmith-server/server.js";

let server: LangSmithServer;
let suites: EvalSuite[];

beforeAll(async () => {
  server = await startLangSmith();
  const loaded = await loadSuites();
  suites = loaded.suites
    .filter(({ name }) => ["basic", "chinese-held", "follow-up"].includes(name))
    .map((suite) => ({ ...suite, tasks: suite.tasks.slice(0, 2) }));
});

afterAll(() => server.close());

function run(strategies: ("active" | "retrieval")[], notices: string[] = []) {
  return resolveModel({ provider: "offline" }).then((model) =>
    evaluateInLangSmith({
      ...{ suites, strategies, model, dataset: "own tasks", concurrency: 1 },
      client: new Client({ apiUrl: server.url, apiKey: "test", autoBatchTracing: false }),
      createRouter: (catalog) => createEvalRouter("tfidf", catalog),
      onNotice: (line) => void notices.push(line),
    }),
  );
}

describe("the strategies in LangSmith", () => {
  it("makes the dataset once, runs an experiment for each strategy, and sends the scores", async () => {
    const notices: string[] = [];
    const experiments = await run(["active", "retrieval"], notices);
    expect(experiments.map(({ strategy, examples }) => [strategy, examples])).toEqual([
      ["active", 4],
      ["retrieval", 4],
    ]);
    expect(experiments[0]!.name).toMatch(/^toolgap-active-/);
    expect(experiments[0]!.scores).toMatchObject({ "recall@5": expect.any(Number), reach: expect.any(Number) });
    expect(server.datasets).toMatchObject([{ name: "own tasks" }]);
    expect(server.examples).toHaveLength(4);
    expect(server.projects).toHaveLength(2);
    const keys = new Set(server.feedback.map(({ key }) => key));
    expect([...keys]).toEqual(expect.arrayContaining(["recall@5", "exactCalls", "schemaTokens"]));
    expect(notices.join()).toContain("4 tasks added, 0 were there");
  });

  it("adds nothing twice", async () => {
    const notices: string[] = [];
    await run(["retrieval"], notices);
    expect(server.examples).toHaveLength(4);
    expect(notices.join()).toContain("0 tasks added, 4 were there");
  });

  it("sends no text of a held task", () => {
    const held = suites.find(({ name }) => name === "chinese-held")!;
    expect(toExamples("own tasks", [held])).toEqual([]);
    const sent = JSON.stringify(server.examples);
    for (const { query } of held.tasks) expect(sent).not.toContain(query);
  });

  it("gives a task the same id each time, and another one in another dataset", () => {
    const [first] = toExamples("one", suites);
    expect(toExamples("one", suites)[0]!.id).toBe(first!.id);
    expect(toExamples("two", suites)[0]!.id).not.toBe(first!.id);
    expect(first!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("measures the ranking against the labels of the example, as they are in the dataset", () => {
    const [tool, other] = [
      { server: "s", name: "a" },
      { server: "s", name: "b" },
    ];
    const turn = { ranking: [other, tool], metrics: { "recall@10": 1, reach: 1, exactCalls: null } };
    const score = (slots: object[][]) =>
      Object.fromEntries(
        scoreRun({ outputs: { turns: [turn] }, referenceOutputs: { turns: [slots] } }).map((one) => [
          one.key,
          one.score,
        ]),
      );
    expect(score([[tool]])).toMatchObject({ "recall@1": 0, "recall@5": 1, reach: 1 });
    expect(score([[other]])).toMatchObject({ "recall@1": 1 });
    expect(score([[tool]])).not.toHaveProperty("exactCalls");
  });

  it("says in one line which package is missing and how to get it", async () => {
    const load = () => import("no-such-package-for-toolgap" as string);
    await expect(loadOptional("no-such-package-for-toolgap", load)).rejects.toThrow(
      "the package no-such-package-for-toolgap is not installed: install it with npm install no-such-package-for-toolgap",
    );
  });
});
