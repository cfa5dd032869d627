/**
 * Asks a provider again when it was busy or out of reach. It sits below the chat model, in the place of `fetch`: binding
 * and streaming know nothing of it, and an answer of which a part was handed on is never asked for again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { defaults } from "../catalog/defaults.js";
import { guardStream, parseBody, readWhole, saidIn, withBody } from "./answer-body.js";
import {
  type Callee,
  describeNoAnswer,
  describeStatus,
  ModelCallError,
  reasonOf,
  rejectsFunctions,
} from "./failures.js";

export interface RetryOptions {
  /** How often one request is sent at most. */
  attempts?: number | undefined;
  /** Milliseconds before the second attempt where the provider names none; twice that before the third. */
  firstWait?: number | undefined;
  /** Milliseconds; a provider that asks for a longer wait is not asked again. */
  longestWait?: number | undefined;
  /** Milliseconds until an answer begins. */
  beginTimeout?: number | undefined;
  /** Milliseconds between two parts of an answer. */
  pauseTimeout?: number | undefined;
  /** Milliseconds for the request with all of its attempts, to the end of its answer; no limit when left out. */
  timeout?: number | undefined;
  /** Who is called, for messages. */
  callee?: Callee | undefined;
  /** Takes one line before each further attempt; it holds no secret. */
  onNotice?: ((line: string) => void) | undefined;
}

type Settings = Required<Omit<RetryOptions, "onNotice" | "timeout">> & Pick<RetryOptions, "onNotice" | "timeout">;

const unknownCallee: Callee = { provider: "the model's provider", model: "" };

function withDefaults(options: RetryOptions): Settings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { begin, pause } = defaults.modelTimeout;
  return { ...defaults.modelRetry, beginTimeout: begin, pauseTimeout: pause, callee: unknownCallee, ...given };
}

/**
 * A `fetch` that tries again after 408, 409, 429, 5xx, broken connections, silence and answers that are no JSON, as
 * `Retry-After` says or after a growing pause; never once its signal is aborted. An HTTP error that stays is given with a
 * message that says who answered, at which attempt, and what to do; a request without any answer throws.
 *
 * @throws ModelCallError when no attempt was answered; the signal's reason when it is aborted.
 */
export function createRetryingFetch(options: RetryOptions = {}): typeof fetch {
  const settings = withDefaults(options);
  return async (input, init = {}) => {
    const { timeout, attempts, longestWait, firstWait, callee, onNotice } = settings;
    const late = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
    const signals = [init.signal, late].filter((signal) => signal !== null && signal !== undefined);
    const signal = AbortSignal.any(signals);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOnce(input, init, signal, settings).catch((error: unknown) => ({ error }));
      init.signal?.throwIfAborted();
      const failed = "error" in outcome;
      if (!failed && outcome.ok) return outcome;
      const text = failed ? "" : await outcome.text();
      const said = saidIn(text);
      const asked = failed ? undefined : readRetryAfter(outcome.headers);
      const wait = asked ?? firstWait * 2 ** (attempt - 1) * jitter();
      const mayRepeat = failed || isPassing(outcome.status, text);
      if (late?.aborted || !mayRepeat || attempt >= attempts || wait > longestWait) {
        if (failed || late?.aborted) {
          const reason = late?.aborted ? `nothing within ${timeout} ms` : reasonOf(failed ? outcome.error : "");
          throw new ModelCallError(describeNoAnswer(reason, callee, attempt, attempts), attempt, undefined, {
            cause: failed ? outcome.error : undefined,
          });
        }
        const longer = mayRepeat ? asked : undefined;
        return explained(outcome, text, describeStatus(outcome.status, said, callee, attempt, attempts, longer));
      }
      const what = failed ? `gave no answer (${reasonOf(outcome.error)})` : `answered with HTTP ${outcome.status}`;
      onNotice?.(`${callee.provider} ${what}: asked again in ${(wait / 1000).toFixed(1)} s`);
      await sleep(wait, undefined, { signal }).catch((error: unknown) => {
        init.signal?.throwIfAborted();
        if (!late?.aborted) throw error;
      });
    }
  };
}

/** One attempt. A whole answer is read to its end; a stream, until it says something. */
async function sendOnce(
  input: Parameters<typeof fetch>[0],
  init: RequestInit,
  signal: AbortSignal,
  { beginTimeout, pauseTimeout, callee }: Settings,
): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error(`nothing within ${beginTimeout} ms`)), beginTimeout);
  try {
    const response = await fetch(input, { ...init, signal: AbortSignal.any([signal, silence.signal]) });
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    return isStream && response.ok
      ? await guardStream(response, pauseTimeout, callee, () => clearTimeout(timer))
      : await unmaskError(await readWhole(response, pauseTimeout));
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gateways send errors with status 200 too, for example when the provider behind them fails: such an answer gets the
 * status that its error names, 502 where it names none.
 */
async function unmaskError(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const text = await response.text();
  const { error, choices, data } = parseBody(text) ?? {};
  if (!error || choices || data) return withBody(response, text);
  const code = typeof error === "object" ? Number(error.code) : Number.NaN;
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502;
  return new Response(text, { status, headers: response.headers });
}

const passing = new Set([408, 409, 429]);

/** Whether the same request may succeed later. */
function isPassing(status: number, text: string): boolean {
  if (/insufficient_quota/.test(text) || rejectsFunctions(text)) return false;
  return passing.has(status) || status >= 500;
}

/** The same answer with a message for a person; what programs read (`code`, `param`) stays. */
function explained(response: Response, text: string, message: string): Response {
  const error = parseBody(text)?.error;
  const body = { error: { ...(typeof error === "object" ? error : {}), message } };
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status: response.status, statusText: response.statusText, headers });
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
