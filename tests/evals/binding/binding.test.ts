import { describe, expect, it } from "vitest";
import { createRouter } from "../../../catalog/index.js";
import { measurePrompts, readableText, servedOf } from "../../../evals/binding/prompt-tokens.js";
import { firstForGood, joinTasks, runBinding } from "../../../evals/binding/run-binding.js";
import { basicTaskFile, loadSuites } from "../../../evals/strategies/suites.js";
import { OfflinePlanner } from "../../../models/offline/planner.js";

const tool = (name: string) => ({ type: "function", function: { name, parameters: { type: "object" } } });
const prompt = (names: string[], ...said: string[]) => ({
  tools: names.map(tool),
  messages: said.map((content) => ({ role: "user" as const, content })),
});
const long = "Read the text of the file and say what stands in it. ".repeat(200);

describe("tokens of prompts", () => {
  it("repeat up to the first tool that is new, since tools stand before messages", async () => {
    const [, appended, changed] = await measurePrompts([
      prompt(["a"], long),
      prompt(["a"], long, "And now?"),
      prompt(["b", "a"], long, "And now?"),
    ]);
    expect(appended!.repeated / appended!.input).toBeGreaterThan(0.99);
    expect(changed!.repeated / changed!.input).toBeLessThan(0.01);
  });

  it("count a schema in a message as it is read, not as it is escaped", () => {
    const schema = '{"type":"object"}';
    expect(readableText(prompt([], schema))).toContain(schema);
  });

  it.each([
    [1_023, 0],
    [1_024, 1_024],
    [1_151, 1_024],
    [1_152, 1_152],
  ])("of %i repeated ones the cache serves %i", (repeated, served) => {
    expect(servedOf(repeated)).toBe(served);
  });
});

describe("from where on a mode pays", () => {
  it.each([
    [[true, true], 1],
    [[false, true, true], 2],
    [[true, false, true], 3],
    [[true, false], null],
    [[], null],
  ])("%j gives %j", (values, from) => {
    expect(firstForGood(values)).toBe(from);
  });
});

describe("the two binding modes", () => {
  it("are run on the same tasks and conversations, and call the same tools", async () => {
    const load = async (numTools: number) => {
      const loaded = await loadSuites({ numTools, simulateFiles: true, taskFiles: [basicTaskFile()] });
      const suites = loaded.suites.map((suite) => ({ ...suite, tasks: suite.tasks.slice(0, 4) }));
      expect(joinTasks(suites[0]!, 3)[0]!.tasks.map(({ turns }) => turns?.length)).toEqual([3, 1]);
      return { ...loaded, suites };
    };
    const report = await runBinding({
      ...{ load, sizes: [35], turns: 4 },
      model: { model: new OfflinePlanner(), label: "planner", ruleBased: true },
      createRouter: (catalog) => createRouter("tfidf", catalog),
    });
    const [bind, dispatch, bindLong, dispatchLong] = report.rows;
    expect(report.rows.map(({ kind, binding }) => `${kind} ${binding}`)).toEqual([
      "tasks bind",
      "tasks dispatch",
      "conversations bind",
      "conversations dispatch",
    ]);
    expect(dispatch!.exactCalls).toBe(bind!.exactCalls);
    expect(dispatchLong!.exactCalls).toBe(bindLong!.exactCalls);
    expect(dispatchLong!.repeatedShare).toBeGreaterThan(bindLong!.repeatedShare);
    // Wrapped calls are longer.
    expect(dispatchLong!.outputTokens).toBeGreaterThan(bindLong!.outputTokens);
    expect(report.pays).toHaveLength(6);
    expect(report.paysFromTurn).toHaveLength(3);
  });

  it("need a catalog of a size that is asked for", async () => {
    const load = (numTools: number) => loadSuites({ numTools, simulateFiles: true, taskFiles: [basicTaskFile()] });
    const model = { model: new OfflinePlanner(), label: "planner", ruleBased: true };
    const run = runBinding({ load, sizes: [10], model, createRouter: (catalog) => createRouter("tfidf", catalog) });
    await expect(run).rejects.toThrow("the catalog has more tools than 10: expected a size above that");
  });
});
