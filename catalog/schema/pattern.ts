/** Regular expressions of strangers, matched in time proportional to the text. */
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";

const longestPattern = 1_000;
const compiled = new LRUCache<string, { test: ((text: string) => boolean) | undefined }>({ max: 1_000 });

/**
 * A test for a pattern; undefined for one that cannot be matched in linear time: lookaround, references back to groups,
 * counts above 1,000, a very long text, or no regular expression at all.
 */
export function linearTest(pattern: string): ((text: string) => boolean) | undefined {
  let known = compiled.get(pattern);
  if (!known) {
    known = { test: compile(pattern) };
    compiled.set(pattern, known);
  }
  return known.test;
}

function compile(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern.length > longestPattern) return undefined;
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}
