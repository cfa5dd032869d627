/** The catalogs and requests that are measured. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ToolCatalog } from "../../catalog/registry.js";
import { builtinServers } from "../../catalog/sources/builtin/index.js";
import { distractorServers } from "../../catalog/sources/distractors.js";
import { readCatalogFile } from "../../catalog/sources/json-file.js";
import type { ServerDefinition } from "../../catalog/types.js";
import { readTaskFile } from "../task-file.js";

export interface BenchCatalog {
  /** Tools asked for; the catalog has as many. */
  tools: number;
  /** Where they come from, for the report. */
  source: string;
  /** False where distractors stand for a labeled set that is not there. */
  labeled: boolean;
  create(): ToolCatalog;
}

export interface BenchRequests {
  short: string[];
  long: string[];
  source: string;
  /** Whether people wrote them. */
  labeled: boolean;
}

const copies = 10;
const longLength = 1_100;
const requestCount = 50;

/**
 * Catalogs of 35 (built-in), 527, 5,189 and 51,890 tools: real ones from the folder of labeled sets where there is one,
 * the last as ten renamed copies of the third; distractors without.
 */
export async function loadCatalogs(folder: string | undefined, quick: boolean): Promise<BenchCatalog[]> {
  const builtin = builtinServers();
  const real = async (set: string): Promise<ServerDefinition[] | undefined> => {
    const path = folder && join(folder, set, "catalog.json");
    return path && existsSync(path) ? readCatalogFile(path, { simulate: true }) : undefined;
  };
  const registry = quick ? undefined : await real("realmcp_registry");
  const catalogs: BenchCatalog[] = [
    toBenchCatalog(builtin, "built-in", true),
    fromData(await real("livemcpbench"), 527, "livemcpbench"),
  ];
  if (quick) return catalogs;
  return [
    ...catalogs,
    fromData(registry, 5_189, "realmcp_registry"),
    fromData(registry && renamedCopies(registry), 51_890, `realmcp_registry, ${copies} renamed copies`),
  ];
}

/** One of these catalogs by its size. */
export async function findCatalog(tools: number, folder: string | undefined, quick: boolean): Promise<BenchCatalog> {
  const found = (await loadCatalogs(folder, quick)).find((catalog) => catalog.tools === tools);
  if (found === undefined) throw new Error(`there is no catalog of ${tools} tools`);
  return found;
}

function fromData(servers: ServerDefinition[] | undefined, tools: number, source: string): BenchCatalog {
  return servers
    ? toBenchCatalog(servers, source, true)
    : toBenchCatalog(distractorServers(tools), "distractors", false);
}

function toBenchCatalog(servers: readonly ServerDefinition[], source: string, labeled: boolean): BenchCatalog {
  const create = () => new ToolCatalog(servers);
  return { tools: create().size, source, labeled, create };
}

function renamedCopies(servers: readonly ServerDefinition[]): ServerDefinition[] {
  return Array.from({ length: copies }, (_, copy) =>
    servers.map((server) => ({ ...server, name: copy === 0 ? server.name : `${server.name} ${copy}` })),
  ).flat();
}

/** Requests that people wrote, where there are labeled sets; else parts of descriptions. The long ones have about 1,100 characters. */
export async function loadRequests(folder: string | undefined, catalog: ToolCatalog): Promise<BenchRequests> {
  const [short, long] = [folder && join(folder, "metatool"), folder && join(folder, "mcpbench")].map((set) =>
    set ? join(set, "tasks.dev.jsonl") : undefined,
  );
  if (short && long && existsSync(short) && existsSync(long)) {
    const queries = async (path: string) => (await readTaskFile(path)).map((task) => task.query);
    return {
      short: (await queries(short)).filter((query) => query.length <= 120).slice(0, requestCount),
      long: (await queries(long)).map(toLength).slice(0, requestCount),
      source: "metatool (short) and mcpbench (long)",
      labeled: true,
    };
  }
  const descriptions = catalog.tools().map(({ description }) => description);
  const at = (index: number) => descriptions[(index * 7) % descriptions.length]!;
  return {
    short: Array.from({ length: requestCount }, (_, index) => at(index).slice(0, 80)),
    long: Array.from({ length: requestCount }, (_, index) =>
      toLength(Array.from({ length: 40 }, (_, part) => at(index + part * 3)).join(" ")),
    ),
    source: "descriptions of the catalog",
    labeled: false,
  };
}

/** About 1,100 characters: longer ones are cut, shorter ones go on from their beginning. */
function toLength(text: string): string {
  return text.repeat(Math.ceil(longLength / text.length)).slice(0, longLength);
}
