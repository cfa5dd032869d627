/** Tier files: `{version: 1, core: ["server/name"], domains: [{name, purpose, keywords, tools: ["server/*"]}]}`. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InputError } from "../types.js";
import { compileKeyword } from "./keyword.js";
import type { TierConfig } from "./types.js";

const texts = z.array(z.string().min(1));

const domainSchema = z.strictObject({
  name: z.string().min(1),
  purpose: z.string(),
  tier: z.enum(["domain", "specialized"]).optional(),
  keywords: texts.optional(),
  phrases: texts.optional(),
  negativeKeywords: texts.optional(),
  tools: texts.min(1),
});

const configSchema = z.strictObject({ version: z.literal(1), core: texts, domains: z.array(domainSchema) });

const expected =
  'expected {"version": 1, "core": ["server/name"], "domains": [{"name", "purpose", "keywords", "tools"}]}, as `toolgap catalog tier --suggest` writes it';

/**
 * Reads a tier file.
 *
 * @throws InputError when it cannot be read, has another form, names a domain twice, or has a keyword without a word.
 */
export async function readTierFile(path: string): Promise<TierConfig> {
  let value: unknown;
  try {
    value = JSON.parse((await readFile(path, "utf8")).replace(/^\ufeff/, ""));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : (code ?? message).replace(/\s+/g, " ");
    throw new InputError(`Tier file ${path} cannot be read: ${reason}; ${expected}.`);
  }
  return checkTierConfig(value, `Tier file ${path}`);
}

/** @throws InputError like `readTierFile`; `owner` begins the line. */
export function checkTierConfig(value: unknown, owner: string): TierConfig {
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const place = path.map(String).join(".") || "the whole";
    throw new InputError(`${owner} cannot be used: ${place}: ${message.replace(/\s+/g, " ")}; ${expected}.`);
  }
  const config = parsed.data;
  const names = config.domains.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InputError(`${owner} has two domains "${twice}": rename one, or join them.`);
  for (const { name, keywords = [], phrases = [], negativeKeywords = [] } of config.domains) {
    for (const text of [...keywords, ...phrases, ...negativeKeywords])
      compileKeyword(text, `${owner}: domain "${name}"`);
  }
  return config;
}
