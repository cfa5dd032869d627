/** Which words make the names of the documents of a segment. */
import { nameField } from "./fields.js";
import type { Segment } from "./segment.js";

/** For each document the different terms of its name. */
export function nameTermsOf({ size, terms, starts, documents, fields }: Segment): number[][] {
  const names: number[][] = Array.from({ length: size }, () => []);
  for (let number = 0; number < terms.length; number++) {
    const end = starts[number + 1]!;
    for (let at = starts[number]!; at < end; at++) if (fields[at] === nameField) names[documents[at]!]!.push(number);
  }
  // In an order that is the name's own: sums of fractions depend on it in their last digits.
  for (const numbers of names) numbers.sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1));
  return names;
}
