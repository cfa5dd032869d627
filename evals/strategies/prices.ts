/** What the model calls of a case cost, from a price table of the user: this software knows no prices. */
import { InputError } from "../../catalog/types.js";
import { costAt, type Price, readPrices, type TokenUsage } from "../../models/prices.js";
import type { PrefixShare } from "./prefix.js";

/**
 * The price of one model in a price file.
 *
 * @throws InputError when the file cannot be read, has another shape, or lacks the model.
 */
export async function readPrice(path: string, modelName: string): Promise<Price> {
  const table = await readPrices(path);
  const price = Object.hasOwn(table, modelName) ? table[modelName] : undefined;
  if (price) return price;
  const known = Object.keys(table).join(", ") || "none";
  throw new InputError(`Price file ${path} has no model "${modelName}": its models are ${known}; add a line for it.`);
}

/**
 * What the calls cost. Cached tokens are the provider's own number; where it tells none, the share of the input that repeats
 * the front of the prompt before, which its cache could have served. `estimated` is the number of such calls.
 */
export function costOfCalls(
  calls: readonly TokenUsage[],
  prefixes: readonly PrefixShare[],
  price: Price,
): { cost: number; estimated: number } {
  const costs = calls.map(({ inputTokens, cachedInputTokens, outputTokens }, index) => {
    const { bytes, repeated } = prefixes[index] ?? { bytes: 0, repeated: 0 };
    const estimate = bytes === 0 ? 0 : inputTokens * (repeated / bytes);
    return costAt({ inputTokens, cachedInputTokens: cachedInputTokens ?? estimate, outputTokens }, price);
  });
  return {
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    estimated: calls.filter((call) => call.cachedInputTokens === undefined).length,
  };
}
