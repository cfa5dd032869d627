import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TfidfSpace } from "../../../catalog/search/tfidf-space.js";
import fixture from "../../fixtures/sklearn/space.json" with { type: "json" };

describe("TfidfSpace", () => {
  const space = new TfidfSpace(fixture.documents);

  test.each(fixture.queries.map((query, index) => ({ query, index })))(
    "has scikit-learn's similarities for $query",
    ({ query, index }) => {
      const similarities = space.similarities(query);
      fixture.similarities[index]!.forEach((expected, document) => {
        expect(Math.abs(similarities[document]! - expected)).toBeLessThan(1e-6);
      });
    },
  );

  test.each(["", "  ", "the of and", "zzz", "the"])(
    "a query without a known term (%j) is similar to nothing",
    (query) => {
      expect([...space.similarities(query)]).toEqual(new Array(fixture.documents.length).fill(0));
    },
  );

  test("documents without words make a space in which everything is 0", () => {
    expect([...new TfidfSpace(["", "the of", "a"]).similarities("read a file")]).toEqual([0, 0, 0]);
    expect([...new TfidfSpace([]).similarities("read a file")]).toEqual([]);
  });

  test("words named like properties of objects are words", () => {
    const [own, other] = new TfidfSpace(["constructor __proto__ toString", "hasOwnProperty"]).similarities(
      "constructor __proto__",
    );
    expect(own).toBeGreaterThan(0.5);
    expect(other).toBe(0);
  });

  test("a document that is not included stays 0 and leaves the others as they are", () => {
    const all = space.similarities("read a file");
    const some = space.similarities("read a file", (document) => document !== 2);
    expect(all[2]).toBeGreaterThan(0);
    expect([...some]).toEqual([...all].map((value, document) => (document === 2 ? 0 : value)));
  });

  test("equal texts tie exactly and a text is similar to itself with 1, for any texts", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 8 }), fc.string(), (texts, extra) => {
        const similarities = new TfidfSpace([...texts, ...texts]).similarities(`${texts.join(" ")} ${extra}`);
        texts.forEach((_, index) => {
          expect(similarities[index]).toBe(similarities[index + texts.length]);
          expect(similarities[index]).toBeGreaterThanOrEqual(0);
          expect(similarities[index]).toBeLessThanOrEqual(1);
        });
        const own = new TfidfSpace([`unmistakable ${extra}`, ...texts]).similarities(`unmistakable ${extra}`);
        expect(own[0]).toBe(1);
      }),
    );
  });
});
