/**
 * Asks a provider again when it was busy or out of reach. It sits below the chat model, in the place of `fetch`: binding
 * and streaming know nothing of it, and an answer that has begun is never asked for again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { defaults } from "../catalog/defaults.js";

export interface RetryOptions {
  /** How often one request is sent at most. */
  attempts?: number | undefined;
  /** Milliseconds before the second attempt where the provider names none; twice that before the third. */
  firstWait?: number | undefined;
  /** Milliseconds; a provider that asks for a longer wait is not asked again. */
  longestWait?: number | undefined;
  /** Takes one line before each further attempt; it holds no secret. */
  onNotice?: ((line: string) => void) | undefined;
}

/**
 * A `fetch` that tries again after 429, 5xx and connection errors, as `Retry-After` says or after a growing pause; never
 * once its signal is aborted. After the last attempt it gives what that attempt gave.
 */
export function createRetryingFetch(options: RetryOptions = {}): typeof fetch {
  const { attempts, firstWait, longestWait, onNotice } = { ...defaults.modelRetry, ...options };
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await fetch(input, init).catch((error: unknown) => ({ error }));
      const isError = "error" in outcome;
      const wait = (isError ? undefined : readRetryAfter(outcome.headers)) ?? firstWait * 2 ** (attempt - 1) * jitter();
      const mayRepeat = isError || outcome.status === 429 || outcome.status >= 500;
      if (!mayRepeat || attempt >= attempts || wait > longestWait || init?.signal?.aborted) {
        if (isError) throw outcome.error;
        return outcome;
      }
      const what = isError ? "could not be reached" : `answered with HTTP ${outcome.status}`;
      onNotice?.(`the model's provider ${what}: asked again in ${(wait / 1000).toFixed(1)} s`);
      if (!isError) await outcome.body?.cancel();
      await sleep(wait, undefined, init?.signal ? { signal: init.signal } : {});
    }
  };
}

/** Between three quarters and all of the pause, so that many callers do not come back at once. */
function jitter(): number {
  return 0.75 + Math.random() / 4;
}

/** Milliseconds to wait: `Retry-After` is a number of seconds or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
