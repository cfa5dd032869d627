import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError, type ToolId } from "../../../catalog/types.js";
import type { TracedRun } from "../../../evals/run-task.js";
import { commonPrefixBytes, measurePrefixes, promptText, repeatedShare } from "../../../evals/strategies/prefix.js";
import { costOfCalls, readPrice } from "../../../evals/strategies/prices.js";
import { byRank, unionRanking } from "../../../evals/strategies/ranking.js";
import { temporaryFolder } from "../../catalog/mcp/support.js";
import { request } from "../../nodes/support.js";

describe("the repeated front of prompts", () => {
  it("is counted in bytes, the first prompt repeats nothing", () => {
    expect(measurePrefixes(["abcd", "abxy", "abxyz"])).toEqual([
      { bytes: 4, repeated: 0 },
      { bytes: 4, repeated: 2 },
      { bytes: 5, repeated: 4 },
    ]);
    expect(repeatedShare(measurePrefixes(["abcd", "abxy"]))).toBe(2 / 8);
    expect(repeatedShare([])).toBeNull();
  });

  it("goes on from the prompt before", () => {
    expect(measurePrefixes(["abz"], "abc")).toEqual([{ bytes: 3, repeated: 2 }]);
  });

  it("counts whole characters only, four bytes for one beyond the basic plane", () => {
    expect(commonPrefixBytes("ü1", "ü2")).toBe(2);
    expect(commonPrefixBytes("😀", "😁")).toBe(0);
    expect(commonPrefixBytes("😀a", "😀b")).toBe(4);
  });

  it("never exceeds either text, and is all of a text that the other begins with", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
        expect(commonPrefixBytes(one, other)).toBeLessThanOrEqual(
          Math.min(Buffer.byteLength(one), Buffer.byteLength(other)),
        );
        expect(commonPrefixBytes(one, one + other)).toBe(Buffer.byteLength(one));
      }),
    );
  });

  it("puts the tools first, then the messages: a new tool leaves nothing of the messages", () => {
    const tool = { type: "function", function: { name: "a", parameters: {} } };
    const messages = [{ role: "system" as const, content: "be brief" }];
    const text = promptText({ tools: [tool], messages });
    expect(text).toBe(`${JSON.stringify([tool])}\n${JSON.stringify(messages[0])}`);
    expect(promptText({ tools: [], messages })).toBe(JSON.stringify(messages[0]));
    const more = promptText({ tools: [tool, tool], messages });
    expect(commonPrefixBytes(text, more)).toBe(JSON.stringify([tool]).length - 1);
  });
});

describe("the cost of a case", () => {
  const price = { input: 10, cachedInput: 1, output: 100 };

  it("takes the repeated share of each call's input at the cached price where the provider tells no cached tokens", () => {
    const calls = [
      { inputTokens: 100, outputTokens: 10 },
      { inputTokens: 200, outputTokens: 5 },
    ];
    const prefixes = [
      { bytes: 400, repeated: 0 },
      { bytes: 800, repeated: 600 },
    ];
    // 100 x 10 + 10 x 100, and 50 x 10 + 150 x 1 + 5 x 100, per million
    const { cost, estimated } = costOfCalls(calls, prefixes, price);
    expect([cost, estimated]).toEqual([expect.closeTo((2_000 + 1_150) / 1_000_000, 12), 2]);
  });

  it("takes the provider's own cached tokens where it tells them, none included", () => {
    const prefixes = [1, 2, 3].map(() => ({ bytes: 100, repeated: 50 }));
    const calls = [0, 80, undefined].map((cachedInputTokens) => ({
      inputTokens: 100,
      cachedInputTokens,
      outputTokens: 0,
    }));
    // 100 x 10, 20 x 10 + 80 x 1, and 50 x 10 + 50 x 1, per million
    const { cost, estimated } = costOfCalls(calls, prefixes, price);
    expect([cost, estimated]).toEqual([expect.closeTo((1_000 + 280 + 550) / 1_000_000, 12), 1]);
  });

  it("is read from the table of the user, for the model that is run", async () => {
    const path = join(temporaryFolder(), "prices.json");
    await writeFile(path, JSON.stringify({ "gpt-4o-mini": price }));
    expect(await readPrice(path, "gpt-4o-mini")).toEqual(price);
    const missing = readPrice(path, "gpt-9");
    await expect(missing).rejects.toThrow(InputError);
    await expect(missing).rejects.toThrow(/has no model "gpt-9": its models are gpt-4o-mini/);
  });

  it.each([
    ["[", "not JSON", /JSON/],
    ['{"m": {"input": -1, "cachedInput": 0, "output": 0}}', "a price below zero", /m\.input: .*expected \{/],
    ['{"m": {"input": 1}}', "a price left out", /m\.output/],
  ])("refuses %s (%s) in one line", async (content, _what, message) => {
    const path = join(temporaryFolder(), "prices.json");
    await writeFile(path, content);
    await expect(readPrice(path, "m")).rejects.toThrow(message);
  });

  it("says so where there is no such file", async () => {
    await expect(readPrice("nowhere.json", "m")).rejects.toThrow(/^Price file nowhere\.json .*no such file/);
  });
});

describe("the ranking of a whole turn", () => {
  const id = (name: string): ToolId => ({ server: "s", name });
  const hit = (name: string) => ({ id: id(name), score: 1, fit: 1, serverScore: 1, toolScore: 1 });
  const matched = (...names: string[]) => names.map((name) => ({ ...id(name), score: 1 }));
  const routed = (record: string, ...names: string[]) => ({
    ...{ id: record, agent: "active", turn: 1 },
    trace: {
      ...{ router: "r", request: {}, threshold: 0, servers: [], cut: [], comparisons: 0 },
      tools: names.map(hit),
    },
  });
  const run = (requests: TracedRun["requests"], routing: TracedRun["routing"]) => ({ requests, routing }) as TracedRun;

  it("takes the first of each list before any second", () => {
    expect(byRank([["a1", "a2"], ["b1"], ["c1", "c2"]])).toEqual(["a1", "b1", "c1", "a2", "c2"]);
  });

  it("has what was taken round after round, then what was only found, each once, then what earlier turns had", () => {
    const requests = [
      request({ id: "1", messageId: "m1", matched: matched("a1", "a2") }),
      request({ id: "2", messageId: "m1", matched: matched("b1") }),
      request({ id: "3", messageId: "m2", matched: matched("c1", "a1") }),
    ];
    const routing = [routed("1", "a1", "a2", "a3"), routed("2", "b1", "b2"), routed("3", "c1", "a1")];
    const names = unionRanking(run(requests, routing), [id("b2"), id("old")]).map(({ name }) => name);
    expect(names).toEqual(["a1", "b1", "a2", "c1", "b2", "a3", "old"]);
  });

  it("is empty where nothing was asked for", () => {
    expect(unionRanking(run([], []))).toEqual([]);
  });
});
