import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words } from "../../../catalog/search/words.js";

describe("words", () => {
  test.each([
    ["camelCase and PascalCase", "getHTTPResponse parseXMLFile", ["http", "respons", "pars", "xml", "file"]],
    ["snake_case and kebab-case", "github_search_repos list-files", ["github", "search", "repo", "list", "file"]],
    ["digits apart from letters", "s3 mp4 route53 v2.10", ["mp", "rout", "53", "10"]],
    ["accents folded", "café cafe\u0301 Übersetzung rüzgâr", ["cafe", "cafe", "ubersetzung", "ruzgar"]],
    ["width and ligatures folded", "ＦＩＬＥ ﬁle", ["file", "file"]],
    ["stop words dropped", "please get the files of my folder", ["file", "folder"]],
    ["contractions", "I've don't let's user's users’", ["dont", "user", "user"]],
    ["single letters and digits dropped", "a b c 1 2 10", ["10"]],
    ["Porter2 stems", "generously skies dying news exceeding", ["generous", "sky", "die", "news", "exceed"]],
    ["one stem for the forms of a word", "summarize summarizing summarized", ["summar", "summar", "summar"]],
    ["Chinese as pairs", "查询天气", ["查询", "询天", "天气"]],
    ["a lone character", "北 file 京", ["北", "file", "京"]],
    ["Japanese with its marks", "がメール", ["がメ", "メー", "ール"]],
    ["Korean as pairs", "날씨 예보", ["날씨", "예보"]],
    ["other scripts as they are", "मौसम погода ΚΑΙΡΟΣ", ["मौसम", "погода", "καιρος"]],
    ["Chinese beside Latin", "查询GitHub仓库", ["查询", "git", "hub", "仓库"]],
    ["nothing", " \t\n…!? ", []],
  ])("%s", (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test("never throws, and gives lower-case words without spaces, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of words(text)) {
          expect(word).not.toMatch(/\s/);
          expect(word.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("a text and its words written apart have the same words", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("read", "files", "emails", "42", "weather")), (parts) => {
        expect(words(parts.join("_"))).toEqual(words(parts.join(" ")));
      }),
    );
  });

  test("ASCII and typographic marks read in one pass give what the rules of Unicode give", () => {
    const piece = fc.constantFrom(..."aAbBzZ09'’_-./=‘“”–…\u2011\u2009");
    fc.assert(
      fc.property(fc.array(fc.string({ unit: piece }), { maxLength: 4 }), (stretches) => {
        // An accent is folded away, and has the whole stretch read by those rules.
        const accented = stretches.map((stretch) => `${stretch}\u0301`);
        expect(words(stretches.join(" "))).toEqual(words(accented.join(" ")));
      }),
      { numRuns: 1000 },
    );
  });

  test("words that are remembered stay the same after more than can be kept", () => {
    const before = words("summarizing GitHub repositories");
    for (let count = 0; count < 25_000; count++) words(`word${count}s`);
    words(Array.from({ length: 25_000 }, (_, count) => String(count + 100_000)).join(" "));
    expect(words("summarizing GitHub repositories")).toEqual(before);
  });
});
