/** The best few of many, without sorting the many. */

/**
 * The first `k` of the first `count` of `candidates` in the order of `isBefore`, in that order. `isBefore` must be a strict
 * total order that has higher `scores` (by candidate) first. Keeps a heap of k with the worst on top: most candidates cost
 * one comparison of numbers where k is small.
 */
export function selectTop(
  candidates: Int32Array,
  count: number,
  k: number,
  scores: Float64Array,
  isBefore: (a: number, b: number) => boolean,
): number[] {
  const heap: number[] = [];
  if (k <= 0) return heap;
  let least = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const candidate = candidates[i]!;
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
