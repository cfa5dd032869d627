/** The best few of many, without sorting the many. */

/**
 * The first `k` of `candidates` in the order of `isBefore`, in that order. `isBefore` must be a strict total order.
 * Keeps a heap of k with the worst on top: n comparisons and few more where k is small.
 */
export function selectTop(
  candidates: ArrayLike<number>,
  count: number,
  k: number,
  isBefore: (a: number, b: number) => boolean,
): number[] {
  const heap: number[] = [];
  for (let i = 0; i < count; i++) {
    const candidate = candidates[i]!;
    if (heap.length < k) {
      heap.push(candidate);
      rise(heap, isBefore);
    } else if (k > 0 && isBefore(candidate, heap[0]!)) {
      heap[0] = candidate;
      sink(heap, isBefore);
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
