/** English stems, each worked out once: a few thousand words make up most of what catalogs and requests say. */
import { stem } from "porter2";
import { stopWords } from "./stop-words.js";

/** Words that are kept; beyond this the memory begins anew. */
const mostKept = 20_000;
/** Longer ones are seldom words, and seldom said again. */
const longestKept = 32;

/**
 * A function that remembers what `make` gave for short strings. Keys are copied: part of a text would hold on to the whole.
 */
export function remember<T>(make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (text.length > longestKept) return make(text);
    const key = Buffer.from(text).toString();
    const made = make(key);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, made);
    return made;
  };
}

/** The stem under which a run of letters or digits is compared, in any case; empty for one that says too little. */
export const comparedForm = remember((part) => {
  const folded = part.toLowerCase();
  return stopWords.has(folded) || isSingle(folded) ? "" : stem(folded);
});

/** One letter or digit says little, and stands in many names and requests for many reasons. */
function isSingle(part: string): boolean {
  return part.length === 1 || (part.length === 2 && part.codePointAt(0)! > 0xffff);
}
