/** Where two terms stand side by side. */
import type { Placed, Term } from "./term.js";

/** Two terms, and the documents in which the second stands right after the first. Shared and kept: do not change it. */
export interface Neighbours {
  readonly first: Term;
  readonly second: Term;
  readonly documents: Int32Array;
}

/** Pairs that are remembered. */
const mostKept = 50_000;

/** Looks pairs up, and keeps what it found until it is told to forget. */
export class NeighbourTable {
  readonly #kept = new Map<Term, Map<Term, Neighbours>>();
  #count = 0;

  forget(): void {
    this.#kept.clear();
    this.#count = 0;
  }

  find(first: Term, second: Term): Neighbours {
    let followers = this.#kept.get(first);
    let found = followers?.get(second);
    if (found !== undefined) return found;
    if (this.#count >= mostKept) this.forget();
    followers = this.#kept.get(first) ?? new Map();
    this.#kept.set(first, followers);
    found = { first, second, documents: findDocuments(first, second) };
    followers.set(second, found);
    this.#count += 1;
    return found;
  }
}

function findDocuments(first: Term, second: Term): Int32Array {
  first.forgetRemoved();
  second.forgetRemoved();
  const documents: number[] = [];
  // Both lists are in the order in which the segments came.
  for (let i = 0, j = 0; i < first.placed.length && j < second.placed.length; ) {
    const [one, other] = [first.placed[i]!, second.placed[j]!];
    if (one === other) addPairs(one, first.numbers[i]!, second.numbers[j]!, documents);
    if (one.order <= other.order) i++;
    if (one.order >= other.order) j++;
  }
  return Int32Array.from(documents);
}

/** Adds the documents of one segment in which they do, by the numbers of both terms there; -1 is a term that it has not. */
export function addPairs({ segment, base }: Placed, first: number, second: number, documents: number[]): void {
  if (first === -1 || second === -1) return;
  const end = segment.pairStarts[first + 1]!;
  for (let at = segment.pairStarts[first]!; at < end; at++) {
    if (segment.pairSeconds[at] === second) documents.push(base + segment.pairDocuments[at]!);
  }
}
