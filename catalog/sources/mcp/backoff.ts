/** How long a server that could not be started is left alone. */
import { defaults } from "../../defaults.js";

export class Backoff {
  #failures = 0;
  #until = 0;

  /** Milliseconds until the next attempt; 0 when it may be made now. */
  get wait(): number {
    return Math.max(0, this.#until - Date.now());
  }

  /** How many starts failed in a row. */
  get failures(): number {
    return this.#failures;
  }

  failed(): void {
    const { firstWait, longestWait } = defaults.serverRetry;
    this.#until = Date.now() + Math.min(firstWait * 2 ** this.#failures, longestWait);
    this.#failures += 1;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
