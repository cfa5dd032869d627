/** What is compared: the routers of this software and three search libraries, each over the same texts. */
import { create, insertMultiple, search } from "@orama/orama";
import flexsearch from "flexsearch";
import MiniSearch from "minisearch";
import type { ToolCatalog } from "../../catalog/registry.js";
import { textOfTool } from "../../catalog/search/hybrid/index-text.js";
import { createRouter } from "../../catalog/search/index.js";
import { words } from "../../catalog/search/words.js";

/** Answers a request with how many tools it found, at most `found`. */
export type Search = (request: string) => number | Promise<number>;

export interface Engine {
  name: string;
  /** Builds the whole index before it returns. */
  build(catalog: ToolCatalog): Promise<Search>;
}

/** Tools asked for in each search. */
const found = 5;

const fields = ["server", "serverDescription", "name", "description", "parameters"] as const;
type Document = { id: string } & Record<(typeof fields)[number], string>;

function toDocuments(catalog: ToolCatalog): Document[] {
  return catalog.servers().flatMap((server) =>
    server.tools.map((tool, index) => {
      const { name, description, parameterNames, parameterDescriptions, enumValues } = textOfTool(tool);
      return {
        id: `${server.name}/${index}`,
        server: server.name,
        serverDescription: server.description,
        name,
        description,
        parameters: `${parameterNames} ${parameterDescriptions} ${enumValues}`,
      };
    }),
  );
}

function routerEngine(name: string): Engine {
  return {
    name,
    async build(catalog) {
      const router = createRouter(name, catalog);
      const ask: Search = async (request) => (await router.retrieve({ tool: request }, found)).length;
      // Indexes are built when they are first asked.
      await ask("build");
      return ask;
    },
  };
}

/** Its own scoring, with the words that the router reads. */
const minisearch: Engine = {
  name: "minisearch",
  async build(catalog) {
    // `words` has cut, lowered and stemmed them already.
    const index = new MiniSearch<Document>({ fields: [...fields], tokenize: words, processTerm: (term) => term });
    index.addAll(toDocuments(catalog));
    return (request) => index.search(request).slice(0, found).length;
  },
};

/** As it comes. */
const orama: Engine = {
  name: "orama",
  async build(catalog) {
    const text = "string" as const;
    const schema = { server: text, serverDescription: text, name: text, description: text, parameters: text };
    const database = create({ schema });
    await insertMultiple(database, toDocuments(catalog));
    return async (request) => (await search(database, { term: request, limit: found })).hits.length;
  },
};

/** As it comes, but with `suggest`: without, a tool must hold every word of the request, and long ones find nothing. */
const flexSearch: Engine = {
  name: "flexsearch",
  async build(catalog) {
    const index = new flexsearch.Document<Document>({ document: { id: "id", index: [...fields] } });
    for (const document of toDocuments(catalog)) index.add(document);
    return (request) => index.search(request, { limit: found, suggest: true }).length;
  },
};

export const engines: readonly Engine[] = [
  routerEngine("hybrid"),
  routerEngine("tfidf"),
  minisearch,
  orama,
  flexSearch,
];
