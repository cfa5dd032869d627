import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateMacroMean, estimateMean, pairedDifference, seededRandom } from "../../evals/statistics.js";

const values = [0, 1, 1, 1, 0, 0, 1, 1, 1, 0.5];

describe("a mean with its interval", () => {
  it("is the same each time, and another with another seed", () => {
    expect(estimateMean(values)).toEqual(estimateMean([...values]));
    expect(estimateMean(values, { seed: 1, samples: 50 })).not.toEqual(estimateMean(values, { seed: 2, samples: 50 }));
  });

  it("holds the mean, and is about as wide as the normal distribution says", () => {
    const coins = Array.from({ length: 400 }, (_, index) => index % 2);
    const { mean, low, high } = estimateMean(coins);
    expect(mean).toBe(0.5);
    // 1.96 x 0.5 / sqrt(400)
    expect(low).toBeCloseTo(0.5 - 0.049, 2);
    expect(high).toBeCloseTo(0.5 + 0.049, 2);
  });

  it("leaves null values out, and is null without any", () => {
    expect(estimateMean([1, null, 0, null])).toMatchObject({ mean: 0.5, count: 2 });
    expect(estimateMean([null])).toEqual({ mean: null, low: null, high: null, count: 0 });
  });

  it("lies between the least and the greatest value", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }), (some) => {
        const { mean, low, high } = estimateMean(some, { samples: 50 });
        const slack = 1e-9;
        expect(low!).toBeGreaterThanOrEqual(Math.min(...some) - slack);
        expect(low!).toBeLessThanOrEqual(high!);
        expect(high!).toBeLessThanOrEqual(Math.max(...some) + slack);
        expect(mean!).toBeLessThanOrEqual(Math.max(...some) + slack);
      }),
    );
  });
});

describe("a macro mean", () => {
  it("counts each group the same, whatever its size", () => {
    expect(estimateMacroMean([[1, 1, 1, 1], [0], [null]])).toMatchObject({ mean: 0.5, low: 0.5, high: 0.5, count: 2 });
  });
});

describe("a paired difference", () => {
  it("is the second less the first over the same tasks", () => {
    expect(pairedDifference([0, 1, 0.5, null], [1, 0, 1, 1])).toMatchObject({
      mean: expect.closeTo(1 / 6, 12),
      count: 3,
      better: 2,
      worse: 1,
      equal: 0,
    });
  });

  it("has no width where every task differs by the same, however much the tasks differ", () => {
    const { low, high } = pairedDifference([0, 0.25, 0.5], [0.25, 0.5, 0.75]);
    expect([low, high]).toEqual([0.25, 0.25]);
  });

  it("needs as many values on both sides", () => {
    expect(() => pairedDifference([1], [1, 2])).toThrow(/given 1 and 2/);
  });
});

describe("seeded random numbers", () => {
  it("repeat for one seed and fill the range from 0 to 1 evenly", () => {
    const draw = (seed: number) => Array.from({ length: 10_000 }, seededRandom(seed));
    const drawn = draw(7);
    expect(draw(7)).toEqual(drawn);
    expect(draw(8)).not.toEqual(drawn);
    const tenths = Array.from({ length: 10 }, (_, tenth) => drawn.filter((value) => Math.floor(value * 10) === tenth));
    for (const tenth of tenths) expect(Math.abs(tenth.length - 1_000)).toBeLessThan(120);
  });
});
