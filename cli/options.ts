/** Options that several commands share, and how their values are read. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { routingPresets } from "../catalog/defaults.js";
import type { BuiltinCatalogName, LoadCatalogOptions, LoadedCatalog } from "../catalog/load.js";
import type { ToolCatalog } from "../catalog/registry.js";
import type { TierConfig } from "../catalog/tiers/index.js";
import { type AgentContext, type NumberRule, numberRules } from "../nodes/settings.js";
import { formatCount, formatId, type Io, note } from "./output.js";

/** What `addCatalogOptions` reads. */
export interface CatalogFlags {
  mcp?: string;
  catalog?: string[];
  openapi?: string[];
  numTools?: number;
  builtin?: boolean;
  catalogBuiltin?: BuiltinCatalogName;
  enrichment?: string;
}

/** What `addModelOptions` reads. */
export interface ModelFlags {
  provider?: string;
  model?: string;
  record?: string;
  replay?: string;
}

/** What `addRoutingOptions` reads, but for the router. */
export interface RoutingFlags extends Pick<AgentContext, "topKServers" | "topKTools" | "similarityThreshold"> {
  preset?: keyof typeof routingPresets;
}

/** The settings that the flags of routing stand for: a flag of its own goes before the preset. */
export function toRoutingContext(
  flags: RoutingFlags,
): Pick<AgentContext, "topKServers" | "topKTools" | "similarityThreshold"> {
  const preset = flags.preset === undefined ? undefined : routingPresets[flags.preset];
  return {
    topKServers: flags.topKServers ?? preset?.topKServers,
    topKTools: flags.topKTools ?? preset?.topKTools,
    similarityThreshold: flags.similarityThreshold,
  };
}

/** Reads a number and checks it against a rule. */
export function readNumber(rule: NumberRule): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const valid = text.trim() !== "" && value >= rule.least && value <= rule.most;
    if (valid && (!rule.integer || Number.isInteger(value))) return value;
    const kind = rule.integer ? "a whole number" : "a number";
    throw new InvalidArgumentError(`Expected ${kind} from ${formatCount(rule.least)} to ${formatCount(rule.most)}.`);
  };
}

/** Reads an option that may be given several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** The most tools that `--num-tools` fills a catalog up to. */
const mostTools = 100_000;

/** Which tools there are. */
export function addCatalogOptions(command: Command): Command {
  return command
    .option("--mcp <file>", "MCP servers from an mcp.json, in the form that desktop clients use")
    .option("--catalog <file>", "servers and tools from a JSON file; may be given several times", collect)
    .option(
      "--openapi <file>",
      "an OpenAPI document, a file or address, NAME= before it; may be given several times",
      collect,
    )
    .addOption(
      new Option("--num-tools <n>", "fill the catalog with distractors up to this many tools").argParser(
        readNumber({ integer: true, least: 0, most: mostTools }),
      ),
    )
    .option("--builtin", "add the built-in tools where --mcp, --catalog or --openapi is given")
    .addOption(
      new Option("--catalog-builtin <name>", "which built-in tools; alone, or beside other tools").choices([
        "general",
        "quality-engineering",
      ] satisfies BuiltinCatalogName[]),
    )
    .option("--enrichment <file>", "examples of when tools are used, as catalog enrich writes them");
}

/** What `addTierOption` reads. */
export interface TierFlags {
  tiers?: string;
}

/** How the tools are tiered. */
export function addTierOption(command: Command): Command {
  return command.option(
    "--tiers <file>",
    "tiers of the tools, for the strategy tiered; its own or derived ones without",
  );
}

/** The tiers that the flag names, and what of them the catalog does not have; undefined without the flag. */
export async function readTiers({ tiers }: TierFlags, catalog: ToolCatalog, io: Io): Promise<TierConfig | undefined> {
  if (tiers === undefined) return undefined;
  const { readTierFile, tieringOf } = await import("../catalog/tiers/index.js");
  const config = await readTierFile(tiers);
  for (const pattern of tieringOf(catalog, config).unmatched) {
    note(io, `${tiers}: the catalog has no tool ${pattern}`, "yellow");
  }
  return config;
}

/** Which model answers. */
export function addModelOptions(command: Command): Command {
  return command
    .option(
      "--provider <name>",
      "offline, openai, openrouter, dashscope, or one of LangChain's; chosen from the environment when left out",
    )
    .option("--model <name>", "a model of that provider, or provider:model")
    .option("--record <folder>", "keep every exchange with the model as a file there, without keys")
    .addOption(new Option("--replay <folder>", "let recorded exchanges answer instead of a model").conflicts("record"));
}

/** How loaded tools reach the model. */
export function bindingOption(): Option {
  return new Option("--binding <mode>", "loaded tools as functions, or behind one function call_tool").choices([
    "bind",
    "dispatch",
  ]);
}

/** How tools are found. */
export function addRoutingOptions(command: Command): Command {
  return command
    .option("--router <name>", "how tools are found")
    .addOption(new Option("--preset <name>", "how wide to search").choices(["simple", "standard", "complex"]))
    .addOption(
      new Option("--top-k-servers <k>", "servers that stage 1 lets through").argParser(
        readNumber(numberRules.topKServers),
      ),
    )
    .addOption(
      new Option("--top-k-tools <k>", "tools that stage 2 takes from each server").argParser(
        readNumber(numberRules.topKTools),
      ),
    )
    .addOption(
      new Option("--similarity-threshold <fit>", "how well a tool must fit before anything counts as found").argParser(
        readNumber(numberRules.similarityThreshold),
      ),
    );
}

/** Lines about schemas that are shown; a catalog of strangers can have very many. */
const shownSchemaProblems = 10;

/** Says on stderr what of the catalog cannot be used. */
async function noteProblems({ catalog, failures }: LoadedCatalog, io: Io): Promise<void> {
  for (const { server, reason } of failures) {
    note(io, `server "${server}" cannot be used, the others go on: ${reason}`, "yellow");
  }
  for (const { server, name, reason } of catalog.setAside) {
    note(io, `tool ${server}/${name || "?"} is set aside: ${reason}`, "yellow");
  }
  const { findSchemaProblems } = await import("../catalog/schema-problems.js");
  const lines = catalog.tools().flatMap((tool) => {
    const [first] = findSchemaProblems(tool.inputSchema);
    return first
      ? [`tool ${formatId(tool.id)}: its schema is malformed at ${first}; it is used without that part`]
      : [];
  });
  for (const line of lines.slice(0, shownSchemaProblems)) note(io, line, "yellow");
  const more = lines.length - shownSchemaProblems;
  if (more > 0) note(io, `${more} more tools have a malformed schema`, "yellow");
}

/**
 * Loads the catalog, hands it to the work, and ends every server afterwards, however the work ends. What cannot be used
 * is told first, unless `quiet`: then the work tells it.
 */
export async function withCatalog<T>(
  flags: CatalogFlags,
  io: Io,
  work: (loaded: LoadedCatalog) => Promise<T>,
  { quiet = false } = {},
): Promise<T> {
  const { loadCatalog } = await import("../catalog/load.js");
  const options: LoadCatalogOptions = {
    catalogFiles: flags.catalog,
    mcpConfig: flags.mcp,
    openApi: flags.openapi,
    numTools: flags.numTools,
    builtin: flags.builtin,
    builtinCatalog: flags.catalogBuiltin,
    simulateFiles: true,
    enrichmentFile: flags.enrichment,
    onNotice: (line) => note(io, line, "dim"),
  };
  const loaded = await loadCatalog(options);
  try {
    if (!quiet) await noteProblems(loaded, io);
    io.signal.throwIfAborted();
    return await work(loaded);
  } finally {
    await loaded.close();
  }
}
