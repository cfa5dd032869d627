/** What the registry keeps of each server and tool. */
import { findToolDefect, kindOf } from "./definition.js";
import type { CatalogServer, CatalogTool, DomainDefinition, SetAsideTool, ToolDefinition, ToolId } from "./types.js";
import { InputError } from "./types.js";

export interface ToolEntry {
  tool: CatalogTool;
  definition: ToolDefinition;
}

export interface ServerEntry {
  name: string;
  description: string;
  tools: Map<string, CatalogTool>;
  domains?: readonly DomainDefinition[] | undefined;
  setAside: SetAsideTool[];
  /** Rebuilt after a change of this server only, so that the objects of the others keep their identity. */
  snapshot: CatalogServer | undefined;
}

/** The tool that a definition describes, under its id. */
export function toCatalogTool(id: ToolId, definition: ToolDefinition): CatalogTool {
  return Object.freeze({
    id,
    description: textOf(definition.description),
    inputSchema: definition.inputSchema,
    outputSchema: definition.outputSchema,
    annotations: definition.annotations ?? {},
    examples: distinctTexts(definition.examples),
    executable: definition.execute !== undefined,
    simulated: definition.execute !== undefined && definition.simulated === true,
    ...(definition.tier ? { tier: definition.tier } : {}),
    ...(definition.domain ? { domain: definition.domain } : {}),
  });
}

/** The server as the catalog shows it; the same object until the server changes. */
export function snapshotOf(entry: ServerEntry): CatalogServer {
  entry.snapshot ??= Object.freeze({
    name: entry.name,
    description: entry.description,
    tools: Object.freeze([...entry.tools.values()]),
    ...(entry.domains ? { domains: entry.domains } : {}),
  });
  return entry.snapshot;
}

/** Why a server that has these tools cannot take this one; undefined when it can. */
export function findDefect(offered: ToolDefinition, taken: ReadonlyMap<string, unknown>): string | undefined {
  const defect = findToolDefect(offered);
  if (defect !== undefined) return defect;
  return taken.has(offered.name) ? "the server has another tool of this name" : undefined;
}

/** A text, or nothing where it is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** @throws InputError when the usage examples that a program gives are not a list of texts. */
export function expectTexts(given: unknown): void {
  if (!Array.isArray(given))
    throw new InputError(`Usage examples must be a list of texts, given ${kindOf(given)}. Nothing was changed.`);
  const other = given.findIndex((text) => typeof text !== "string");
  if (other === -1) return;
  throw new InputError(
    `Usage examples must be texts, given ${kindOf(given[other])} as number ${other + 1}. Nothing was changed.`,
  );
}

/** Texts without the empty and the repeated ones; what is no text is left out. */
export function distinctTexts(texts: unknown): readonly string[] {
  const given = Array.isArray(texts) ? texts.filter((text): text is string => typeof text === "string") : [];
  return Object.freeze([...new Set(given.map((text) => text.trim()).filter((text) => text !== ""))]);
}
