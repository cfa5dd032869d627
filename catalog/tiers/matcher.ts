/** Which domains a message names, by their keywords. Keywords are compiled once. */
import type { DomainDefinition } from "../types.js";
import { compileKeyword, type Keyword, MessageIndex, type Place } from "./keyword.js";
import { findDenied } from "./negation.js";

export interface DomainMatch {
  domain: string;
  /** The keywords that were found, as the domain gives them. */
  keywords: string[];
  /** Words of the keywords found: a phrase says more than a word. */
  score: number;
}

interface CompiledDomain {
  name: string;
  keywords: Keyword[];
  phrases: Keyword[];
  negative: Keyword[];
}

/**
 * A matcher of these domains. It gives the domains that a message names, best first; of equal ones in the given order.
 *
 * @throws InputError for a keyword without a word.
 */
export function compileMatcher(domains: readonly DomainDefinition[]): (message: string) => DomainMatch[] {
  const compiled = domains.map(({ name, keywords = [], phrases = [], negativeKeywords = [] }): CompiledDomain => {
    const compile = (texts: readonly string[]) => texts.map((text) => compileKeyword(text, `Domain "${name}"`));
    return { name, keywords: compile(keywords), phrases: compile(phrases), negative: compile(negativeKeywords) };
  });
  return (text) => {
    const message = new MessageIndex(text);
    const denied = findDenied(message);
    return compiled
      .map((domain) => matchDomain(domain, message, denied))
      .filter(({ keywords }) => keywords.length > 0)
      .sort((a, b) => b.score - a.score);
  };
}

function matchDomain(
  { name, keywords, phrases, negative }: CompiledDomain,
  message: MessageIndex,
  denied: ReturnType<typeof findDenied>,
): DomainMatch {
  const voids = negative.flatMap((keyword) => message.find(keyword));
  const stands = (place: Place, leastStrength: number): boolean =>
    !voids.some((by) => isVoid(place, by, message)) &&
    !place.positions.some((at) => {
      const denial = denied[at];
      // A phrase may hold a "not" of its own.
      return denial !== undefined && denial.strength >= leastStrength && !place.positions.includes(denial.by);
    });
  const found = [
    ...keywords.flatMap((keyword) => message.find(keyword).filter((place) => stands(place, 1))),
    ...phrases.flatMap((keyword) => message.find(keyword).filter((place) => stands(place, 2))),
  ];
  const distinct = [...new Map(found.map(({ keyword, positions }) => [keyword.text, positions.length])).entries()];
  return {
    domain: name,
    keywords: distinct.map(([text]) => text),
    score: distinct.reduce((sum, [, length]) => sum + length, 0),
  };
}

/** Whether a negative phrase takes a place of a keyword back. */
function isVoid(place: Place, by: Place, { words }: MessageIndex): boolean {
  const sentence = words[place.positions[0]!]!.sentence;
  if (words[by.positions[0]!]!.sentence !== sentence) return false;
  if (by.keyword.open) {
    const [at] = place.positions as [number];
    const isThere = by.keyword.open === "after" ? at > by.positions.at(-1)! : at < by.positions[0]!;
    return place.positions.length === 1 && isThere;
  }
  const overlaps = place.positions.some((at) => by.positions.includes(at));
  // "press release" is about that word; "salary" about everything said with it.
  return overlaps || by.keyword.phrases.flat().length === 1;
}
