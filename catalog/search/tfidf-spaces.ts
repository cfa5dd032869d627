/** The TF-IDF spaces of a catalog, built when they are first needed and kept while they are true. */
import type { CatalogServer, CatalogTool } from "../types.js";
import { type CatalogView, searchText } from "./catalog-view.js";
import { TfidfSpace } from "./tfidf-space.js";

/** All spaces of one version of a catalog. */
export interface TfidfSpaces {
  readonly servers: readonly CatalogServer[];
  /** Over the texts of the servers, in the order of `servers`. */
  readonly serverSpace: TfidfSpace;
  /** Over the texts of one server's tools, in their order. */
  toolSpace(server: CatalogServer): TfidfSpace;
  /** Every tool of every server, in the order of the catalog, and the space over their texts. */
  readonly flat: { tools: readonly CatalogTool[]; space: TfidfSpace };
}

/**
 * A function that gives the spaces of the catalog as it is now.
 * A space per server is kept as long as its server does not change, so adding one server leaves the others alone; the
 * spaces over all servers and over all tools weigh words by the whole catalog and are built anew.
 */
export function createTfidfSpaces(catalog: CatalogView): () => TfidfSpaces {
  const toolSpaces = new WeakMap<CatalogServer, TfidfSpace>();
  let current: { version: number; spaces: TfidfSpaces } | undefined;

  const toolSpace = (server: CatalogServer) => {
    const space = toolSpaces.get(server) ?? new TfidfSpace(server.tools.map(textOfTool));
    toolSpaces.set(server, space);
    return space;
  };

  return () => {
    const { version } = catalog;
    if (current?.version !== version) current = { version, spaces: spacesOf(catalog.servers(), toolSpace) };
    return current.spaces;
  };
}

function spacesOf(servers: readonly CatalogServer[], toolSpace: TfidfSpaces["toolSpace"]): TfidfSpaces {
  let serverSpace: TfidfSpace | undefined;
  let flat: TfidfSpaces["flat"] | undefined;
  return {
    servers,
    toolSpace,
    get serverSpace() {
      serverSpace ??= new TfidfSpace(servers.map((server) => searchText(server.name, server.description)));
      return serverSpace;
    },
    get flat() {
      if (flat === undefined) {
        const tools = servers.flatMap((server) => server.tools);
        flat = { tools, space: new TfidfSpace(tools.map(textOfTool)) };
      }
      return flat;
    },
  };
}

function textOfTool(tool: CatalogTool): string {
  return searchText(tool.id.name, tool.description);
}
