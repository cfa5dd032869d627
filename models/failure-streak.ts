/** Ends long work early where every further call would fail the same way: a key, an account or a model that is wrong. */
import { defaults } from "../catalog/defaults.js";
import { failureText } from "./failures.js";

const lasting = new Set([401, 402, 403, 404]);
const noCredit = /insufficient_quota|exceeded your current quota/i;
/** Some gateways refuse one text of a task with 403; the next task is another matter. */
const oneText = /moderation|flagged/i;

/** True for the failure of a call that no repeat and no other prompt mends. */
export function isLasting(error: unknown): boolean {
  const text = failureText(error);
  if (noCredit.test(text)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { status } = cause as { status?: unknown };
    if (typeof status === "number") return lasting.has(status) && !oneText.test(text);
  }
  return false;
}

export interface FailureStreak {
  /** Takes how a piece of work ended: the error of its last call, undefined when it went well. */
  add(error: unknown): void;
  /** Why no more is to be started, in one line; undefined while work may go on. */
  stopped(): string | undefined;
}

/** Counts lasting failures in a row that say the same. */
export function createFailureStreak(most: number = defaults.maxLastingFailures): FailureStreak {
  let count = 0;
  let said = "";
  let reason: string | undefined;
  return {
    add(error) {
      const text = error !== undefined && isLasting(error) ? failureText(error) : "";
      count = text === "" ? 0 : text === said ? count + 1 : 1;
      said = text;
      if (count >= most) reason ??= `stopped after ${count} failures in a row that no further call would mend: ${text}`;
    },
    stopped: () => reason,
  };
}
