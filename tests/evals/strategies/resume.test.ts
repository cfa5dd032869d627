import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../catalog/types.js";
import { Journal } from "../../../evals/strategies/journal.js";
import { journalSettings, type RunEvalOptions } from "../../../evals/strategies/run-eval.js";
import { temporaryFolder } from "../../catalog/mcp/support.js";
import { evaluate, readFile, scripted, suiteOf, task } from "./support.js";

const settings = { model: "scripted", topK: null };
const entry = (key: string) => ({ key, cases: [], latency: [1] });
const newPath = () => join(temporaryFolder(), "out.json.journal.jsonl");

describe("the journal of a run", () => {
  it("holds what was done, one line each, behind the settings", () => {
    const path = newPath();
    const journal = Journal.start(path, settings);
    journal.add(entry("a"));
    journal.add(entry("b"));
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(4);
    const again = Journal.resume(path, settings);
    expect([again.size, again.get("b"), again.get("c")]).toEqual([2, entry("b"), undefined]);
  });

  it("drops a last line that was cut off, and goes on behind the whole ones", () => {
    const path = newPath();
    Journal.start(path, settings).add(entry("a"));
    appendFileSync(path, '{"key":"b","ca');
    const journal = Journal.resume(path, settings);
    expect(journal.size).toBe(1);
    journal.add(entry("c"));
    expect(Journal.resume(path, settings).get("c")).toEqual(entry("c"));
  });

  it("begins where there is nothing, or only the torn first line of a run that was killed at once", () => {
    const path = newPath();
    expect(Journal.resume(path, settings).size).toBe(0);
    writeFileSync(path, '{"settings":{"mo');
    expect(Journal.resume(path, settings).size).toBe(0);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ settings });
  });

  it("refuses other settings, and says which", () => {
    const path = newPath();
    Journal.start(path, settings).add(entry("a"));
    const resume = () => Journal.resume(path, { ...settings, topK: 3 });
    expect(resume).toThrow(InputError);
    expect(resume).toThrow(/other settings: its topK is null, this run's is 3; run with the same settings/);
    expect(Journal.resume(path, settings).size).toBe(1);
  });

  it("refuses a file that is no journal, with the line", () => {
    const path = newPath();
    Journal.start(path, settings);
    appendFileSync(path, "broken\n");
    expect(() => Journal.resume(path, settings)).toThrow(/line 2 is no line of a journal/);
  });

  it("is overwritten by a run that begins anew, and removed when it has done its work", () => {
    const path = newPath();
    Journal.start(path, settings).add(entry("a"));
    const journal = Journal.start(path, settings);
    expect(Journal.resume(path, settings).size).toBe(0);
    journal.remove();
    expect(existsSync(path)).toBe(false);
  });
});

describe("a run that goes on with a journal", () => {
  const tasks = ["1", "2", "3", "4"].map((id) => task([], { id, query: `Do ${id}` }));

  it("asks the model only for what is left, and gives the report of a run that was never stopped", async () => {
    const path = newPath();
    const controller = new AbortController();
    await evaluate(tasks, ["No.", "No."], {
      ...{ journal: Journal.start(path, settings), signal: controller.signal },
      onProgress: (done) => done === 2 && controller.abort(new Error("killed")),
    });
    const rest = scripted(["No.", "No."]);
    const resumed = await evaluate(tasks, [], { journal: Journal.resume(path, settings), model: rest });
    const asked = rest.model.sent.map(({ messages }) => messages.at(-1)?.text);
    expect(asked).toEqual(["Do 3", "Do 4"]);
    const whole = await evaluate(tasks, ["No.", "No.", "No.", "No."]);
    expect(JSON.stringify({ ...resumed, timings: 0 })).toBe(JSON.stringify({ ...whole, timings: 0 }));
  });

  it("has other settings when the labels, the catalog, its examples, the model, its price or what is bound changes", () => {
    const base: RunEvalOptions = {
      ...{ suites: [suiteOf(tasks)], strategies: ["active"], model: scripted([]) },
      createRouter: () => {
        throw new Error("not needed");
      },
    };
    const other = suiteOf(tasks);
    other.catalog.removeTool(readFile);
    const enriched = suiteOf(tasks);
    enriched.catalog.addExamples(readFile, ["What does it say in there?"]);
    const changes: Partial<RunEvalOptions>[] = [
      { suites: [suiteOf(tasks.slice(1))] },
      { suites: [other] },
      { suites: [enriched] },
      { suites: [{ ...suiteOf(tasks), decoys: new Set(["a decoy"]) }] },
      { topK: 3 },
      { context: { similarityThreshold: 0.5 } },
      { model: { ...scripted([]), label: "another" } },
      { price: { input: 1, cachedInput: 0.5, output: 2 } },
    ];
    const hash = (options: RunEvalOptions, router = "tfidf") => JSON.stringify(journalSettings(options, router));
    expect(hash({ ...base, concurrency: 8, seed: 3 })).toBe(hash(base));
    expect(hash(base, "bm25")).not.toBe(hash(base));
    for (const change of changes) expect(hash({ ...base, ...change })).not.toBe(hash(base));
  });
});
