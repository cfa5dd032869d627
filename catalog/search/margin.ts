/** How many of the tools that were found are worth binding. */
import { defaults } from "../defaults.js";
import { InputError } from "../types.js";
import { expectCount } from "./route-options.js";
import type { RouterHit } from "./types.js";

export interface MatchOptions {
  /** The most that are taken. */
  maxTools?: number | undefined;
  /** Which share of the best score still counts as a match, 0..1; smaller takes more. Default: `defaults.matchMargin`. */
  margin?: number | undefined;
}

/**
 * The smallest prefix of a ranking that holds every tool near the best: score >= margin times the best score. At least
 * one, at most `maxTools`, none when `hits` is empty. A clear winner comes alone; where look-alikes score alike, more are
 * taken, since the right one may be any of them. The default margin is where more tools stop paying for themselves on
 * labeled requests: `npm run measure:margin` prints recall against tools taken.
 *
 * @param hits best first, as a router returns them.
 * @throws InputError when `maxTools` is not a whole number of 1 or more, or `margin` is outside 0..1.
 */
export function selectMatches(hits: readonly RouterHit[], options: MatchOptions = {}): RouterHit[] {
  const { maxTools = defaults.maxToolsPerRequest, margin = defaults.matchMargin } = options;
  expectCount("maxTools", maxTools);
  if (!(margin >= 0 && margin <= 1)) {
    throw new InputError(`The margin must be a number from 0 to 1, given ${String(margin)}.`);
  }
  const least = (hits[0]?.score ?? 0) * margin;
  const end = hits.findIndex((hit) => hit.score < least);
  return hits.slice(0, Math.min(maxTools, end === -1 ? hits.length : end));
}
