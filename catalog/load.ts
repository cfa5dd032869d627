/** One catalog from all of its sources. */
import { ToolCatalog } from "./registry.js";
import { builtinServers } from "./sources/builtin/index.js";
import { addDistractors } from "./sources/distractors.js";
import { applyEnrichment, readEnrichment } from "./sources/enrichment.js";
import { readCatalogFile } from "./sources/json-file.js";
import type { ServerFailure, ServerState } from "./sources/mcp/index.js";
import type { ServerDefinition } from "./types.js";
import { InputError } from "./types.js";
import { unavailableServers } from "./unavailable.js";

/** The built-in catalogs by name. */
export const builtinCatalogNames = ["general", "quality-engineering"] as const;
export type BuiltinCatalogName = (typeof builtinCatalogNames)[number];

export interface LoadCatalogOptions {
  /** JSON files in the catalog format. */
  catalogFiles?: readonly string[] | undefined;
  /** An `mcp.json`. */
  mcpConfig?: string | undefined;
  /** OpenAPI documents, each `FILE|URL` or `NAME=FILE|URL`. */
  openApi?: readonly string[] | undefined;
  /** Fill the catalog with distractors up to this many tools in all. */
  numTools?: number | undefined;
  /** Whether the built-in servers are there. Default: only when there is no other source. */
  builtin?: boolean | undefined;
  /** Which built-in catalog; naming one adds it to other sources. Default: `general`. */
  builtinCatalog?: BuiltinCatalogName | undefined;
  /** Give the tools of catalog files an executor that executes nothing and says so. */
  simulateFiles?: boolean | undefined;
  /** A file with examples of when tools are used, for the routers. */
  enrichmentFile?: string | undefined;
  /** Where the tool lists of MCP servers are kept. */
  manifestDirectory?: string | undefined;
  /** Milliseconds that the start waits for the first tool list of an MCP server; slower ones join later. */
  serverPatience?: number | undefined;
  /** Takes one line about something the person should know. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface LoadedCatalog {
  /** Its `setAside` lists the tools that could not be accepted. */
  catalog: ToolCatalog;
  /** MCP servers that cannot be used, and why; the others are in the catalog. */
  failures: { server: string; reason: string }[];
  /** Where each MCP server stands now. */
  states(): ServerState[];
  /** Ends the MCP servers that were started. */
  close(): Promise<void>;
}

interface Source {
  title: string;
  servers: ServerDefinition[];
}

/**
 * Loads the catalog. MCP servers whose tool list is known from an earlier run are not started before a tool of theirs is called.
 *
 * @throws InputError when a file cannot be used, when two sources have a server of one name, or when `numTools` is no whole number.
 */
export async function loadCatalog(options: LoadCatalogOptions = {}): Promise<LoadedCatalog> {
  const { catalogFiles = [], openApi = [], mcpConfig, numTools, simulateFiles, onNotice = () => {} } = options;
  if (numTools !== undefined && (!Number.isSafeInteger(numTools) || numTools < 0)) {
    throw new InputError(`The number of tools must be a whole number, given ${numTools}.`);
  }
  const { enrichmentFile } = options;
  const enrichment = enrichmentFile === undefined ? undefined : await readEnrichment(enrichmentFile);
  const sources: Source[] = [];
  const { builtinCatalog } = options;
  if (
    options.builtin ??
    (builtinCatalog !== undefined || (catalogFiles.length + openApi.length === 0 && mcpConfig === undefined))
  ) {
    sources.push({ title: "the built-in servers", servers: await loadBuiltin(builtinCatalog) });
  }
  for (const path of catalogFiles) {
    sources.push({ title: path, servers: await readCatalogFile(path, { simulate: simulateFiles }) });
  }
  const described = await loadOpenApiSources(openApi);
  sources.push(...described.sources);
  const catalog = new ToolCatalog();
  const mcp = mcpConfig === undefined ? undefined : await loadMcp(mcpConfig, catalog, options);
  if (mcp && mcpConfig !== undefined) sources.push({ title: mcpConfig, servers: mcp.servers });
  try {
    addSources(catalog, sources);
  } catch (error) {
    await mcp?.close();
    throw error;
  }
  if (numTools !== undefined) fillUp(catalog, numTools, onNotice);
  if (enrichment) applyEnrichment(catalog, enrichment, onNotice);
  return {
    catalog,
    failures: [...described.failures, ...(mcp?.failures ?? [])],
    states: () => mcp?.states() ?? [],
    close: async () => mcp?.close(),
  };
}

/** @throws InputError for an unknown name. */
async function loadBuiltin(name: string = "general"): Promise<ServerDefinition[]> {
  if (name === "general") return builtinServers();
  if (name === "quality-engineering") {
    return (await import("./sources/quality-engineering/index.js")).qualityEngineeringServers();
  }
  throw new InputError(`There is no built-in catalog "${name}": choose one of ${builtinCatalogNames.join(", ")}.`);
}

const address = /^(?:[^=/]+=)?https?:\/\//i;

/**
 * A document behind an address may be out of reach: like an MCP server it is named then, and the others go on. A file that
 * cannot be read is a mistake of the person who named it.
 *
 * Loaded only when needed, like the parts below: the reader of YAML is no small one.
 */
async function loadOpenApiSources(given: readonly string[]): Promise<{ sources: Source[]; failures: ServerFailure[] }> {
  const sources: Source[] = [];
  const failures: ServerFailure[] = [];
  if (given.length === 0) return { sources, failures };
  const { loadOpenApi } = await import("./sources/openapi/index.js");
  const outcomes = await Promise.allSettled(given.map((title) => loadOpenApi(title)));
  for (const [index, outcome] of outcomes.entries()) {
    const title = given[index]!;
    if (outcome.status === "fulfilled") sources.push({ title, servers: [outcome.value] });
    else if (outcome.reason instanceof InputError && address.test(title)) {
      failures.push({ server: title, reason: outcome.reason.message });
    } else throw outcome.reason;
  }
  return { sources, failures };
}

/** Loaded only when needed: most runs without MCP servers should not pay for the protocol's library. */
async function loadMcp(
  path: string,
  catalog: ToolCatalog,
  { manifestDirectory, onNotice, serverPatience: patience }: LoadCatalogOptions,
) {
  const { loadMcpServers } = await import("./sources/mcp/index.js");
  // A server may announce a change while others are still being contacted, before it is in the catalog.
  const changed = new Map<string, ServerDefinition>();
  const unavailable = unavailableServers(catalog);
  const onServerChanged = (server: ServerDefinition) => {
    const { name } = server;
    changed.set(name, server);
    const isThere = catalog.server(name) !== undefined;
    // Before all sources are there it waits for its turn.
    if (!unavailable.has(name)) return isThere ? catalog.replaceServer(server) : undefined;
    if (isThere) return onNotice?.(`server "${name}" answers now, but another source has a server of this name`);
    unavailable.delete(name);
    catalog.addServer(server);
  };
  const loaded = await loadMcpServers(path, { manifestDirectory, onNotice, onServerChanged, patience });
  const failures = loaded.failures.filter(({ server }) => !changed.has(server));
  for (const { server, reason } of failures) unavailable.set(server, reason);
  const known = new Set(loaded.servers.map((server) => server.name));
  const late = [...changed.values()].filter((server) => !known.has(server.name));
  return {
    ...loaded,
    failures,
    servers: [...loaded.servers.map((server) => changed.get(server.name) ?? server), ...late],
  };
}

function addSources(catalog: ToolCatalog, sources: readonly Source[]): void {
  const titles = new Map<string, string>();
  for (const { title, servers } of sources) {
    for (const server of servers) {
      const earlier = titles.get(server.name);
      if (earlier !== undefined) {
        throw new InputError(
          `Server "${server.name}" is in ${earlier} and in ${title}: rename it in one of them, or leave one source out.`,
        );
      }
      titles.set(server.name, title);
      catalog.addServer(server);
    }
  }
}

function fillUp(catalog: ToolCatalog, total: number, onNotice: (line: string) => void): void {
  if (catalog.size > total) {
    onNotice(`the catalog has ${catalog.size} tools already, more than the ${total} asked for: all of them are kept`);
  }
  addDistractors(catalog, total);
}
