/** `toolgap demo`: runs told step by step, and the two stages of a request drawn in the terminal. */
import type { Command } from "commander";
import { type Demo, demos, routingExample } from "../evals/demos/scenarios.js";
import type { Step, ToldCall, ToldRequest, ToldRun, ToldTurn } from "../evals/demos/walk-through.js";
import { drawBars, drawRouting, printWrapped, widthOf } from "./drawing.js";
import {
  addCatalogOptions,
  addRoutingOptions,
  type CatalogFlags,
  type RoutingFlags,
  toRoutingContext,
  withCatalog,
} from "./options.js";
import { formatCount, formatId, type Io, invocation, note, plural, print, printJson, renderTable } from "./output.js";
import { addEmbeddingOptions, type RouterFlags, withRouter } from "./router.js";

interface DemoFlags {
  json?: boolean;
}

interface RoutingDemoFlags extends DemoFlags, CatalogFlags, RouterFlags, RoutingFlags {}

export function addDemoCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("demo")
    .description("tell a run step by step: what was asked for, found, bound, called; list the demos")
    .option("--json", "print one JSON document")
    .action((flags: DemoFlags) => finish(listDemos(flags, io)));
  for (const demo of demos) {
    command
      .command(demo.name)
      .description(demo.title)
      .option("--json", "print one JSON document")
      .action(async (flags: DemoFlags) => finish(await tell(demo, flags, io)));
  }
  const routing = command
    .command("routing")
    .description(routingTitle)
    .argument("[request]", "what is needed, in plain words", routingExample);
  addEmbeddingOptions(addRoutingOptions(addCatalogOptions(routing)))
    .option("--json", "print one JSON document")
    .action(async (request: string, flags: RoutingDemoFlags) => finish(await showRouting(request, flags, io)));
}

const routingTitle = "both stages of a request: servers, the cut, their tools, the margin, what is bound";

function listDemos({ json }: DemoFlags, io: Io): number {
  const listed = [...demos.map(({ name, title }) => ({ name, title })), { name: "routing", title: routingTitle }];
  if (json) {
    printJson(io, { demos: listed });
    return 0;
  }
  for (const { name, title } of listed) {
    print(io, name);
    printWrapped(io, "  ", title);
  }
  note(io, `${invocation()} demo NAME tells one; all run offline, with tools that only pretend`, "dim");
  return 0;
}

async function tell(demo: Demo, { json }: DemoFlags, io: Io): Promise<number> {
  const { tellDemo, demoModel } = await import("../evals/demos/walk-through.js");
  const runs: ToldRun[] = [];
  if (!json) {
    printWrapped(io, `${demo.name}: `, demo.title, "  ");
    printWrapped(io, "", `Model: ${demoModel}, no key, no network. The tools are simulated.`);
  }
  for await (const run of tellDemo(demo, io.signal)) {
    runs.push(run);
    if (json) continue;
    const { catalog, strategy, turns } = run;
    print(io, "");
    printWrapped(
      io,
      "",
      `Strategy ${strategy}, catalog: ${plural(catalog.servers, "server")} with ${plural(catalog.tools, "tool")}`,
    );
    for (const turn of turns) printTurn(turn, io, { brief: demo.runs.length > 1 });
  }
  if (json) printJson(io, { demo: demo.name, title: demo.title, model: demoModel, runs });
  else printTotals(runs, io);
  return runs.some(({ turns }) => turns.some(({ stoppedBy }) => stoppedBy === "error")) ? 1 : 0;
}

function printTurn({ user, steps, answer, stoppedBy }: ToldTurn, io: Io, { brief }: { brief: boolean }): void {
  print(io, "");
  printWrapped(io, "User: ", user);
  for (const [index, step] of steps.entries()) {
    const { tools, schemaTokens, inputTokens } = step.context;
    const context = `in context: ${plural(tools, "function")} of ${formatCount(schemaTokens)} tokens; ${formatCount(inputTokens)} tokens in all`;
    printWrapped(io, `${String(index + 1).padStart(2)}. `, context);
    if (!brief) printStep(step, io);
  }
  printWrapped(io, "    answers   ", shorten(answer));
  if (stoppedBy !== "answered") printWrapped(io, "    stopped   ", stoppedBy);
}

function printStep({ requests, calls }: Step, io: Io): void {
  for (const request of requests) printRequest(request, io);
  for (const call of calls) printCall(call, io);
}

/** Tools of a request that are drawn; the rest is counted. */
const shownTools = 6;

function printRequest({ server, tool, status, servers, tools, bound }: ToldRequest, io: Io): void {
  printWrapped(io, "    asks for  ", `${server ? `${server}: ` : ""}${tool}`);
  if (servers.length > 0) {
    drawBars(io, "    servers   ", servers);
    const bars = tools.map(({ server, name, score, bound }) => ({
      name: formatId({ server, name }),
      score,
      note: bound ? "bound" : "",
    }));
    const shown = Math.max(shownTools, bound.length);
    drawBars(io, "    tools     ", bars.slice(0, shown));
    if (bars.length > shown) print(io, `              and ${formatCount(bars.length - shown)} more, not bound`);
  }
  const names = bound.map(formatId).join(", ") || "nothing";
  printWrapped(io, "    bound     ", status === "loaded" ? names : `${names} (${status.replaceAll("_", " ")})`);
}

function printCall({ server, name, args, ok, simulated, result }: ToldCall, io: Io): void {
  printWrapped(io, "    calls     ", `${formatId({ server, name })} ${shorten(JSON.stringify(args))}`);
  printWrapped(io, "    returns   ", `${ok ? "" : "failed: "}${shorten(result)}${simulated ? " (simulated)" : ""}`);
}

/** Characters of arguments, results and answers that are shown; `--json` has them whole. */
const shownCharacters = 120;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}...` : line;
}

/** What the table of totals takes; a narrower terminal gets lines. */
const tableWidth = 72;

/** One row for each turn of each run. */
function printTotals(runs: readonly ToldRun[], io: Io): void {
  const rows = runs.flatMap(({ strategy, catalog, turns }) =>
    turns.map(({ metrics }, index) => {
      const { modelCalls, schemaTokens, schemaTokensTotal, inputTokens } = metrics;
      return [strategy, catalog.tools, index + 1, modelCalls, schemaTokens, schemaTokensTotal, inputTokens] as const;
    }),
  );
  const titles = ["tools", "turn", "model calls", "schema tokens", "over all calls", "tokens in"];
  print(io, "");
  if (widthOf(io) >= tableWidth) {
    const columns = titles.map((title) => ({ title, width: 9, align: "right" as const }));
    print(io, renderTable([{ title: "strategy", width: 11 }, ...columns], rows));
    return;
  }
  for (const [strategy, ...numbers] of rows) {
    const parts = titles.map((title, index) => `${title} ${formatCount(numbers[index]!)}`);
    printWrapped(io, `${strategy}: `, parts.join(", "), "  ");
  }
}

async function showRouting(text: string, flags: RoutingDemoFlags, io: Io): Promise<number> {
  return withCatalog(flags, io, async ({ catalog, failures }) => {
    const [{ resolveSettings }, { tellRouting }] = await Promise.all([
      import("../nodes/settings.js"),
      import("../evals/demos/routing.js"),
    ]);
    const settings = resolveSettings({ ...toRoutingContext(flags), embeddingWeight: flags.embeddingWeight });
    const { similarityThreshold: threshold, maxToolsPerRequest: maxTools } = settings;
    const told = await withRouter(flags, catalog, io, (router) =>
      tellRouting({ tool: text }, router, catalog, { ...settings, threshold, maxTools }),
    );
    if (flags.json) printJson(io, { ...told, serverFailures: failures });
    else drawRouting(told, catalog.servers().length, io);
    return 0;
  });
}
