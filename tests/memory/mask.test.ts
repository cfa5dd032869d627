import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { maskValues } from "../../catalog/memory/index.js";

describe("what is remembered of a text", () => {
  it.each([
    ["write to bob.smith@example.co.uk about it", "write to [email] about it"],
    ["charge card 4111 1111 1111 1111 today", "charge card [number] today"],
    ["call +1 (555) 010-9999 now", "call [number] now"],
    ["log in with password: hunter2, then list", "log in with password: [secret], then list"],
    ["my api key is abc123def, use it", "my api key is [secret], use it"],
    ["use sk-proj-abcdefgh12345678 for that", "use [secret] for that"],
    ["open https://example.com/a?token=1 and read", "open [address] and read"],
    ['post "a text that somebody wrote for others" there', "post [text] there"],
    ["run ```rm -rf everything in here``` now", "run [text] now"],
    [`hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 it`, "hash [text] it"],
    ["the key AbCd1234EfGh5678IjKl fits", "the key [secret] fits"],
  ])("has no values: %s", (given, kept) => {
    expect(maskValues(given)).toBe(kept);
  });

  it.each([
    "read the quarterly report of 2026 and list 3 rows",
    'find the file "Q3 report" in the folder',
    "it's Bob's turn, don't ask Ann's team for the numbers",
    "is the token valid",
    "把文件里的数字画成图表然后发给团队",
  ])("has its words: %s", (text) => {
    expect(maskValues(text)).toBe(text);
  });

  it("has none of the secrets that are known", () => {
    expect(maskValues("use tulip-gate for it", ["tulip-gate"])).toBe("use [secret] for it");
  });

  it("is bounded and one line, whatever was said", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 5_000 }), (text) => {
        const kept = maskValues(text);
        expect(kept.length).toBeLessThanOrEqual(defaults.memory.maxCharacters);
        expect(kept).not.toMatch(/[\n\r]/);
        expect(kept).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it("costs time in proportion to the text, also where marks are left open", () => {
    const started = process.cpuUsage();
    for (const sign of ['"', "'", "`", "```", "1 ", "a@", "http://", "[", "-----BEGIN A-----", "token "])
      maskValues(sign.repeat(100_000));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});
