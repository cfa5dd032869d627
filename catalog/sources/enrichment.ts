/**
 * Enrichment files: for each tool when to use it, what it is not for, and example requests. A model writes them
 * (`toolgap catalog enrich`), a person may edit them, and only routers read them: they are no part of a schema.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { ToolCatalog } from "../registry.js";
import { type CatalogTool, InputError } from "../types.js";

const entrySchema = z.strictObject({
  server: z.string().min(1),
  name: z.string().min(1),
  /** Of the tool's text when this was written; another one means that it may be out of date. */
  hash: z.string(),
  /** One sentence: when this is the right tool. */
  use: z.string(),
  /** One sentence: what it is easily mistaken for and is not. For the person who reads the file; no router sees it. */
  notFor: z.string(),
  /** Requests, in a user's words, that this tool serves. */
  examples: z.array(z.string()),
});

const fileSchema = z.strictObject({ version: z.literal(1), model: z.string(), tools: z.array(entrySchema) });

export type EnrichmentEntry = z.output<typeof entrySchema>;
export type EnrichmentFile = z.output<typeof fileSchema>;

/** The hash of everything in a tool that an enrichment is written from. */
export function hashOfTool({ id, description, inputSchema }: CatalogTool): string {
  return createHash("sha256")
    .update(JSON.stringify([id, description, inputSchema]))
    .digest("hex")
    .slice(0, 16);
}

const expected = "expected a file that `toolgap catalog enrich` has written";

/** @throws InputError when the file cannot be read or has another form. */
export async function readEnrichment(path: string): Promise<EnrichmentFile> {
  let value: unknown;
  try {
    value = JSON.parse((await readFile(path, "utf8")).replace(/^\ufeff/, ""));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : (code ?? message).replace(/\s+/g, " ");
    throw new InputError(`Enrichment file ${path} cannot be read: ${reason}; ${expected}.`);
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path: place, message } = parsed.error.issues[0]!;
  throw new InputError(
    `Enrichment file ${path} cannot be used: ${place.map(String).join(".") || "the whole"}: ${message}; ${expected}.`,
  );
}

/**
 * Gives the tools of a catalog the examples of a file. Entries of tools that the catalog does not have are passed over;
 * those of tools whose text has changed are used, and told.
 */
export function applyEnrichment(
  catalog: ToolCatalog,
  { tools }: EnrichmentFile,
  onNotice: (line: string) => void,
): void {
  let changed = 0;
  let missing = 0;
  for (const { server, name, hash, use, examples } of tools) {
    const tool = catalog.get({ server, name });
    if (!tool) {
      missing += 1;
      continue;
    }
    if (hash !== hashOfTool(tool)) changed += 1;
    catalog.addExamples(tool.id, [use, ...examples]);
  }
  if (missing > 0)
    onNotice(`enrichment: ${missing} of ${tools.length} entries are of tools that are not in the catalog`);
  if (changed > 0) onNotice(`enrichment: ${changed} tools have changed since; run catalog enrich again to renew them`);
}
