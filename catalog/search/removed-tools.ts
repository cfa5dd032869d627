/** Answers take time, and catalogs change meanwhile: what is gone when an answer is given is no part of it. */
import { type ToolId, toolKey } from "../types.js";
import type { CatalogView } from "./catalog-view.js";
import { belowThreshold } from "./route-options.js";
import type { CutHit, Explanation, RouterHit, RoutingTrace } from "./types.js";

/** What a catalog that changed still has. */
export interface RemainingTools {
  has: (tool: { id: ToolId }) => boolean;
  /**
   * An answer without the tools and servers that are gone. Where no match that stays fits, they were neighbours of one that
   * is gone: they are cut.
   */
  trace: <Trace extends RoutingTrace & Partial<Explanation>>(trace: Trace) => Trace;
}

/**
 * Remembers the catalog as it is before something is asked. The function that it returns says what is still there;
 * undefined while the catalog is the same, which is the usual case and costs nothing.
 */
export function watchRemovals(catalog: CatalogView): () => RemainingTools | undefined {
  const { version } = catalog;
  return () => (catalog.version === version ? undefined : remainingIn(catalog));
}

function remainingIn(catalog: CatalogView): RemainingTools {
  const servers = new Set<string>();
  const tools = new Set<string>();
  for (const server of catalog.servers()) {
    servers.add(server.name);
    for (const tool of server.tools) tools.add(toolKey(tool.id));
  }
  const has = ({ id }: { id: ToolId }) => tools.has(toolKey(id));
  const isServer = ({ name }: { name: string }) => servers.has(name);
  return {
    has,
    trace(trace) {
      const { threshold, serversCut, explained } = trace;
      const found = trace.tools.filter(has);
      const hadFit = trace.tools.some(({ fit }) => fit >= threshold);
      const isNeighbour = hadFit && !found.some(({ fit }) => fit >= threshold);
      const toCut = (hit: RouterHit): CutHit => ({ ...hit, reason: belowThreshold(hit.fit, threshold) });
      return {
        ...trace,
        servers: trace.servers.filter(isServer),
        tools: isNeighbour ? [] : found,
        cut: [...(isNeighbour ? found.map(toCut) : []), ...trace.cut.filter(has)],
        ...(serversCut && { serversCut: serversCut.filter(isServer) }),
        // One that was never there was asked about, and its explanation says that it is not there.
        ...(explained && { explained: explained.filter((tool) => tool.rank === undefined || has(tool)) }),
      };
    },
  };
}
