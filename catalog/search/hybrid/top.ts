/** The best few of many, without sorting the many. */

/**
 * The numbers of the `k` best of the first `size` scores, those of 0 left out, in the order of `isBefore`, which must be a strict total order that has
 * higher scores first. Keeps a heap of k with the worst on top: most cost one comparison where k is small.
 */
export function selectTop(
  scores: Float64Array,
  size: number,
  k: number,
  isBefore: (a: number, b: number) => boolean,
): number[] {
  const heap: number[] = [];
  if (k <= 0) return heap;
  let least = Number.MIN_VALUE;
  for (let candidate = 0; candidate < size; candidate++) {
    if (scores[candidate]! < least) continue;
    if (heap.length < k) {
      heap.push(candidate);
      rise(heap, isBefore);
      if (heap.length === k) least = scores[heap[0]!]!;
    } else if (isBefore(candidate, heap[0]!)) {
      heap[0] = candidate;
      sink(heap, isBefore);
      least = scores[heap[0]!]!;
    }
  }
  return heap.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function rise(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap[parent]!, heap[at]!)) return;
    [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
    at = parent;
  }
}

function sink(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  let at = 0;
  for (;;) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isBefore(heap[worst]!, heap[child]!)) worst = child;
    }
    if (worst === at) return;
    [heap[worst], heap[at]] = [heap[at]!, heap[worst]!];
    at = worst;
  }
}
