/** How well a tool fits a request by itself: absolute, where the ranking's score is relative to the best tool. */
import { defaults } from "../../defaults.js";
import type { FieldIndex } from "./field-index.js";
import type { QueryPart } from "./query.js";

/**
 * What the BM25F of a text is measured against. The idf of a word that stands in one tool only grows with the logarithm of
 * the catalog's size, so a score means the same in small and large catalogs when it is divided by that. A part of what the
 * text asks for in all keeps a long text from fitting everything a little. Words that no tool has do not count: names and
 * numbers are among them, and the Chinese that was translated.
 */
export function fitScale({ asked }: QueryPart, index: FieldIndex): number {
  const { askedShare, rareWords } = defaults.hybrid.fit;
  return askedShare * asked + rareWords * index.idf(undefined);
}

/** A logistic curve over the logarithm of BM25F / `fitScale`: 0..1, 0.5 at `middle`. */
export function fitOf(relevance: number): number {
  const { middle, steepness } = defaults.hybrid.fit;
  return relevance <= 0 ? 0 : 1 / (1 + (middle / relevance) ** steepness);
}
