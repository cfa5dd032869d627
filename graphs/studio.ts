/**
 * What the LangGraph development server serves. The server calls the factories for each run and each schema; catalog,
 * graphs and models are made once. No checkpointer here: the server sets its own.
 */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { defaults } from "../catalog/defaults.js";
import { type LoadedCatalog, loadCatalog } from "../catalog/load.js";
import { createRouter, withRoutingCache } from "../catalog/search/index.js";
import { resolveModel } from "../models/providers.js";
import type { AgentSettings } from "../nodes/settings.js";
import { type StrategyName, strategies } from "./strategies.js";
import type { AgentGraph } from "./types.js";

/** One promise for all callers, made anew after a failure: what was wrong (a file, a key) may have been mended. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

const models = new Map<string, () => Promise<BaseChatModel>>();

/** The model that a run's context names; the environment's, or the offline planner, where it names none. */
function chooseModel({ provider, model }: Pick<AgentSettings, "provider" | "model">): Promise<BaseChatModel> {
  const key = JSON.stringify([provider, model]);
  const onNotice = (line: string) => console.error(line);
  const get = models.get(key) ?? shared(async () => (await resolveModel({ provider, model, onNotice })).model);
  models.set(key, get);
  return get();
}

/** The built-in catalog, or what TOOLGAP_CATALOG (a JSON file) and TOOLGAP_MCP (an mcp.json) name. */
const catalogOnce = shared(async (): Promise<LoadedCatalog> => {
  const { TOOLGAP_CATALOG, TOOLGAP_MCP } = process.env;
  const loaded = await loadCatalog({
    catalogFiles: TOOLGAP_CATALOG ? [TOOLGAP_CATALOG] : undefined,
    mcpConfig: TOOLGAP_MCP || undefined,
    simulateFiles: true,
    onNotice: (line) => console.error(line),
  });
  for (const { server, reason } of loaded.failures) console.error(`server "${server}" cannot be used: ${reason}`);
  return loaded;
});

function serve(name: StrategyName): () => Promise<AgentGraph> {
  return shared(async () => {
    const { catalog } = await catalogOnce();
    const router = withRoutingCache(createRouter(defaults.router, catalog), catalog);
    return strategies[name]({ catalog, router, model: chooseModel });
  });
}

export const active = serve("active");
export const retrieval = serve("retrieval");
export const allTools = serve("all-tools");
export const tiered = serve("tiered");
