import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { maskValues, secretValues } from "../../catalog/memory/index.js";

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
    ["log in, mein Passwort ist geheim99, then list", "log in, mein Passwort ist [secret], then list"],
    ["发送电子邮件，密码是hunter2，谢谢", "发送电子邮件，密码是[secret]，谢谢"],
    ["登录 密码：Tr0ub4dor&3", "登录 密码：[secret]"],
    ["the key AbCd1234EfGh5678IjKl fits", "the key [secret] fits"],
  ])("has no values: %s", (given, kept) => {
    expect(maskValues(given)).toBe(kept);
  });

  it.each([
    "read the quarterly report of 2026 and list 3 rows",
    'find the file "Q3 report" in the folder',
    "it's Bob's turn, don't ask Ann's team for the numbers",
    "is the token valid",
    "修改密码然后发给团队",
    "密码不对，重置密码",
    "把文件里的数字画成图表然后发给团队",
  ])("has its words: %s", (text) => {
    expect(maskValues(text)).toBe(text);
  });

  it("has none of the secrets that are known", () => {
    expect(maskValues("use tulip-gate for it", ["tulip-gate"])).toBe("use [secret] for it");
  });

  it("knows the values that a text itself calls secret, no common words", () => {
    expect(secretValues('the password is "hunter2", the pin 4711 and 密码是abc123')).toEqual([
      "hunter2",
      "abc123",
      "4711",
    ]);
    expect(secretValues("the password is wrong, send a token")).toEqual([]);
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
