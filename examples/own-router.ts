/**
 * A tool, a server and a router of your own: the router ranks by the share of the request's words that a text has.
 * Runs offline: `npx tsx examples/own-router.ts`.
 */
import { HumanMessage } from "@langchain/core/messages";
import {
  createActiveGraph,
  OfflinePlanner,
  type RouteOptions,
  type RouteRequest,
  type Router,
  type RouterHit,
  type ServerDefinition,
  summarizeTurn,
  ToolCatalog,
} from "toolgap";

const library: ServerDefinition = {
  name: "library",
  description: "The library of the town: books and loans",
  tools: [
    {
      name: "find_book",
      description: "Find a book by its title and say on which shelf it stands",
      inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      annotations: { readOnlyHint: true },
      execute: async ({ title }) => ({
        content: [{ type: "text", text: `${title} stands on shelf 42` }],
        isError: false,
      }),
    },
  ],
};

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);

/** 0 to 1: the share of the wanted words that the text has. */
function overlap(wanted: Set<string>, text: string): number {
  const there = wordsOf(text);
  return [...wanted].filter((word) => there.has(word)).length / Math.max(1, wanted.size);
}

export function createOverlapRouter(catalog: ToolCatalog): Router {
  /** The catalog is read each time, so that servers that come and go show in the next answer. */
  function rank({ server = "", tool = "" }: RouteRequest, allows: RouteOptions["allows"] = () => true): RouterHit[] {
    const wanted = wordsOf(`${server} ${tool}`);
    const hits = catalog.servers().flatMap(({ name, description, tools }) => {
      const serverScore = overlap(wanted, `${name} ${description}`);
      return tools
        .filter(({ id }) => allows(id))
        .map(({ id, description }): RouterHit => {
          const toolScore = overlap(wanted, `${id.name.replaceAll("_", " ")} ${description}`);
          return { id, score: serverScore + toolScore, fit: toolScore, serverScore, toolScore };
        });
    });
    return hits.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  }

  async function explain(request: RouteRequest, options: RouteOptions = {}) {
    const { topKServers = 3, topKTools = 5, threshold = 0.2, allows } = options;
    const hits = rank(request, allows);
    const all = [...new Map(hits.map(({ id, serverScore }) => [id.server, serverScore]))]
      .map(([name, score]) => ({ name, score }))
      .sort((one, other) => other.score - one.score);
    const servers = all.slice(0, topKServers);
    const near = servers.flatMap(({ name }) => hits.filter(({ id }) => id.server === name).slice(0, topKTools));
    const ranked = near.sort((one, other) => other.score - one.score);
    const tools = ranked.filter(({ fit }) => fit >= threshold);
    const cut = ranked
      .filter(({ fit }) => fit < threshold)
      .map((hit) => ({ ...hit, reason: `fit ${hit.fit.toFixed(2)} is below ${threshold}` }));
    const trace = { router: "overlap", request, threshold, servers, tools, cut, comparisons: hits.length };
    return { ...trace, serversCut: all.slice(topKServers) };
  }

  return {
    name: "overlap",
    defaultThreshold: 0.2,
    route: async (request, options) => {
      const { serversCut, ...trace } = await explain(request, options);
      return trace;
    },
    retrieve: async (request, k, options) => rank(request, options?.allows).slice(0, k),
    explain,
  };
}

const catalog = new ToolCatalog([library]);
const agent = createActiveGraph({ catalog, model: new OfflinePlanner(), router: createOverlapRouter(catalog) });
const state = await agent.invoke({ messages: [new HumanMessage('Find the book "Walden"')] });
const { answer, requests } = summarizeTurn(state, "active");
console.log(`found ${requests.flatMap(({ matched }) => matched.map(({ name }) => name)).join(", ")}`);
console.log(answer);
