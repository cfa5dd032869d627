/** The calls of all clients that are under way, and how they end when the server is told to stop. */
import { untilAborted } from "../../catalog/until-aborted.js";

/** Why a call was not run, or not to its end. */
export class ServerStopping extends Error {
  /** `begun`: the call was under way when the time was over. */
  constructor(readonly begun: boolean) {
    super("the server is stopping");
    this.name = "ServerStopping";
  }
}

export class RunningCalls {
  readonly #running = new Map<AbortController, Promise<unknown>>();
  #isEnding = false;

  /** Calls under way. */
  get size(): number {
    return this.#running.size;
  }

  /** True once the server was told to stop. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Runs one call, under a signal that is aborted with the client's and when the server stops.
   * @throws ServerStopping when the server stops before the call has ended; the signal's reason when it is aborted.
   */
  async run<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isEnding) throw new ServerStopping(false);
    signal.throwIfAborted();
    const own = new AbortController();
    const forward = () => own.abort(signal.reason);
    signal.addEventListener("abort", forward, { once: true });
    const work = untilAborted(call(own.signal), own.signal);
    this.#running.set(own, work);
    try {
      return await work;
    } finally {
      this.#running.delete(own);
      signal.removeEventListener("abort", forward);
    }
  }

  /** Takes no new calls, and resolves when those under way have ended: by themselves within `grace` milliseconds, or cut off. */
  async end(grace: number): Promise<void> {
    this.#isEnding = true;
    const all = Promise.allSettled(this.#running.values());
    let timer: NodeJS.Timeout | undefined;
    const graceOver = new Promise((resolve) => {
      timer = setTimeout(resolve, grace);
    });
    await Promise.race([all, graceOver]);
    clearTimeout(timer);
    for (const own of this.#running.keys()) own.abort(new ServerStopping(true));
    await all;
  }
}
