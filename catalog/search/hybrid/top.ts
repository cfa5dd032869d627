/** The best few of many, without sorting the many. */

/**
 * Keeps the `k` best of what it is offered: a heap with the worst on top, so that most offers cost one comparison where k is
 * small. Its buffers are used again for each request.
 */
export class Top {
  /** A lower score cannot come in any more; greater than 0, as those of 0 are left out. */
  #least = Number.MIN_VALUE;
  readonly #nameIsBefore: (a: number, b: number) => boolean;
  #k = 0;
  readonly #heap: number[] = [];
  /** By number: its score, valid while it is in the heap, and its place there, from 1; 0 for those that are not in it. */
  #scores = new Float64Array(0);
  #places = new Int32Array(0);

  /** @param nameIsBefore decides between equal scores. */
  constructor(nameIsBefore: (a: number, b: number) => boolean) {
    this.#nameIsBefore = nameIsBefore;
  }

  /** Forgets everything. All numbers that will be offered are below `size`. */
  begin(k: number, size: number): void {
    for (const number of this.#heap) this.#places[number] = 0;
    this.#heap.length = 0;
    this.#k = k;
    this.#least = Number.MIN_VALUE;
    if (this.#places.length >= size) return;
    this.#scores = new Float64Array(Math.ceil(size * 1.25));
    this.#places = new Int32Array(this.#scores.length);
  }

  /** What is offered more than once has the highest of its scores. Returns the least score that still counts. */
  offer(number: number, score: number): number {
    if (score < this.#least) return this.#least;
    const heap = this.#heap;
    const place = this.#places[number]!;
    if (place > 0) {
      if (score <= this.#scores[number]!) return this.#least;
      this.#scores[number] = score;
      this.#sink(place - 1);
    } else if (heap.length < this.#k) {
      this.#scores[number] = score;
      heap.push(number);
      this.#rise(heap.length - 1);
    } else {
      const worst = heap[0]!;
      this.#scores[number] = score;
      if (!this.#isBefore(number, worst)) return this.#least;
      this.#places[worst] = 0;
      heap[0] = number;
      this.#sink(0);
    }
    if (heap.length === this.#k) this.#least = this.#scores[heap[0]!]!;
    return this.#least;
  }

  /** The numbers of the best, best first. */
  ranked(): number[] {
    return [...this.#heap].sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
  }

  /** The score of one of the best. */
  scoreOf(number: number): number {
    return this.#scores[number]!;
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#scores[a]! - this.#scores[b]!;
    return difference === 0 ? this.#nameIsBefore(a, b) : difference > 0;
  }

  #rise(from: number): void {
    const heap = this.#heap;
    const number = heap[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(heap[parent]!, number)) break;
      this.#put(heap[parent]!, at);
      at = parent;
    }
    this.#put(number, at);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const number = heap[from]!;
    let at = from;
    for (;;) {
      let worst = 2 * at + 1;
      if (worst >= heap.length) break;
      if (worst + 1 < heap.length && this.#isBefore(heap[worst]!, heap[worst + 1]!)) worst += 1;
      if (!this.#isBefore(number, heap[worst]!)) break;
      this.#put(heap[worst]!, at);
      at = worst;
    }
    this.#put(number, at);
  }

  #put(number: number, at: number): void {
    this.#heap[at] = number;
    this.#places[number] = at + 1;
  }
}
