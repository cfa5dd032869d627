/** The parts of the score that can be switched off to measure what they are worth. */
import { InputError } from "../../types.js";

export const scoreParts = [
  "synonyms",
  "phrases",
  "word pairs",
  "soft words",
  "translations",
  "name coverage",
  "clauses",
  "server prior",
  "exact names",
  "examples",
] as const;

export type ScorePart = (typeof scoreParts)[number];

/** @throws InputError for a part that does not exist. */
export function partsWithout(without: readonly ScorePart[]): (part: ScorePart) => boolean {
  for (const part of without) {
    if (scoreParts.includes(part)) continue;
    throw new InputError(`The score has no part "${part}": choose from ${scoreParts.join(", ")}.`);
  }
  return (part) => !without.includes(part);
}
