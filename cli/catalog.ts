/** `toolgap catalog`: what tools there are, what their schemas cost, and the tool lists of MCP servers. */
import type { Command } from "commander";
import type { LoadedCatalog } from "../catalog/load.js";
import type { ToolCatalog } from "../catalog/registry.js";
import type { FunctionTool } from "../catalog/types.js";
import { addTierCommand } from "./catalog-tier.js";
import { addEnrichCommand } from "./enrich.js";
import { addLintCommand } from "./lint.js";
import { addCatalogOptions, type CatalogFlags, withCatalog } from "./options.js";
import { type Column, type Io, kindOf, note, plural, print, printJson, renderTable } from "./output.js";

interface ListFlags extends CatalogFlags {
  json?: boolean;
}

export function addCatalogCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const catalog = program.command("catalog").description("look at the tools there are");
  addCatalogOptions(catalog.command("list").description("servers and their tools"))
    .option("--json", "print one JSON document")
    .action(async (flags: ListFlags) => finish(await list(flags, io)));
  addCatalogOptions(catalog.command("tokens").description("what the schemas of each server cost in a model's context"))
    .option("--json", "print one JSON document")
    .action(async (flags: ListFlags) => finish(await tokens(flags, io)));
  catalog
    .command("sync")
    .description("contact every MCP server and refresh its stored tool list")
    .requiredOption("--mcp <file>", "the mcp.json")
    .option("--json", "print one JSON document")
    .action(async (flags: { mcp: string; json?: boolean }) => finish(await sync(flags, io)));
  addEnrichCommand(catalog, io, finish);
  addLintCommand(catalog, io, finish);
  addTierCommand(catalog, io, finish);
}

/** What the table says of a server's state. */
const shownStates = {
  configured: "configured",
  manifest: "known, not started",
  connected: "connected",
  failed: "failed",
  local: "",
} as const;

/** Tool names in one row of the table before the rest is counted. */
const shownNames = 12;

async function list(flags: ListFlags, io: Io): Promise<number> {
  const work = async ({ catalog, failures, states }: LoadedCatalog): Promise<number> => {
    const stateOf = new Map(states().map((state) => [state.server, state]));
    const servers = catalog.servers().map(({ name, description, tools }) => ({
      name,
      state: stateOf.get(name)?.state,
      description,
      tools: tools.map((tool) => ({ name: tool.id.name, description: tool.description, kind: kindOf(tool) })),
    }));
    const hasStates = stateOf.size > 0;
    if (flags.json) {
      printJson(io, { servers, setAside: catalog.setAside, serverFailures: failures, serverStates: states() });
      return 0;
    }
    const rows = servers.map(({ name, state, tools }) => {
      const kinds = new Set(tools.map((tool) => tool.kind));
      const names = tools.slice(0, shownNames).map((tool) => tool.name);
      const more = tools.length > shownNames ? [`and ${tools.length - shownNames} more`] : [];
      const kind = [...kinds].join(", ");
      return [
        name,
        tools.length,
        ...(hasStates ? [shownStates[state ?? "local"]] : []),
        kind,
        [...names, ...more].join(", "),
      ];
    });
    const columns: Column[] = [
      ...[{ title: "server" }, { title: "tools", align: "right" as const }],
      ...(hasStates ? [{ title: "state" }] : []),
      { title: "kind" },
    ];
    print(io, renderTable([...columns, { title: "names", width: 60 }], rows));
    print(io, `${plural(servers.length, "server")}, ${plural(catalog.size, "tool")}`);
    const setAside = catalog.setAside.map(({ server, name, reason }) => [
      `${server}/${name || "?"}`,
      "set aside",
      reason,
    ]);
    const failed = failures.map(({ server, reason }) => [server, "failed", reason]);
    if (setAside.length + failed.length === 0) return 0;
    print(
      io,
      renderTable([{ title: "not usable" }, { title: "state" }, { title: "why", width: 60 }], [...setAside, ...failed]),
    );
    return 0;
  };
  return withCatalog(flags, io, work, { quiet: true });
}

interface SchemaCost {
  tools: number;
  /** o200k tokens of the functions as they are sent. */
  tokens: number;
  /** The same text at four characters a token. */
  estimatedTokens: number;
}

async function tokens(flags: ListFlags, io: Io): Promise<number> {
  return withCatalog(flags, io, async ({ catalog, failures }) => {
    const { countSchemaTokens, estimateTokens } = await import("../catalog/tokens.js");
    const measure = async (functions: readonly FunctionTool[]): Promise<SchemaCost> => ({
      tools: functions.length,
      tokens: await countSchemaTokens(functions),
      estimatedTokens: functions.length === 0 ? 0 : estimateTokens(JSON.stringify(functions)),
    });
    const byServer = await functionsByServer(catalog);
    const servers = await Promise.all(
      [...byServer].map(async ([name, functions]) => ({ name, ...(await measure(functions)) })),
    );
    const total = await measure([...byServer.values()].flat());
    if (flags.json) {
      printJson(io, { tokenizer: "o200k_base", servers, total, serverFailures: failures });
      return 0;
    }
    const columns = ["tools", "tokens (o200k)", "characters / 4"].map((title) => ({ title, align: "right" as const }));
    const row = ({ tools, tokens, estimatedTokens }: SchemaCost) => [tools, tokens, estimatedTokens];
    const rows = [...servers.map((server) => [server.name, ...row(server)]), ["all in one request", ...row(total)]];
    print(io, renderTable([{ title: "server" }, ...columns], rows));
    return 0;
  });
}

/** The functions as they would be sent if all were bound, names included. */
async function functionsByServer(catalog: ToolCatalog): Promise<Map<string, FunctionTool[]>> {
  const [{ toFunctionTool }, { bind }] = await Promise.all([
    import("../catalog/schema.js"),
    import("../nodes/bind.js"),
  ]);
  const byServer = new Map<string, FunctionTool[]>(catalog.servers().map((server) => [server.name, []]));
  const ids = catalog.tools().map((tool) => tool.id);
  for (const operation of bind([], ids, catalog, { agent: "", turn: 1, maxBoundTools: ids.length })) {
    if (operation.op !== "add") continue;
    byServer.get(operation.id.server)?.push(toFunctionTool(catalog.get(operation.id)!, operation.callName));
  }
  return byServer;
}

async function sync(flags: { mcp: string; json?: boolean }, io: Io): Promise<number> {
  const { syncMcpServers } = await import("../catalog/sources/mcp/index.js");
  const servers = await syncMcpServers(flags.mcp, { onNotice: (line) => note(io, line, "dim") });
  for (const { server, failure } of servers) if (failure) note(io, `server "${server}" failed: ${failure}`, "yellow");
  if (flags.json) printJson(io, { servers });
  else {
    const rows = servers.map(({ server, tools, setAside, changed, failure }) => [
      server,
      failure ? "failed" : "listed",
      tools,
      setAside.map(({ name, reason }) => `${name || "?"}: ${reason}`).join("; "),
      [...changed.added.map((name) => `+${name}`), ...changed.removed.map((name) => `-${name}`)].join(" "),
    ]);
    print(
      io,
      renderTable(
        [
          { title: "server" },
          { title: "state" },
          { title: "tools", align: "right" },
          { title: "set aside", width: 40 },
          { title: "changed", width: 40 },
        ],
        rows,
      ),
    );
  }
  return servers.some((server) => server.failure !== undefined) ? 1 : 0;
}
