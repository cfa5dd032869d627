/** What changed in the catalog while a client was not looking, in lines for its model. Pure. */
import { cleanText } from "../../catalog/schema.js";
import { type CatalogServer, type CatalogTool, formatToolId, type ToolId, toolKey } from "../../catalog/types.js";
import type { BoundTool } from "../types.js";

/** Names in one line; the rest is counted. */
const shownNames = 10;

/**
 * Compares two states of the catalog: servers that came or went, and loaded tools that are gone or have another schema.
 * Other tools are nothing to a client that never heard of them. Empty when nothing is to be said.
 */
export function describeChanges(
  before: readonly CatalogServer[],
  after: readonly CatalogServer[],
  bound: readonly BoundTool[],
  allows: (id: ToolId) => boolean = () => true,
): string[] {
  if (before === after) return [];
  const visible = (servers: readonly CatalogServer[]) =>
    new Map(servers.filter(({ tools }) => tools.some(({ id }) => allows(id))).map((server) => [server.name, server]));
  const [old, current] = [visible(before), visible(after)];
  const added = [...current.values()].filter(({ name }) => !old.has(name));
  const removed = [...old.values()].filter(({ name }) => !current.has(name));
  const [oldTools, currentTools] = [toolsOf(before), toolsOf(after)];
  const gone = bound.filter(({ id }) => !currentTools.has(toolKey(id)));
  const changed = bound.filter(({ id }) => {
    const [one, other] = [oldTools.get(toolKey(id)), currentTools.get(toolKey(id))];
    return one && other && one !== other && signatureOf(one) !== signatureOf(other);
  });
  return [
    ...line(
      "Servers that can be used now",
      added.map(({ name, tools }) => `${shown(name)} (${tools.length} tools)`),
    ),
    ...line(
      "Servers that are gone",
      removed.map(({ name }) => shown(name)),
    ),
    ...line(
      "Loaded tools that are gone",
      gone.map(({ id }) => shown(formatToolId(id))),
    ),
    ...line(
      "Loaded tools that have changed: read them again with describe_tool",
      changed.map(({ callName }) => callName),
    ),
  ];
}

function toolsOf(servers: readonly CatalogServer[]): Map<string, CatalogTool> {
  return new Map(servers.flatMap(({ tools }) => tools.map((tool) => [toolKey(tool.id), tool])));
}

function signatureOf({ description, inputSchema, annotations }: CatalogTool): string {
  return JSON.stringify([description, inputSchema, annotations]);
}

function line(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  return [`${title}: ${names.slice(0, shownNames).join(", ")}${more}.`];
}

/** Names come from strangers: no line of their own, nothing invisible. */
function shown(name: string): string {
  return cleanText(name).replace(/\s+/g, " ");
}
