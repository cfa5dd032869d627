/** Servers that a catalog should have and cannot have now; a model that calls one of their tools is told why. */
import type { ToolCatalog } from "./registry.js";
import type { ToolId } from "./types.js";

const known = new WeakMap<ToolCatalog, Map<string, string>>();

/** By server, the reason in one line; changes are made in the map itself. */
export function unavailableServers(catalog: ToolCatalog): Map<string, string> {
  const servers = known.get(catalog) ?? new Map<string, string>();
  known.set(catalog, servers);
  return servers;
}

/** The server of a name that a model wrote as `server/tool`, `server__tool` or `server.tool`, when it cannot be used now. */
export function unavailableServerOf(name: string, catalog: ToolCatalog): { id: ToolId; reason: string } | undefined {
  for (const [server, reason] of unavailableServers(catalog)) {
    const own = server.replace(/[^a-zA-Z0-9_-]/g, "_");
    const prefixes = [server, own].flatMap((stem) => ["/", "__", "."].map((joint) => stem + joint));
    const prefix = prefixes.find((candidate) => name.startsWith(candidate));
    if (prefix !== undefined) return { id: { server, name: name.slice(prefix.length) }, reason };
  }
  return undefined;
}
