/**
 * What the LangGraph development server serves. The server calls the factories for each run and each schema; catalog,
 * graphs and models are made once. No checkpointer here: the server sets its own.
 */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { defaults } from "../catalog/defaults.js";
import { type LoadedCatalog, loadCatalog } from "../catalog/load.js";
import { createRouter } from "../catalog/search/index.js";
import { resolveModel } from "../models/providers.js";
import type { AgentSettings } from "../nodes/settings.js";
import { type StrategyName, strategies } from "./strategies.js";

const models = new Map<string, Promise<BaseChatModel>>();

/** The model that a run's context names; the environment's, or the offline planner, where it names none. */
function chooseModel({ provider, model }: Pick<AgentSettings, "provider" | "model">): Promise<BaseChatModel> {
  const key = JSON.stringify([provider, model]);
  const known = models.get(key);
  if (known) return known;
  const made = resolveModel({ provider, model, onNotice: (line) => console.error(line) }).then(
    (resolved) => resolved.model,
  );
  models.set(key, made);
  // A key that is set later must count.
  made.catch(() => models.delete(key));
  return made;
}

let loaded: Promise<LoadedCatalog> | undefined;

/** The built-in catalog, or what TOOLGAP_CATALOG (a JSON file) and TOOLGAP_MCP (an mcp.json) name. */
function catalogOnce(): Promise<LoadedCatalog> {
  const { TOOLGAP_CATALOG, TOOLGAP_MCP } = process.env;
  loaded ??= loadCatalog({
    catalogFiles: TOOLGAP_CATALOG ? [TOOLGAP_CATALOG] : undefined,
    mcpConfig: TOOLGAP_MCP || undefined,
    simulateFiles: true,
    onNotice: (line) => console.error(line),
  }).then((result) => {
    for (const { server, reason } of result.failures) console.error(`server "${server}" cannot be used: ${reason}`);
    return result;
  });
  return loaded;
}

function serve<Name extends StrategyName>(name: Name): () => Promise<ReturnType<(typeof strategies)[Name]>> {
  type Graph = ReturnType<(typeof strategies)[Name]>;
  let graph: Promise<Graph> | undefined;
  return () => {
    graph ??= catalogOnce().then(({ catalog }) => {
      const router = createRouter(defaults.router, catalog);
      return strategies[name]({ catalog, router, model: chooseModel }) as Graph;
    });
    return graph;
  };
}

export const active = serve("active");
export const retrieval = serve("retrieval");
export const allTools = serve("all-tools");
