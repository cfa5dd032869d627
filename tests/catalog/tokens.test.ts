import fc from "fast-check";
import { countTokens as countWhole } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countSchemaTokens, countTokens, estimateTokens } from "../../catalog/tokens.js";

describe("countTokens", () => {
  it("counts what the encoder counts, where no run of one kind of characters is longer than 1,000", async () => {
    const word = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 20 }), async (words) => {
        const text = `${words.join(" 7 ")} 7 `.repeat(10);
        expect(await countTokens(text)).toBe(countWhole(text, { disallowedSpecial: new Set() }));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["letters", "a"],
    ["blanks", " "],
    ["dashes", "-"],
    ["emoji", "😀"],
    ["Chinese characters", "漢字"],
    ["lines with slashes", "/\n"],
  ])("counts a run of 4,000 %s within one token or two for each slice", async (_what, unit) => {
    const text = `Before ${unit.repeat(4_000)} after`;
    const exact = countWhole(text);
    const counted = await countTokens(text);
    expect(counted).toBeGreaterThanOrEqual(exact);
    expect(counted - exact).toBeLessThanOrEqual(2 * Math.ceil(text.length / 1_000));
  });

  it.each([
    ["letters", "a"],
    ["blanks", " "],
    ["emoji", "😀"],
    ["lines with slashes", "/\n"],
  ])("gets through 200,000 %s", async (_what, unit) => {
    expect(await countTokens(unit.repeat(200_000))).toBeGreaterThan(1_000);
  });

  it("takes text that looks like a special token as text", async () => {
    expect(await countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });
});

describe("countSchemaTokens", () => {
  it("counts the functions as the JSON that is sent, and nothing where none is sent", async () => {
    const functions = [{ type: "function", function: { name: "read" } }];
    expect(await countSchemaTokens(functions)).toBe(countWhole(JSON.stringify(functions)));
    expect(await countSchemaTokens([])).toBe(0);
  });
});

describe("estimateTokens", () => {
  it("takes four characters for a token", () => {
    expect([estimateTokens(""), estimateTokens("abcde")]).toEqual([0, 2]);
  });
});
