/** A small stand-in for the registry: only what routers read. */
import type { CatalogView } from "../../../catalog/search/catalog-view.js";
import type { CatalogServer } from "../../../catalog/types.js";

export interface PlainServer {
  name: string;
  description: string;
  tools: { name: string; description: string }[];
}

export function toCatalogServer({ name, description, tools }: PlainServer): CatalogServer {
  return {
    name,
    description,
    tools: tools.map((tool) => ({
      id: { server: name, name: tool.name },
      description: tool.description,
      inputSchema: { type: "object" },
      annotations: {},
      examples: [],
      executable: false,
      simulated: false,
    })),
  };
}

/** A catalog whose servers can be replaced. */
export class PlainCatalog implements CatalogView {
  version = 0;
  #servers: readonly CatalogServer[];

  constructor(servers: readonly PlainServer[]) {
    this.#servers = servers.map(toCatalogServer);
  }

  servers(): readonly CatalogServer[] {
    return this.#servers;
  }

  add(server: PlainServer): void {
    this.replace([...this.#servers, toCatalogServer(server)]);
  }

  replace(servers: readonly CatalogServer[]): void {
    this.#servers = servers;
    this.version++;
  }
}
