/** `toolgap route`: what a request finds, with the scores of both stages. */
import type { Command } from "commander";
import type { RouteRequest, Router, RoutingTrace } from "../catalog/search/types.js";
import { InputError } from "../catalog/types.js";
import {
  addCatalogOptions,
  addRoutingOptions,
  type CatalogFlags,
  type RoutingFlags,
  toRoutingContext,
  withCatalog,
} from "./options.js";
import { formatId, type Io, note, plural, print, printJson, renderCut, renderTable } from "./output.js";
import { addEmbeddingOptions, type RouterFlags, withRouter } from "./router.js";

interface RouteFlags extends CatalogFlags, RouterFlags, RoutingFlags {
  server?: string;
  tool?: string;
  json?: boolean;
  explain?: string | true;
}

export function addRouteCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("route")
    .description("show which tools a request finds, and why")
    .argument("[request]", "what is needed, in plain words; optional where --server or --tool is given")
    .option("--server <text>", "the kind of platform")
    .option("--tool <text>", "what the tool has to do");
  addEmbeddingOptions(addRoutingOptions(addCatalogOptions(command)))
    .option("--explain [server/tool]", "say what made each score, and why this tool was not found")
    .option("--json", "print one JSON document")
    .action(async (request: string | undefined, flags: RouteFlags) => finish(await route(request, flags, io)));
}

function toRequest(text: string | undefined, flags: RouteFlags): RouteRequest {
  const { server, tool, explain } = flags;
  const parts = {
    server: server?.trim(),
    tool: [text, tool]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(" "),
  };
  if (parts.server || parts.tool) return { server: parts.server || undefined, tool: parts.tool || undefined };
  if (typeof explain === "string") {
    throw new InputError(
      `--explain took "${explain}" as the tool to explain, and no request is left: expected the request before --explain`,
    );
  }
  throw new InputError(
    'the request is empty: expected a text that says what is needed, for example "run a query on a database"',
  );
}

async function route(text: string | undefined, flags: RouteFlags, io: Io): Promise<number> {
  const request = toRequest(text, flags);
  return withCatalog(flags, io, async ({ catalog, failures }) => {
    const { resolveSettings } = await import("../nodes/settings.js");
    const settings = resolveSettings({
      ...toRoutingContext(flags),
      embeddingWeight: flags.embeddingWeight,
    });
    const options = { ...settings, threshold: settings.similarityThreshold };
    if (flags.explain !== undefined) {
      const { findTool, printExplained } = await import("./explanation.js");
      const about = flags.explain === true ? [] : [findTool(flags.explain, catalog)];
      const explain = (router: Router) => router.explain(request, { ...options, about });
      const explanation = await withRouter(flags, catalog, io, explain);
      if (flags.json) printJson(io, { ...explanation, serverFailures: failures });
      else {
        printTrace(explanation, io);
        printExplained(explanation, io);
      }
      return 0;
    }
    const trace = await withRouter(flags, catalog, io, (router) => router.route(request, options));
    if (flags.json) printJson(io, { ...toJson(trace), serverFailures: failures });
    else printTrace(trace, io);
    return 0;
  });
}

function toJson({ router, request, threshold, servers, tools, cut, comparisons, notices }: RoutingTrace) {
  const flat = ({ id, score, fit, serverScore, toolScore }: RoutingTrace["tools"][number]) => ({
    server: id.server,
    name: id.name,
    score,
    fit,
    serverScore,
    toolScore,
  });
  return {
    request: [request.server, request.tool].filter(Boolean).join(" "),
    ...request,
    router,
    threshold,
    servers,
    tools: tools.map(flat),
    cut: cut.map((hit) => ({ ...flat(hit), reason: hit.reason })),
    comparisons,
    ...(notices ? { notices } : {}),
  };
}

const scoreDigits = 4;

function score(value: number): string {
  return value.toFixed(scoreDigits);
}

function printTrace({ router, threshold, servers, tools, cut, comparisons, notices = [] }: RoutingTrace, io: Io): void {
  note(io, `router ${router}, threshold ${threshold}, ${plural(comparisons, "comparison")}`, "dim");
  if (tools.length === 0) {
    const near = servers.filter((server) => server.score > 0);
    const nearest = near.map((server) => `${server.name} (${score(server.score)})`).join(", ");
    const said = nearest ? `. The nearest servers: ${nearest}.` : ", and no server shares a word with the request.";
    print(io, `Nothing fits${said}`);
  } else {
    const serverRows = servers.map((server) => [server.name, score(server.score)]);
    const toolRows = tools.map(({ id, ...hit }) => [
      formatId(id),
      ...[hit.score, hit.fit, hit.serverScore, hit.toolScore].map(score),
    ]);
    const numbers = ["score", "fit", "server", "tool"].map((title) => ({ title, align: "right" as const }));
    print(io, renderTable([{ title: "stage 1: server" }, { title: "score", align: "right" }], serverRows));
    print(io, renderTable([{ title: "stage 2: tool" }, ...numbers], toolRows));
  }
  for (const line of notices) note(io, line, "yellow");
  for (const line of renderCut(cut)) note(io, line, "dim");
}
