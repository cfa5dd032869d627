/** The two functions of the tiered graph, as the loop sees them: which calls are theirs, and what they answer and load. */
import type { ToolCatalog } from "../catalog/index.js";
import {
  type DiscoverCategory,
  discoverCategories,
  discoverFunction,
  discoverName,
  loadDomainFunction,
} from "../catalog/tiers/functions.js";
import {
  discover,
  type TieredDomain,
  type Tiering,
  tierFunctionNames,
  visibleDomains,
} from "../catalog/tiers/index.js";
import { type FunctionTool, type ToolId, toolKey } from "../catalog/types.js";
import { applyOperations, type BindOptions, bind, boundToolsOf } from "./bind.js";
import type { BoundTool, BoundToolOperation, ExecuteTask, PendingCall } from "./types.js";

type Filter = ((id: ToolId) => boolean) | undefined;

/** The names that these functions have in the form of the published server, too. */
const published = /^mcp__.+?__(tools_discover|tools_load_domain)$/;

/** The function that a call means; undefined when it is a call of a tool. */
export function tierFunctionOf(name: string, tiers: (() => Tiering) | undefined): string | undefined {
  if (!tiers) return undefined;
  return tierFunctionNames.has(name) ? name : published.exec(name)?.[1];
}

/** What the model is given of them; nothing where there are no tiers. */
export function tierFunctions(tiers: (() => Tiering) | undefined, allows: Filter): FunctionTool[] {
  return tiers ? [discoverFunction, loadDomainFunction(visibleDomains(tiers(), allows))] : [];
}

/** The tools that a call of `tools_load_domain` would load: the calls of one message share the room among the bound tools. */
export function toolsOfCall({ args }: PendingCall, tiering: Tiering, allows: Filter): readonly ToolId[] {
  return args.unload === true ? [] : (findDomain(args.domain, visibleDomains(tiering, allows))?.tools ?? []);
}

/** The domains whose every tool is loaded. */
export function loadedDomains(boundTools: readonly Pick<BoundTool, "id">[], { domains }: Tiering): string[] {
  const bound = new Set(boundTools.map(({ id }) => toolKey(id)));
  return domains.filter(({ tools }) => tools.every((id) => bound.has(toolKey(id)))).map(({ name }) => name);
}

export interface TierAnswer {
  content: string;
  ok: boolean;
  operations: BoundToolOperation[];
}

/** Answers a call of one of the functions. Pure: what it loads or puts away is said in operations of `bind()`. */
export function answerTierCall(
  name: string,
  task: ExecuteTask,
  tiering: Tiering,
  catalog: ToolCatalog,
  options: BindOptions,
): TierAnswer {
  const { args } = task.call;
  const mine = boundToolsOf(options.agent, task.boundTools);
  if (name === discoverName) {
    const category = (args.category ?? "all") as DiscoverCategory;
    if (!discoverCategories.includes(category)) {
      return failed(`There is no category ${shown(args.category)}. Choose one of: ${discoverCategories.join(", ")}.`);
    }
    const loaded = new Set(mine.map(({ id }) => toolKey(id)));
    return { content: JSON.stringify(discover(tiering, category, loaded, options.allows)), ok: true, operations: [] };
  }
  const domains = visibleDomains(tiering, options.allows);
  const domain = findDomain(args.domain, domains);
  if (!domain) {
    const names = domains.map((one) => one.name).join(", ") || "none";
    return failed(`There is no domain ${shown(args.domain)}. The domains: ${names}.`);
  }
  return args.unload === true ? unload(domain, mine, options.agent) : load(domain, task, catalog, options);
}

/** Names are compared without regard to case: a model writes "Security". */
function findDomain(given: unknown, domains: readonly TieredDomain[]): TieredDomain | undefined {
  if (typeof given !== "string") return undefined;
  const wanted = given.trim().toLowerCase();
  return domains.find(({ name }) => name === given) ?? domains.find(({ name }) => name.toLowerCase() === wanted);
}

function load(domain: TieredDomain, task: ExecuteTask, catalog: ToolCatalog, options: BindOptions): TierAnswer {
  const own = new Set(domain.tools.map(toolKey));
  const plan = bind(task.boundTools, [...task.together, ...domain.tools], catalog, options);
  const operations = plan.filter(({ op, id }) => op === "remove" || own.has(toolKey(id)));
  const bound = boundToolsOf(options.agent, applyOperations(task.boundTools, operations)).filter(({ id }) =>
    own.has(toolKey(id)),
  );
  const added = operations.filter(({ op }) => op === "add").length;
  const left = domain.tools.length - bound.length;
  const status = left > 0 ? "partly_loaded" : added > 0 ? "loaded" : "already_loaded";
  const note = left > 0 ? { note: `${left} more found no room: the limit of loaded tools is reached.` } : {};
  const tools = bound.map(({ callName }) => callName);
  return { content: JSON.stringify({ domain: domain.name, status, tools, ...note }), ok: left === 0, operations };
}

function unload(domain: TieredDomain, mine: readonly BoundTool[], agent: string): TierAnswer {
  const own = new Set(domain.tools.map(toolKey));
  const gone = mine.filter(({ id }) => own.has(toolKey(id)));
  const operations = gone.map(({ id }) => ({ op: "remove" as const, id, agent }));
  return {
    content: JSON.stringify({ domain: domain.name, status: "unloaded", tools: gone.length }),
    ok: true,
    operations,
  };
}

function failed(content: string): TierAnswer {
  return { content, ok: false, operations: [] };
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "without a name").slice(0, 80);
}
