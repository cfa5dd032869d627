import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaults } from "../../../catalog/defaults.js";
import { selectMatches } from "../../../catalog/search/margin.js";
import type { RouterHit } from "../../../catalog/search/types.js";
import { InputError } from "../../../catalog/types.js";

function toHits(...scores: number[]): RouterHit[] {
  return scores.map((score, index) => ({
    id: { server: "files", name: `tool_${index}` },
    score,
    fit: score,
    serverScore: 0,
    toolScore: score,
  }));
}

const scoresOf = (hits: readonly RouterHit[]) => hits.map((hit) => hit.score);

describe("selectMatches", () => {
  test("a clear winner comes alone", () => {
    expect(scoresOf(selectMatches(toHits(0.9, 0.3, 0.2)))).toEqual([0.9]);
  });

  test("look-alikes come together, up to five", () => {
    expect(scoresOf(selectMatches(toHits(0.5, 0.49, 0.48, 0.47, 0.46, 0.45)))).toEqual([0.5, 0.49, 0.48, 0.47, 0.46]);
  });

  test("the margin is a share of the best score, itself included", () => {
    expect(scoresOf(selectMatches(toHits(0.8, 0.4, 0.399), { margin: 0.5 }))).toEqual([0.8, 0.4]);
    expect(scoresOf(selectMatches(toHits(0.8, 0.8, 0.79), { margin: 1 }))).toEqual([0.8, 0.8]);
    expect(selectMatches(toHits(0.8, 0.01, 0.001), { margin: 0 })).toHaveLength(3);
  });

  test("nothing found is nothing taken", () => {
    expect(selectMatches([])).toEqual([]);
  });

  test("maxTools caps what is taken", () => {
    expect(selectMatches(toHits(0.5, 0.5, 0.5), { maxTools: 2 })).toHaveLength(2);
  });

  test("takes a prefix of one to maxTools, and every hit it leaves is below the margin or beyond the cap", () => {
    const ranking = fc
      .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
      .map((scores) => scores.sort((a, b) => b - a));
    fc.assert(
      fc.property(ranking, fc.integer({ min: 1, max: 8 }), (scores, maxTools) => {
        const hits = toHits(...scores);
        const taken = selectMatches(hits, { maxTools });
        expect(taken).toEqual(hits.slice(0, taken.length));
        expect(taken.length).toBeGreaterThanOrEqual(1);
        expect(taken.length).toBeLessThanOrEqual(maxTools);
        if (taken.length < Math.min(maxTools, hits.length)) {
          expect(scores[taken.length]).toBeLessThan(scores[0]! * defaults.matchMargin);
        }
      }),
    );
  });

  test.each([0, -1, 1.5, Number.NaN])("maxTools of %d is refused", (maxTools) => {
    expect(() => selectMatches(toHits(0.5), { maxTools })).toThrow(
      new InputError(`maxTools must be a whole number of 1 or more, given ${maxTools}.`),
    );
  });

  test.each([-0.1, 1.1, Number.NaN])("a margin of %d is refused", (margin) => {
    expect(() => selectMatches(toHits(0.5), { margin })).toThrow(
      new InputError(`The margin must be a number from 0 to 1, given ${margin}.`),
    );
  });
});
