/** Waiting that can be given up. */

/**
 * Waits for the work, but no longer than until the signal is aborted: the one who aborts goes away, the work goes on.
 * @throws what the work throws; the signal's reason, when it was aborted before.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stopWaiting = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stopWaiting = () => reject(signal.reason);
    signal.addEventListener("abort", stopWaiting);
    // The work may have aborted it itself before it gave its promise.
    if (signal.aborted) stopWaiting();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stopWaiting);
  }
}
