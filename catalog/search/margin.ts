/** How many of the tools that were found are worth binding. */
import { defaults } from "../defaults.js";
import { InputError } from "../types.js";
import { expectCount } from "./route-options.js";
import type { RouterHit } from "./types.js";

export interface MatchOptions {
  /** The most that are taken. */
  maxTools?: number | undefined;
  /** Which share of the best score still counts as a match, 0..1; smaller takes more. */
  margin?: number | undefined;
}

/**
 * Measured with the router `tfidf` on nine labeled sets (2,499 requests of real servers, plugins and synthetic APIs): tools
 * taken and recall, of at most five. Below 0.6 recall grows by less than half as much per tool as above it.
 *
 *     margin                      0.9        0.8        0.7        0.6        0.5        none
 *     all sets, macro             1.2 / 21.5 1.6 / 25.3 2.1 / 28.8 2.6 / 31.2 2.9 / 32.8 3.3 / 33.6
 *     requests written by a model 1.4 / 27.6 1.9 / 33.2 2.6 / 40.5 3.3 / 44.5 3.6 / 45.3 4.0 / 45.3
 *
 * A fixed distance from the best score does as well but depends on the router's scale; cutting at the largest drop, or
 * at the first step below a share of the one before, finds 1 to 2 points less with as many tools.
 */
export const defaultMargin = 0.6;

/**
 * The smallest prefix of a ranking that holds every tool near the best: score >= margin times the best score. At least
 * one, at most `maxTools`, none when `hits` is empty. A clear winner comes alone; where look-alikes score alike, more are
 * taken, since the right one may be any of them.
 *
 * @param hits best first, as a router returns them.
 * @throws InputError when `maxTools` is not a whole number of 1 or more, or `margin` is outside 0..1.
 */
export function selectMatches(hits: readonly RouterHit[], options: MatchOptions = {}): RouterHit[] {
  const { maxTools = defaults.maxToolsPerRequest, margin = defaultMargin } = options;
  expectCount("maxTools", maxTools);
  if (!(margin >= 0 && margin <= 1)) {
    throw new InputError(`The margin must be a number from 0 to 1, given ${String(margin)}.`);
  }
  const least = (hits[0]?.score ?? 0) * margin;
  const end = hits.findIndex((hit) => hit.score < least);
  return hits.slice(0, Math.min(maxTools, end === -1 ? hits.length : end));
}
