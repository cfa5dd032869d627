/** Waiting that can be given up. */

/**
 * Waits for the work, but no longer than until the signal is aborted: the one who aborts goes away, the work goes on.
 * @throws what the work throws; the signal's reason, when it was aborted before.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stopWaiting = () => reject(signal.reason);
    signal.addEventListener("abort", stopWaiting);
    // The work may have aborted it itself before it gave its promise.
    if (signal.aborted) stopWaiting();
    // A tool of somebody else's may give its outcome without a promise.
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stopWaiting));
  });
}
