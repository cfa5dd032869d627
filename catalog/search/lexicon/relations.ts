/**
 * Synonyms as relations between stems, read from lines of words:
 *
 * - `delete remove erase`: a group; each stands for each other.
 * - `rain snow wind > weather`: words of a narrower sense and what they are asked for. Each on the left leads to all on the
 *   right, those on the right lead back with a lower weight, and neighbours on the left are no synonyms.
 *
 * One line is one sense. A word that stands in several lines says less in each; being what others lead to is no sense.
 */
import { stem } from "porter2";
import type { RelatedStem } from "./types.js";

/** From the narrow word to the wide one: it is a part of what was asked for. */
const narrowWeight = 0.6;
/** From the wide word to the narrow one: who asks for the weather may be served by a tool for rain. */
const backWeight = 0.25;
/** A word of n senses counts n to minus this in each. */
const senseExponent = 0.25;

/** Stems of each side of a line; the right side is empty in a plain group. */
export function readLine(line: string): { left: string[]; right: string[] } {
  const [left = "", right = ""] = line.split(">").map((side) => side.trim());
  const stems = (side: string) => [
    ...new Set(
      side
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => stem(word)),
    ),
  ];
  return { left: stems(left), right: stems(right) };
}

export function stemsOfLine(line: string): string[] {
  const { left, right } = readLine(line);
  return [...left, ...right];
}

/** From every stem to its synonyms, best first. A relation that several lines make has the largest weight. */
export function readRelations(lines: readonly string[]): ReadonlyMap<string, readonly RelatedStem[]> {
  const read = lines.map(readLine);
  const senses = new Map<string, number>();
  for (const { left } of read) {
    for (const one of left) senses.set(one, (senses.get(one) ?? 0) + 1);
  }
  const relations = new Map<string, Map<string, number>>();
  const relate = (from: string, to: string, weight: number) => {
    if (from === to) return;
    const known = relations.get(from) ?? new Map<string, number>();
    relations.set(from, known);
    known.set(to, Math.max(known.get(to) ?? 0, weight / (senses.get(from) ?? 1) ** senseExponent));
  };
  for (const { left, right } of read) {
    for (const from of left) {
      if (right.length === 0) for (const to of left) relate(from, to, 1);
      for (const to of right) relate(from, to, narrowWeight);
    }
    for (const from of right) {
      for (const to of right) relate(from, to, 1);
      for (const to of left) relate(from, to, backWeight);
    }
  }
  return new Map(
    [...relations].map(([from, known]) => [
      from,
      // The order within a weight is the tables', so that an answer never depends on anything else.
      [...known].map(([to, weight]) => ({ stem: to, weight })).sort((a, b) => b.weight - a.weight),
    ]),
  );
}
