/** The `fetch` of a chat model: retries below, then rejected parameters, then answers brought into form. */
import { createRepairingFetch } from "./answer-repair.js";
import type { Callee } from "./failures.js";
import { createParameterDroppingFetch } from "./parameters.js";
import { createRetryingFetch, type RetryOptions } from "./retry.js";

/** One for each model: what its endpoint rejects is remembered here. */
export function createChatFetch(options: RetryOptions & { callee: Callee }): typeof fetch {
  const retrying = createRetryingFetch(options);
  return createRepairingFetch(createParameterDroppingFetch(retrying, options.onNotice), options.callee);
}
