/** What tokens cost, by a table that the user gives: there are no prices in this software. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InputError } from "../catalog/types.js";

const price = z.number().min(0);

const priceTable = z.record(z.string(), z.strictObject({ input: price, cachedInput: price.optional(), output: price }));

/** Prices of a million tokens by model name, in whatever currency the user means. */
export type PriceTable = z.output<typeof priceTable>;

/** Prices of one model. */
export type Price = PriceTable[string];

/** Tokens of one or more calls; those read from a provider's cache are part of `inputTokens`. */
export interface TokenUsage {
  inputTokens: number;
  cachedInputTokens?: number | undefined;
  outputTokens: number;
}

const form = '{"model name": {"input": 2.5, "cachedInput": 1.25, "output": 10}}, prices per million tokens';

/**
 * Reads a price table: JSON with the price of a million tokens for each model.
 *
 * @throws InputError when the file cannot be read or has another form.
 */
export async function readPrices(path: string): Promise<PriceTable> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOENT" ? "there is no such file" : (error.code ?? error.message);
    throw new InputError(`Price file ${path} cannot be read: ${reason}; expected ${form}.`);
  });
  const parsed = priceTable.safeParse(parseJson(text, path));
  if (parsed.success) return parsed.data;
  const { path: place, message } = parsed.error.issues[0]!;
  const at = place.length > 0 ? `at ${place.map(String).join(".")}: ` : "";
  throw new InputError(`Price file ${path}: ${at}${message}; expected ${form}.`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new InputError(
      `Price file ${path} is not JSON: ${(error as Error).message.replace(/\s+/g, " ")}; expected ${form}.`,
    );
  }
}

const million = 1_000_000;

/** What these tokens cost by the table; undefined when it has no such model: nothing is not the same as free. */
export function costOf(usage: TokenUsage, table: PriceTable, model: string): number | undefined {
  const price = Object.hasOwn(table, model) ? table[model] : undefined;
  return price && costAt(usage, price);
}

/**
 * What these tokens cost in the currency of the price: input that was not cached, cached input at its own price (the full
 * one where there is none), and output.
 */
export function costAt(usage: TokenUsage, { input, cachedInput = input, output }: Price): number {
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  return ((usage.inputTokens - cached) * input + cached * cachedInput + usage.outputTokens * output) / million;
}
