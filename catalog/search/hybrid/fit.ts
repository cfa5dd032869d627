/** How well a tool fits a request by itself: absolute, where the ranking's score is relative to the best tool. */
import { defaults } from "../../defaults.js";
import type { FieldIndex } from "./field-index.js";
import type { QueryPart, SaidWord } from "./query.js";

/**
 * What the BM25F of a text is measured against. The idf of a word that stands in one tool only grows with the logarithm of
 * the catalog's size, so a score means the same in small and large catalogs when it is divided by that. A part of what the
 * text asks for in all keeps a long text from fitting everything a little. Words that no tool has do not count there: names
 * and numbers are among them, and the Chinese that was translated. Who says all of it twice asks for no more: then the scale
 * has what repeats add to the score, too.
 */
export function fitScale({ asked, own }: QueryPart, index: FieldIndex): number {
  const { askedShare, rareWords } = defaults.hybrid.fit;
  return askedShare * asked + rareWords * repetition(own) * index.idf(undefined);
}

/** How much more the words weigh than if each was said once; 1 where most are. */
function repetition(own: readonly SaidWord[]): number {
  let said = 0;
  let once = 0;
  let again = 0;
  for (const { known, weight } of own) {
    said += weight * known.idf;
    once += known.softness * known.idf;
    if (weight > known.softness) again++;
  }
  return again * 2 > own.length ? said / once : 1;
}

/**
 * The BM25F of a tool that says nearly all of a text, in its name above all: the words of the text, those that no tool has
 * among them, at `saidShare` of what their idf makes. Where many tools serve a request its words are common, and none of
 * them fits by what its words weigh; what is said in full is meant all the same.
 */
export function saidInFull({ own }: QueryPart): number {
  let all = 0;
  for (const { known, weight } of own) if (known.softness === 1) all += weight * known.idf;
  return defaults.hybrid.fit.saidShare * all;
}

/** What `fitOf` reads for a BM25F beside that of a tool that says nearly all: little more than the threshold needs, at most. */
export function saidRelevance(score: number, inFull: number): number {
  return inFull === 0 ? 0 : defaults.hybrid.fit.saidInFull * Math.min(1, (score / inFull) ** 4);
}

/** A logistic curve over the logarithm of BM25F / `fitScale`: 0..1, 0.5 at `middle`. */
export function fitOf(relevance: number): number {
  const { middle, steepness } = defaults.hybrid.fit;
  return relevance <= 0 ? 0 : 1 / (1 + (middle / relevance) ** steepness);
}
