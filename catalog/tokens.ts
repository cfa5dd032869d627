/** Tokens as OpenAI's current models count them (o200k_base). The tables are loaded on first use: they take 0.4 s. */

let encoder: Promise<(text: string) => number> | undefined;

function loadEncoder(): Promise<(text: string) => number> {
  encoder ??= import("gpt-tokenizer/encoding/o200k_base").then(
    (encoding) => (text: string) => encoding.countTokens(text, { disallowedSpecial: new Set() }),
  );
  return encoder;
}

/**
 * Counts the tokens of a text.
 * Text that looks like a special token counts as plain text.
 */
export async function countTokens(text: string): Promise<number> {
  return (await loadEncoder())(text);
}

/** Counts the tokens of an array of function definitions, as the JSON that is sent. An empty array is not sent: 0. */
export async function countSchemaTokens(tools: readonly unknown[]): Promise<number> {
  return tools.length === 0 ? 0 : countTokens(JSON.stringify(tools));
}

/** The published reference's estimate: a token is four characters. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
