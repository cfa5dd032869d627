import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { costOf, readPrices } from "../../models/prices.js";
import { temporaryFolder } from "../catalog/mcp/support.js";

const folder = temporaryFolder();
const file = (content: unknown): string => {
  const path = join(folder, "prices.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};

const table = { small: { input: 1, cachedInput: 0.25, output: 4 }, big: { input: 10, output: 40 } };

describe("costOf", () => {
  it("adds input, cached input and output at their prices per million tokens", async () => {
    const prices = await readPrices(file(table));
    const usage = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 500_000 };
    expect(costOf(usage, prices, "small")).toBeCloseTo(0.6 + 0.1 + 2, 10);
  });

  it("takes the full price for cached input where the table has no other", async () => {
    const prices = await readPrices(file(table));
    expect(costOf({ inputTokens: 100, cachedInputTokens: 50, outputTokens: 0 }, prices, "big")).toBeCloseTo(0.001, 10);
  });

  it.each(["unknown", "constructor"])(
    "is unknown, not nothing, for the model %s that is not in the table",
    async (model) => {
      expect(costOf({ inputTokens: 1, outputTokens: 1 }, await readPrices(file(table)), model)).toBeUndefined();
    },
  );
});

describe("a price file", () => {
  it("is read as it is", async () => {
    expect(await readPrices(file(table))).toEqual(table);
  });

  it.each([
    ["is missing", () => join(folder, "nowhere.json"), /nowhere\.json cannot be read: there is no such file; expected/],
    ["is not JSON", () => file("{"), /is not JSON: /],
    ["has a negative price", () => file({ a: { input: -1, output: 1 } }), /at a\.input: /],
    ["lacks a price", () => file({ a: { input: 1 } }), /at a\.output: /],
    ["has a key that means nothing", () => file({ a: { input: 1, output: 1, per: 1000 } }), /per/],
    ["is a list", () => file([]), /expected \{"model name"/],
  ])("that %s is refused in one line", async (_what, path, message) => {
    const error = await readPrices(path()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain("\n");
  });
});
