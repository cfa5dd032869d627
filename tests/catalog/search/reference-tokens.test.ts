import { describe, expect, test } from "vitest";
import { englishStopWords } from "../../../catalog/search/english-stop-words.js";
import { referenceTokens } from "../../../catalog/search/reference-tokens.js";
import characters from "../../fixtures/sklearn/characters.json" with { type: "json" };
import space from "../../fixtures/sklearn/space.json" with { type: "json" };

function toFlags(ranges: readonly number[]): Uint8Array {
  const flags = new Uint8Array(0x110000);
  for (let index = 0; index < ranges.length; index += 2) flags.fill(1, ranges[index], ranges[index + 1]! + 1);
  return flags;
}

describe("referenceTokens", () => {
  test("the stop words are scikit-learn's 318", () => {
    expect([...englishStopWords].sort()).toEqual(space.stopWords);
    expect(englishStopWords.size).toBe(318);
  });

  test("agrees with Python on what a word character is, for every code point that Python's Unicode knows", () => {
    const unassigned = toFlags(characters.unassigned);
    const word = toFlags(characters.word);
    const lower: Record<string, string> = characters.lower;
    const different: string[] = [];
    for (let point = 0; point < 0x110000; point++) {
      if (unassigned[point] || (point >= 0xd800 && point <= 0xdfff)) continue;
      // Capitals never reach the cutting: the text is lowered first, and the next test compares that.
      if (String.fromCodePoint(point) in lower) continue;
      const isWord = referenceTokens(`${String.fromCodePoint(point)}`.repeat(2)).length === 1;
      if (isWord !== (word[point] === 1)) different.push(point.toString(16));
    }
    expect(different).toEqual([]);
  });

  test("agrees with Python on lower case, for every code point that Python's Unicode knows", () => {
    const unassigned = toFlags(characters.unassigned);
    const lower: Record<string, string> = characters.lower;
    const different: string[] = [];
    for (let point = 0; point < 0x110000; point++) {
      if (unassigned[point] || (point >= 0xd800 && point <= 0xdfff)) continue;
      const text = String.fromCodePoint(point);
      if (text.toLowerCase() !== (lower[text] ?? text)) different.push(point.toString(16));
    }
    expect(different).toEqual([]);
  });

  test("agrees with Python on final sigma and dotted I", () => {
    for (const [text, lowered] of Object.entries(characters.lowerText)) expect(text.toLowerCase()).toBe(lowered);
  });

  test.each([
    ["github_search_repos finds it", ["github_search_repos", "finds"]],
    ["user's e-mail: a1, v2.10", ["user", "mail", "a1", "v2", "10"]],
    ["cafe\u0301s", ["cafe"]],
    ["İstanbul", ["stanbul"]],
    ["天气查询 北", ["天气查询"]],
    ["The SYSTEM of a", []],
    ["", []],
  ])("cuts %j as scikit-learn does", (text, tokens) => {
    expect(referenceTokens(text)).toEqual(tokens);
  });
});
