import fc from "fast-check";
import { stem } from "porter2";
import { describe, expect, test } from "vitest";
import { phraseLines } from "../../../catalog/search/lexicon/phrases.js";
import { StemTable, stemKey } from "../../../catalog/search/lexicon/stem-table.js";
import { synonymLines } from "../../../catalog/search/lexicon/synonyms/index.js";

const letters = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789é"), maxLength: 8 });
const ending = fc.constantFrom("", "s", "es", "ies", "ied", "ying", "ing", "ed", "ly", "ation", "fulness", "y", "e");
const word = fc.tuple(letters, ending).map(([start, end]) => start + end);

describe("stemKey", () => {
  test("is the same for a word and its stem, where two letters are left of it", () => {
    fc.assert(
      fc.property(word, (word) => stem(word).length < 2 || stemKey(word) === stemKey(stem(word))),
      { numRuns: 2_000 },
    );
  });

  test("is the same for every word of the tables and its stem", () => {
    const words = [...synonymLines(), ...phraseLines()].flatMap((line) => line.match(/[a-z0-9]+/g) ?? []);
    expect(words.length).toBeGreaterThan(5_000);
    expect(words.filter((word) => word.length > 1 && stemKey(word) !== stemKey(stem(word)))).toEqual([]);
  });
});

describe("a table by stems", () => {
  test("finds the entries of all words with a stem in the order in which they came", () => {
    fc.assert(
      fc.property(fc.array(word), word, (words, asked) => {
        const table = new StemTable<number>();
        words.forEach((word, number) => {
          table.add(word, number);
        });
        for (const one of [asked, ...words].map((word) => stem(word))) {
          const expected = words.flatMap((word, number) => (stem(word) === one ? [number] : []));
          expect(table.get(one)).toEqual(expected);
        }
      }),
      { examples: [[["aed", "dying", "die"], "a"]] },
    );
  });
});
