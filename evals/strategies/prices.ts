/** What tokens cost, from a price table of the user: this software knows no prices. */
import { InputError } from "../../catalog/types.js";
import { readPrices } from "../../models/prices.js";
import type { PrefixShare } from "./prefix.js";

/** Money per million tokens, in whatever currency the table is in. */
export interface Price {
  input: number;
  /** Input that a provider's prompt cache serves. */
  cachedInput: number;
  output: number;
}

/**
 * The price of one model in a price file; where the table has no price of cached input, the full one.
 *
 * @throws InputError when the file cannot be read, has another shape, or lacks the model.
 */
export async function readPrice(path: string, modelName: string): Promise<Price> {
  const table = await readPrices(path);
  const price = Object.hasOwn(table, modelName) ? table[modelName] : undefined;
  if (price) return { ...price, cachedInput: price.cachedInput ?? price.input };
  const known = Object.keys(table).join(", ") || "none";
  throw new InputError(`Price file ${path} has no model "${modelName}": its models are ${known}; add a line for it.`);
}

/** What one case costs: of each call's input tokens, the share that repeats the prompt before at the cached price. */
export function costOf(
  calls: readonly { inputTokens: number; outputTokens: number }[],
  prefixes: readonly PrefixShare[],
  price: Price,
): number {
  const total = calls.reduce((sum, { inputTokens, outputTokens }, index) => {
    const { bytes, repeated } = prefixes[index] ?? { bytes: 1, repeated: 0 };
    const cached = bytes === 0 ? 0 : inputTokens * (repeated / bytes);
    return sum + (inputTokens - cached) * price.input + cached * price.cachedInput + outputTokens * price.output;
  }, 0);
  return total / 1_000_000;
}
