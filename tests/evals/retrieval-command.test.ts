import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  catalog,
  catalogText,
  file,
  folder,
  lines,
  onFiles,
  retrieval,
  servers,
  tasks,
  tool,
} from "./retrieval-files.js";

const output = join(folder, "out.json");

async function report(...args: string[]) {
  const { code, stderr } = await onFiles(...args, "--output", output);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `every ranking is in ${output}\n` });
  return JSON.parse(readFileSync(output, "utf8"));
}

describe("one router on one set", () => {
  it("writes every ranking with its metrics", async () => {
    const { tasks, metrics, ...rest } = await report("--router", "bm25", "--top-k", "10");
    expect(rest).toMatchObject({
      router: "bm25",
      set: "tasks",
      topK: 10,
      timings: { perQuery: {}, total: expect.any(Number) },
    });
    expect(tasks.map((task: { id: string }) => task.id)).toEqual(["one", "two", "none"]);
    expect(tasks[0]).toMatchObject({ retrieved: [["files", "copy"]], fit: [expect.any(Number)] });
    expect(tasks[1].retrieved).toEqual([
      ["mail", "send"],
      ["mail", "list"],
    ]);
    expect(tasks[2]).toMatchObject({ retrieved: [], fit: [], bestFit: 0, abstained: true });
    expect(metrics).toMatchObject({
      "recall@1": 0.75,
      "recall@10": 0.75,
      "ndcg@10": expect.closeTo((1 + 1 / (1 + 1 / Math.log2(3))) / 2, 12),
      "serverRecall@5": 0.75,
      answerable: 2,
      unanswerable: 1,
      correctAbstention: 1,
      auroc: 1,
    });
    expect(metrics.intervals["recall@1"]).toEqual([0.5, 1]);
  });

  it("writes the same bytes for the same input, times apart", async () => {
    await report("--no-timings");
    const first = readFileSync(output, "utf8");
    await report("--no-timings");
    expect(readFileSync(output, "utf8")).toBe(first);
    expect(first).not.toContain("timings");
  });

  it("prints a table of percents, or the JSON", async () => {
    const { stdout } = await onFiles("--router", "bm25", "--no-timings");
    expect(stdout).toMatch(/tasks +│ bm25 +│ +2 │ +75\.0 │ +75\.0 │ 50\.0 to 100\.0 │/);
    expect(stdout).toMatch(/AUROC of fit[\s\S]*tasks +│ bm25 +│ +1 │ +100\.0 │ +2 │/);
    expect(JSON.parse((await onFiles("--json")).stdout)).toHaveProperty("metrics");
  });

  it("ranks the whole catalog unless servers are cut, and shows more of those that have few tools", async () => {
    const two = file("two.jsonl", lines({ id: "a", query: "read a file, send a letter", gold: [["files", "read"]] }));
    const more = (verb: string) =>
      Array.from({ length: 20 }, (_, index) => index).map((number) =>
        tool(`${verb}_${number}`, `${verb} number ${number}.`),
      );
    const [files, mail] = servers as [(typeof servers)[0], (typeof servers)[0]];
    const large = file(
      "large.json",
      JSON.stringify({
        servers: [
          { ...files, tools: [...files.tools, ...more("read")] },
          { ...mail, tools: [...mail.tools, ...more("send")] },
        ],
      }),
    );
    const shown = async (path: string, ...args: string[]) => {
      const { stdout } = await retrieval("--catalog", path, "--tasks", two, "--router", "bm25", "--json", ...args);
      return new Set(JSON.parse(stdout).tasks[0].retrieved.map(([server]: [string]) => server)).size;
    };
    expect(await shown(large)).toBe(2);
    expect(await shown(large, "--top-k-servers", "1")).toBe(1);
    expect(await shown(catalog, "--top-k-servers", "1")).toBe(2);
  });

  it("has no metric beyond the ranking's depth", async () => {
    const { metrics } = await report("--top-k", "5");
    expect(metrics).toMatchObject({ "recall@5": expect.any(Number), "recall@10": null, "ndcg@10": null });
  });
});

describe("several at once", () => {
  it("routers are compared with the first on the same tasks", async () => {
    const { runs, differences, macro } = await report("--router", "bm25,minisearch");
    expect(runs.map((run: { router: string }) => run.router)).toEqual(["bm25", "minisearch"]);
    expect(macro).toEqual([]);
    expect(differences).toEqual([expect.objectContaining({ set: "tasks", base: "bm25", label: "minisearch" })]);
    expect(differences[0]["recall@5"]).toEqual({ mean: 0, low: 0, high: 0, count: 2, better: 0, worse: 0, equal: 2 });
  });

  it("sets of a folder have a macro mean, and abstention over those with candidates", async () => {
    const candidates = [["mail", "list"]];
    const data = join(folder, "data");
    for (const name of ["a", "b", "c"]) file(`data/${name}/catalog.json`, catalogText);
    file(
      "data/a/tasks.dev.jsonl",
      lines({ id: "1", query: "send a letter", gold: [["mail", "send"]], candidates: [["mail", "send"]] }),
    );
    file("data/b/tasks.dev.jsonl", lines({ id: "2", query: "copies of letters", gold: [], candidates }));
    file("data/c/tasks.dev.jsonl", lines({ id: "3", query: "zebra", gold: [["files", "read"]] }));
    file("data/without-tasks/catalog.json", catalogText);
    const { code, stdout } = await retrieval("--data", data, "--router", "bm25", "--json");
    expect(code).toBe(0);
    const { runs, macro } = JSON.parse(stdout);
    expect(runs.map((run: { set: string }) => run.set)).toEqual(["a", "b", "c"]);
    expect(macro[0].metrics).toMatchObject({ "recall@1": 0.5, answerable: 1, unanswerable: 1, auroc: 1 });
    const one = await retrieval("--data", data, "--set", "c", "--router", "bm25");
    expect(one.stdout).toMatch(/│ c +│ bm25 /);
    expect(one.stdout).not.toMatch(/│ a +│/);
  });

  it("the own tasks are ranked where no other are named", async () => {
    const { code, stdout } = await retrieval("--router", "bm25", "--no-timings");
    expect(code).toBe(0);
    expect(stdout).toMatch(/│ basic +│ bm25 +│ +10 │/);
    expect(stdout).toMatch(/│ macro of \d+ +│/);
  });

  it("the own tasks of another built-in catalog are ranked over that one", async () => {
    const { code, stdout } = await retrieval("--catalog-builtin", "quality-engineering", "--router", "bm25");
    expect(code).toBe(0);
    expect(stdout).toMatch(/│ quality +│ bm25 +│/);
  });
});

describe("without query words", () => {
  const paraphrased = file(
    "paraphrased.jsonl",
    lines(
      { id: "synonym", query: "duplicate it", gold: [["files", "copy"]] },
      { id: "chinese", query: "复制", gold: [["files", "copy"]] },
    ),
  );
  const measure = async (...args: string[]) =>
    JSON.parse((await retrieval("--catalog", catalog, "--tasks", paraphrased, "--json", ...args)).stdout);
  type Run = { label: string; metrics: Record<string, number> };

  it("the tables lose what was said in the ranked queries, synonyms and Chinese alike", async () => {
    const { runs, differences } = await measure("--without", "query words");
    const found = runs.map(({ label, metrics }: Run) => [label, metrics["recall@1"]]);
    expect(found).toEqual([
      ["hybrid", 1],
      ["hybrid without query words", 0],
    ]);
    expect(differences).toEqual([expect.objectContaining({ base: "hybrid", label: "hybrid without query words" })]);
  });

  it("is a variant of its own beside parts", async () => {
    const { runs } = await measure("--without", "clauses,query words,phrases", "--router", "hybrid,bm25");
    expect(runs.map(({ label }: Run) => label)).toEqual([
      "hybrid",
      "hybrid without clauses, phrases",
      "hybrid without query words",
      "bm25",
    ]);
  });

  it("is measured for steps too", async () => {
    const gold = [["files", "copy"]];
    const steps = file("said.jsonl", lines({ id: "a", query: "zebra", gold, steps: ["duplicate it"] }));
    const args = ["--catalog", catalog, "--tasks", steps, "--requests", "steps", "--per-request", "1", "--json"];
    const { runs } = JSON.parse((await retrieval(...args, "--without", "query words")).stdout);
    expect(runs.map((run: { metrics: { recall: number } }) => run.metrics.recall)).toEqual([1, 0]);
  });
});

describe("usage examples", () => {
  const examples = file("examples.jsonl", lines({ id: "seen", query: "a quagga for uncle", gold: [["mail", "send"]] }));
  const wanted = file("wanted.jsonl", lines({ id: "new", query: "quagga", gold: [["mail", "send"]] }));

  it("are searched by the router hybrid", async () => {
    const recall = async (...args: string[]) => {
      const { stdout } = await retrieval(
        "--catalog",
        catalog,
        "--tasks",
        wanted,
        "--router",
        "hybrid",
        "--json",
        ...args,
      );
      return JSON.parse(stdout).metrics["recall@1"];
    };
    expect(await recall()).toBe(0);
    expect(await recall("--examples", examples)).toBe(1);
  });

  it("may not have an id that is ranked too", async () => {
    const { code, stderr } = await onFiles("--examples", tasks);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /the id "one" is in .*tasks\.jsonl, line 1 and in .*tasks\.jsonl, line 1: expected each id in one/,
    );
  });

  it("of tools that the catalog lacks are an error", async () => {
    const path = file("foreign.jsonl", lines({ id: "x", query: "q", gold: [["files", "reads"]] }));
    const { code, stderr } = await onFiles("--examples", path);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /foreign\.jsonl, line 1 \(task "x"\): the catalog has no tool files\/reads; the nearest are: files\/read/,
    );
  });

  it("split off the tasks are measured with and without", async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      id: `t${index}`,
      query: "copy it",
      gold: [["files", "copy"]],
    }));
    const path = file("many.jsonl", lines(...many));
    const { stdout } = await retrieval(
      "--catalog",
      catalog,
      "--tasks",
      path,
      "--router",
      "bm25",
      "--split-examples",
      "--json",
    );
    const { runs, differences } = JSON.parse(stdout);
    expect(runs.map((run: { label: string }) => run.label)).toEqual(["bm25", "bm25 with examples"]);
    expect(differences[0]).toMatchObject({ base: "bm25", label: "bm25 with examples" });
    const ranked = runs[0].tasks.length;
    expect(ranked).toBeGreaterThan(3);
    expect(ranked).toBeLessThan(17);
  });
});

describe("requests by steps", () => {
  const steps = ["copy something", { query: "send a letter", gold: [["mail", "send"]] }];
  const gold = [
    ["files", "copy"],
    ["mail", "send"],
  ];
  const stepped = file(
    "stepped.jsonl",
    lines({ id: "a", query: "letter", gold, steps }, { id: "b", query: "x", gold }),
  );

  it("are joined, beside the whole task with as many tools", async () => {
    const args = [
      "--catalog",
      catalog,
      "--tasks",
      stepped,
      "--router",
      "bm25",
      "--requests",
      "steps",
      "--per-request",
      "1",
    ];
    const { stdout } = await retrieval(...args, "--json");
    const { metrics, tasks } = JSON.parse(stdout);
    expect(tasks).toEqual([
      expect.objectContaining({
        id: "a",
        retrieved: gold,
        toolsInContext: 2,
        requests: 2,
        recall: 1,
        whole: expect.objectContaining({ recall: 0.5 }),
      }),
    ]);
    expect(metrics).toMatchObject({
      recall: 1,
      wholeRecall: 0.5,
      toolsInContext: 2,
      difference: { mean: 0.5, better: 1 },
    });
    const table = await retrieval(...args);
    expect(table.stdout).toMatch(/│ stepped │ bm25 +│ +1 │ +2\.0 │ +2\.0 │ +100\.0 │ .* │ +\+50\.0 │/);
  });

  it("are the user turns of a conversation without steps, and its steps where it has some", async () => {
    const turns = [
      { query: "copy something", gold: [["files", "copy"]] },
      { query: "send a letter", gold: [["mail", "send"]] },
    ];
    const path = file(
      "talk.jsonl",
      lines({ id: "a", turns, steps: [] }, { id: "b", turns, steps: ["copy something"] }),
    );
    const args = ["--catalog", catalog, "--tasks", path, "--router", "bm25", "--requests", "steps"];
    const { stdout } = await retrieval(...args, "--per-request", "1", "--json");
    expect(JSON.parse(stdout).tasks).toEqual([
      expect.objectContaining({ id: "a", requests: 2, retrieved: gold, recall: 1 }),
      expect.objectContaining({ id: "b", requests: 1, retrieved: [["files", "copy"]], recall: 0.5 }),
    ]);
  });

  it("need tasks that have steps", async () => {
    const { code, stderr } = await onFiles("--requests", "steps");
    expect(code).toBe(2);
    expect(stderr).toMatch(/no task has "steps"/);
  });
});
