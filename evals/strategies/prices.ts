/** What tokens cost, from a price table of the user: this software knows no prices. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InputError } from "../../catalog/types.js";
import type { PrefixShare } from "./prefix.js";

/** Money per million tokens, in whatever currency the table is in. */
export interface Price {
  input: number;
  /** Input that a provider's prompt cache serves. */
  cachedInput: number;
  output: number;
}

const amount = z.number().nonnegative();
const table = z.record(z.string(), z.object({ input: amount, cachedInput: amount, output: amount }));

/**
 * The price of one model in a file of `{"model name": {"input": 2.5, "cachedInput": 1.25, "output": 10}}`.
 *
 * @throws InputError when the file cannot be read, has another shape, or lacks the model.
 */
export async function readPrice(path: string, modelName: string): Promise<Price> {
  const expected = 'expected {"model name": {"input": 2.5, "cachedInput": 1.25, "output": 10}}, per million tokens';
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : message.replace(/\s+/g, " ");
    throw new InputError(`Price file ${path} cannot be used: ${reason}; ${expected}.`);
  }
  const parsed = table.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join(".") || "the whole";
    throw new InputError(`Price file ${path} cannot be used: ${place}: ${issue?.message}; ${expected}.`);
  }
  const price = Object.hasOwn(parsed.data, modelName) ? parsed.data[modelName] : undefined;
  if (price) return price;
  const known = Object.keys(parsed.data).join(", ") || "none";
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
