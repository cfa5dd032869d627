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
import { StemTable } from "./stem-table.js";
import type { RelatedStem } from "./types.js";

/** From the narrow word to the wide one: it is a part of what was asked for. */
const narrowWeight = 0.6;
/** From the wide word to the narrow one: who asks for the weather may be served by a tool for rain. */
const backWeight = 0.25;
/** A word of n senses counts n to minus this in each. */
const senseExponent = 0.25;

/** Stems of each side of a line; the right side is empty in a plain group. */
interface Sides {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export function readLine(line: string): Sides {
  const { left, right } = wordsOfLine(line);
  const stems = (words: readonly string[]) => [...new Set(words.map((word) => stem(word)))];
  return { left: stems(left), right: stems(right) };
}

export function stemsOfLine(line: string): string[] {
  const { left, right } = readLine(line);
  return [...left, ...right];
}

/**
 * From a stem to its synonyms, best first; nothing for an unknown one. A relation that several lines make has the largest
 * weight. Lines are looked at when a word of theirs is asked for.
 */
export function readRelations(lines: readonly string[]): (stem: string) => readonly RelatedStem[] {
  const table = new StemTable<number>();
  lines.forEach((line, number) => {
    for (const word of line.split(/[\s>]+/)) if (word !== "") table.add(word, number);
  });
  const sides: Sides[] = [];
  const sidesOf = (number: number) => {
    sides[number] ??= readLine(lines[number]!);
    return sides[number];
  };
  const relations = new Map<string, readonly RelatedStem[]>();
  return (stem) => {
    let known = relations.get(stem);
    if (known === undefined) {
      known = relate(stem, [...new Set(table.get(stem))].map(sidesOf));
      if (known.length > 0) relations.set(stem, known);
    }
    return known;
  };
}

/** What the lines of one stem say of it. */
function relate(from: string, lines: readonly Sides[]): RelatedStem[] {
  const senses = lines.filter(({ left }) => left.includes(from)).length;
  const share = Math.max(1, senses) ** senseExponent;
  const known = new Map<string, number>();
  const add = (stems: readonly string[], weight: number) => {
    for (const to of stems) if (to !== from) known.set(to, Math.max(known.get(to) ?? 0, weight / share));
  };
  for (const { left, right } of lines) {
    if (left.includes(from)) {
      if (right.length === 0) add(left, 1);
      add(right, narrowWeight);
    }
    if (right.includes(from)) {
      add(right, 1);
      add(left, backWeight);
    }
  }
  // The order within a weight is the tables', so that an answer never depends on anything else.
  return [...known].map(([to, weight]) => ({ stem: to, weight })).sort((a, b) => b.weight - a.weight);
}

function wordsOfLine(line: string): { left: string[]; right: string[] } {
  const [left = "", right = ""] = line.split(">");
  const words = (side: string) => side.split(/\s+/).filter(Boolean);
  return { left: words(left), right: words(right) };
}
