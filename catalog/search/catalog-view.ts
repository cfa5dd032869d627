/** What a router reads of a catalog. */
import type { CatalogServer } from "../types.js";

/** A catalog as routers see it. A server object never changes: a changed server is a new object. */
export interface CatalogView {
  /** Differs after each change of the catalog. */
  readonly version: number;
  /** All servers in the order of the catalog. */
  servers(): readonly CatalogServer[];
}

/** The text by which a server or a tool is found. */
export function searchText(name: string, description: string): string {
  return `${name} ${description}`;
}
