/** The tools of a catalog with their index texts, as the catalog is now. */
import type { CatalogServer, ToolId } from "../../types.js";
import type { CatalogView } from "../catalog-view.js";
import { embeddingText, textKey } from "./index-text.js";

export interface ToolText {
  id: ToolId;
  text: string;
  key: string;
}

/** All tools of one version of the catalog, in its order. */
export interface ToolTexts {
  version: number;
  tools: readonly ToolText[];
}

/** A function that gives the texts; those of a server are made once, as long as it does not change. */
export function createToolTexts(catalog: CatalogView): () => ToolTexts {
  const made = new WeakMap<CatalogServer, ToolText[]>();
  let current: ToolTexts | undefined;
  const textsOf = (server: CatalogServer) => {
    const texts = made.get(server) ?? server.tools.map((tool) => toToolText(server, tool));
    made.set(server, texts);
    return texts;
  };
  return () => {
    const { version } = catalog;
    if (current?.version !== version) current = { version, tools: catalog.servers().flatMap(textsOf) };
    return current;
  };
}

function toToolText(server: CatalogServer, tool: CatalogServer["tools"][number]): ToolText {
  const text = embeddingText(server, tool);
  return { id: tool.id, text, key: textKey(text) };
}
