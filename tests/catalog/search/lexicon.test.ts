import fc from "fast-check";
import { stem } from "porter2";
import { describe, expect, test } from "vitest";
import { emptyLexicon, lexicon, lexiconWithout } from "../../../catalog/search/lexicon/index.js";
import { createPhraseFinder, readPhrases } from "../../../catalog/search/lexicon/phrase-finder.js";
import { phraseLines } from "../../../catalog/search/lexicon/phrases.js";
import { readLine, readRelations } from "../../../catalog/search/lexicon/relations.js";
import { synonymLines } from "../../../catalog/search/lexicon/synonyms/index.js";
import { words } from "../../../catalog/search/words.js";

const stemsFor = (word: string) => lexicon.synonymsOf(stem(word)).map((related) => related.stem);
const meaningsOf = (text: string) =>
  lexicon.phrasesIn(text).map(({ source, meanings }) => [source, ...meanings.map(({ word }) => word)]);

describe("the synonym tables", () => {
  test("hold words that the index has as one stem", () => {
    const terms = synonymLines().flatMap((line) => line.split(/[\s>]+/));
    expect(terms.filter((word) => words(word).length !== 1 || word !== word.toLowerCase())).toEqual([]);
  });

  test("have two or more stems a line, each once", () => {
    const broken = synonymLines().filter((line) => {
      const { left, right } = readLine(line);
      const count = line.split(/[\s>]+/).length;
      return new Set([...left, ...right]).size !== count || count < 2 || (line.includes(">") && right.length === 0);
    });
    expect(broken).toEqual([]);
  });

  test("say nothing twice", () => {
    const keys = synonymLines().map((line) => {
      const { left, right } = readLine(line);
      return `${left.toSorted().join(" ")} > ${right.toSorted().join(" ")}`;
    });
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe("synonymsOf", () => {
  test.each([
    ["delete", "remove"],
    ["remove", "delete"],
    ["inbox", "email"],
    ["fetch", "retrieve"],
    ["repo", "repository"],
    ["umbrella", "weather"],
    ["cheap", "price"],
    ["hungry", "restaurant"],
    ["paycheck", "salary"],
    ["daemonset", "kubernetes"],
    ["paramedic", "emergency"],
    ["espresso", "coffee"],
    ["barrister", "lawyer"],
    ["msg", "message"],
    ["shelves", "shelf"],
  ])("%s leads to %s", (from, to) => {
    expect(stemsFor(from)).toContain(stem(to));
  });

  test("a narrow word leads to what it is asked for with more weight than the way back", () => {
    const weight = (from: string, to: string) => lexicon.synonymsOf(from).find((one) => one.stem === to)?.weight ?? 0;
    expect(weight("umbrella", "weather")).toBeGreaterThan(weight("weather", "umbrella"));
    expect(weight("weather", "umbrella")).toBeGreaterThan(0);
  });

  test("words that lead to one word are no synonyms of each other", () => {
    expect(stemsFor("rain")).not.toContain("snow");
  });

  test("words of two senses are not mixed", () => {
    expect(stemsFor("gold")).not.toContain("plus");
    expect(stemsFor("sum")).not.toContain(stem("create"));
    expect(stemsFor("commit")).not.toContain(stem("push"));
  });

  test("a word of several senses weighs less in each", () => {
    const relations = readRelations(["bank account", "bank river", "shore beach"]);
    expect(relations("bank").every(({ weight }) => weight < 1)).toBe(true);
    expect(relations("shore")).toEqual([{ stem: "beach", weight: 1 }]);
  });

  test("groups hold in both directions, every weight is above 0 and at most 1, nothing leads to itself, best first", () => {
    for (const line of synonymLines()) {
      const { left, right } = readLine(line);
      for (const one of left) {
        for (const other of right.length > 0 ? right : left) {
          if (one === other) continue;
          expect(lexicon.synonymsOf(one).map((related) => related.stem)).toContain(other);
          expect(lexicon.synonymsOf(other).map((related) => related.stem)).toContain(one);
        }
        const related = lexicon.synonymsOf(one);
        const weights = related.map(({ weight }) => weight);
        expect(weights).toEqual(weights.toSorted((a, b) => b - a));
        expect(weights.every((weight) => weight > 0 && weight <= 1)).toBe(true);
        expect(related.some((each) => each.stem === one)).toBe(false);
      }
    }
  });

  test("knows nothing of unknown words, and is not fooled by the names of objects' own members", () => {
    for (const word of ["qwxz", "", "constructor", "__proto__"]) expect(lexicon.synonymsOf(word)).toEqual([]);
  });

  test("gives the same list each time", () => {
    expect(lexicon.synonymsOf("email")).toBe(lexicon.synonymsOf("email"));
  });
});

describe("the phrase table", () => {
  const phrases = phraseLines().flatMap((line) =>
    line
      .split(">")[0]!
      .split("/")
      .map((phrase) => phrase.trim()),
  );

  test("holds each phrase once, whatever the form of its words", () => {
    const keys = phrases.map((phrase) => phrase.split(" ").map(stem).join(" "));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("finds every phrase whole in a sentence", () => {
    for (const phrase of phrases) {
      const found = lexicon.phrasesIn(`Xyz. ${phrase}, please`).map(({ source }) => source);
      expect(found).toContain(phrase);
    }
  });

  test("means words that the index has as one stem", () => {
    const meanings = phraseLines().flatMap((line) => line.split(">")[1]!.trim().split(/\s+/));
    expect(meanings.filter((word) => words(word).length !== 1)).toEqual([]);
  });
});

describe("phrasesIn", () => {
  test.each([
    ["How much does it weigh?", [["How much does", "price", "cost"]]],
    ["open pull requests", [["pull requests", "pr"]]],
    ["the pull-request", [["pull-request", "pr"]]],
    ["rolled back yesterday", [["rolled back", "rollback", "revert", "restore"]]],
    ["logs in", [["logs in", "login", "authenticate"]]],
    ["our k8s cluster", [["k8s", "kubernetes"]]],
    ["my credit history", [["credit history", "credit"]]],
    ["pushed back the review", [["pushed back", "reschedule"]]],
    ["pull. Request", []],
    ["", []],
  ])("%j", (text, expected) => {
    expect(meaningsOf(text)).toEqual(expected);
  });

  test("takes the longest phrase and none inside it", () => {
    const find = createPhraseFinder(readPhrases(["a b > short", "a b c > long", "b c > inner"]));
    expect(find("a b c a b").map(({ meanings }) => meanings[0]!.word)).toEqual(["long", "short"]);
  });

  test("says where a phrase stands; phrases are in order and do not overlap, for any text", () => {
    const pieces = fc.constantFrom(
      "how",
      "much",
      "is",
      "pull",
      "request",
      "look",
      "up",
      "at",
      "-",
      ". ",
      "\n",
      "İ",
      "ß",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((parts) => parts.join(" ")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          let end = 0;
          for (const phrase of lexicon.phrasesIn(text)) {
            expect(phrase.start).toBeGreaterThanOrEqual(end);
            expect(text.slice(phrase.start, phrase.end)).toBe(phrase.source);
            end = phrase.end;
          }
        },
      ),
    );
  });
});

describe("lexiconWithout", () => {
  test("has no group, phrase or Chinese entry with a word of the texts", () => {
    const rest = lexiconWithout(["Removing files from the inbox", "how much is it", "发送邮件"]);
    expect(rest.synonymsOf("delet").map(({ stem }) => stem)).not.toContain("remov");
    expect(rest.synonymsOf("inbox")).toEqual([]);
    expect(rest.translate("发送邮件")).toEqual([]);
    expect(rest.phrasesIn("the file name")).toEqual([]);
  });

  test("takes out a traditional word with its simplified form", () => {
    expect(lexiconWithout(["發送"]).translate("发送")).toEqual([]);
  });

  test("takes out a word of figures and letters", () => {
    expect(lexicon.synonymsOf("401k")).not.toEqual([]);
    expect(lexiconWithout(["401k"]).synonymsOf("401k")).toEqual([]);
  });

  test("keeps all the rest", () => {
    const rest = lexiconWithout(["inbox"]);
    expect(rest.synonymsOf("rain")).toEqual(lexicon.synonymsOf("rain"));
    expect(rest.translate("查询天气")).toEqual(lexicon.translate("查询天气"));
    expect(lexiconWithout([]).synonymsOf("inbox")).toEqual(lexicon.synonymsOf("inbox"));
  });

  test("leaves no synonym to any word of the texts", () => {
    const known = [...new Set(synonymLines().flatMap((line) => line.split(/[\s>]+/)))];
    fc.assert(
      fc.property(fc.subarray(known, { minLength: 1, maxLength: 5 }), (texts) => {
        const rest = lexiconWithout(texts);
        for (const word of texts) expect(rest.synonymsOf(stem(word))).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });
});

test("the empty lexicon knows nothing", () => {
  expect(emptyLexicon.synonymsOf("delet")).toEqual([]);
  expect(emptyLexicon.phrasesIn("how much is it")).toEqual([]);
  expect(emptyLexicon.translate("发送")).toEqual([]);
});
