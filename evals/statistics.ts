/** Means with their uncertainty, the same bytes for the same input. */
import { mean, quantileSorted } from "simple-statistics";

/** A mean with its interval; null where there is no value. */
export interface Estimate {
  mean: number | null;
  /** The 95% interval. */
  low: number | null;
  high: number | null;
  /** Values that went in. */
  count: number;
}

/** How much a second one does better than a first one on the same tasks. */
export interface PairedDifference extends Estimate {
  /** Tasks on which the second is better, worse, and equal. */
  better: number;
  worse: number;
  equal: number;
}

export interface BootstrapOptions {
  /** Samples drawn. */
  samples?: number | undefined;
  seed?: number | undefined;
}

const defaultSamples = 2_000;
const defaultSeed = 20_240_607;
const confidence = 0.95;

/**
 * The mean with a 95% percentile bootstrap interval (Efron 1979) over the values; null values are left out.
 * The seed is fixed: the same values give the same interval.
 */
export function estimateMean(values: readonly (number | null)[], options: BootstrapOptions = {}): Estimate {
  const known = values.filter((value) => value !== null);
  return { ...intervalOf([known], options), count: known.length };
}

/**
 * The mean over groups of their means, each group counting the same, with an interval for which the values of each group
 * are drawn anew within it. Groups without a value are left out; `count` is the number of groups.
 */
export function estimateMacroMean(
  groups: readonly (readonly (number | null)[])[],
  options: BootstrapOptions = {},
): Estimate {
  const known = groups.map((values) => values.filter((value) => value !== null)).filter((values) => values.length > 0);
  return { ...intervalOf(known, options), count: known.length };
}

/**
 * The mean of `second - first` over the same tasks in the same order, with its interval; pairs with a null are left out.
 *
 * @throws RangeError when the two are not of one length.
 */
export function pairedDifference(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
  options: BootstrapOptions = {},
): PairedDifference {
  const differences = differencesOf(first, second);
  const count = (test: (value: number) => boolean) => differences.filter(test).length;
  return {
    ...estimateMean(differences, options),
    better: count((value) => value > 0),
    worse: count((value) => value < 0),
    equal: count((value) => value === 0),
  };
}

/** `second - first`, pairs with a null left out. */
export function differencesOf(first: readonly (number | null)[], second: readonly (number | null)[]): number[] {
  if (first.length !== second.length) {
    throw new RangeError(
      `a paired difference needs as many values on both sides, given ${first.length} and ${second.length}`,
    );
  }
  return first.flatMap((value, index) => {
    const other = second[index]!;
    return value === null || other === null ? [] : [other - value];
  });
}

/** Evenly distributed numbers from 0 to 1, the same for the same seed (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function intervalOf(
  groups: readonly (readonly number[])[],
  { samples = defaultSamples, seed = defaultSeed }: BootstrapOptions,
): Pick<Estimate, "mean" | "low" | "high"> {
  if (groups.length === 0 || groups.every((values) => values.length === 0))
    return { mean: null, low: null, high: null };
  const random = seededRandom(seed);
  const means = Array.from({ length: samples }, () => mean(groups.map((values) => meanOfSample(values, random))));
  means.sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return {
    mean: mean(groups.map((values) => mean([...values]))),
    low: quantileSorted(means, tail),
    high: quantileSorted(means, 1 - tail),
  };
}

function meanOfSample(values: readonly number[], random: () => number): number {
  let sum = 0;
  for (let drawn = 0; drawn < values.length; drawn++) sum += values[Math.floor(random() * values.length)]!;
  return sum / values.length;
}
