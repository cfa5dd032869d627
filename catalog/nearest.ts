/** Which tools have names near to one that does not exist: a model misremembers case, separators and prefixes. */
import { distance } from "fastest-levenshtein";
import type { CatalogTool, ToolId } from "./types.js";
import { formatToolId } from "./types.js";

/** Above this share of changed characters two names have nothing to do with each other. */
const farthest = 0.6;
/** Shorter pieces are contained in everything. */
const shortestContained = 3;

/** At most `limit` tools, nearest name first; a name that contains the other comes before any spelling distance. */
export function nearestTools(name: string, tools: readonly CatalogTool[], limit: number): ToolId[] {
  const wanted = normalizeName(name);
  if (wanted === "") return [];
  return tools
    .map(({ id }) => ({ id, farness: Math.min(...formsOf(id).map((form) => farnessOf(wanted, form))) }))
    .filter(({ farness }) => farness <= farthest)
    .sort((a, b) => a.farness - b.farness)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** The letters and digits of a name, in lower case. */
function normalizeName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The name alone, with its server, and without its first word (most often the server's prefix). */
function formsOf(id: ToolId): string[] {
  const withoutPrefix = id.name.replace(/^[^_\-./: ]+[_\-./: ]+/, "");
  return [...new Set([id.name, formatToolId(id), withoutPrefix].map(normalizeName))].filter((form) => form !== "");
}

/** Below 0 for containment (-1 for equal), else the share of characters to change. */
function farnessOf(wanted: string, form: string): number {
  const [shorter, longer] = wanted.length <= form.length ? [wanted, form] : [form, wanted];
  if (shorter.length >= shortestContained && longer.includes(shorter)) return -shorter.length / longer.length;
  return distance(wanted, form) / longer.length;
}
