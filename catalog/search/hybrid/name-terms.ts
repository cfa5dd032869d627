/** Which words make the names of the documents of a segment. */
import { nameField } from "./fields.js";
import type { Segment } from "./segment.js";

const nameTerms = new WeakMap<Segment, number[][]>();

/** For each document the different terms of its name. */
export function nameTermsOf(segment: Segment): number[][] {
  let terms = nameTerms.get(segment);
  if (terms === undefined) {
    terms = Array.from({ length: segment.size }, () => []);
    for (let number = 0; number < segment.terms.length; number++) {
      for (let at = segment.starts[number]!; at < segment.starts[number + 1]!; at++) {
        if (segment.fields[at] === nameField) terms[segment.documents[at]!]!.push(number);
      }
    }
    // In an order that is the name's own: sums of fractions depend on it in their last digits.
    for (const numbers of terms) numbers.sort((a, b) => (segment.terms[a]! < segment.terms[b]! ? -1 : 1));
    nameTerms.set(segment, terms);
  }
  return terms;
}
