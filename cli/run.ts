/** `toolgap run`: one task through one strategy. */
import { type Command, Option } from "commander";
import type { ToolCatalog } from "../catalog/registry.js";
import { InputError } from "../catalog/types.js";
import type { RunReport } from "../evals/run-task.js";
import { type StrategyName, strategyNames } from "../graphs/strategy-names.js";
import type { Protocol } from "../models/protocol.js";
import type { MemoryOptions } from "../nodes/memory.js";
import { type AgentContext, numberRules } from "../nodes/settings.js";
import { createTokenPrinter, renderEvent } from "./events.js";
import {
  addCatalogOptions,
  addModelOptions,
  addRoutingOptions,
  addTierOption,
  bindingOption,
  type CatalogFlags,
  collect,
  type ModelFlags,
  type RoutingFlags,
  readNumber,
  readTiers,
  type TierFlags,
  toRoutingContext,
  withCatalog,
} from "./options.js";
import { formatCount, formatId, type Io, note, plural, printable, printJson, renderTrace } from "./output.js";
import { addEmbeddingOptions, type RouterFlags, withRouter } from "./router.js";

interface RunFlags
  extends CatalogFlags,
    RouterFlags,
    ModelFlags,
    TierFlags,
    RoutingFlags,
    Pick<
      AgentContext,
      | "binding"
      | "maxToolRequests"
      | "maxBoundTools"
      | "advertise"
      | "approval"
      | "ask"
      | "autoApprove"
      | "allow"
      | "deny"
    > {
  strategy: StrategyName | "auto";
  topK?: number;
  protocol?: Protocol;
  json?: boolean;
  stream?: boolean;
  trace?: boolean;
  memory?: string;
  memoryNamespace?: string;
}

export function addRunCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("run")
    .description("run a task and print the answer")
    .argument("<task>", "what to do, in plain words")
    .addOption(
      new Option("--strategy <name>", "how tools get to the model; auto: by the size of the catalog")
        .choices([...strategyNames, "auto"])
        .default("active"),
    );
  addEmbeddingOptions(addRoutingOptions(addTierOption(addCatalogOptions(addModelOptions(command)))))
    .addOption(
      new Option("--top-k <k>", "tools bound for one request (active), or for the task (retrieval)").argParser(
        readNumber(numberRules.retrievalTopK),
      ),
    )
    .addOption(
      new Option("--protocol <kind>", "how the model asks and calls: functions, or text").choices(["native", "text"]),
    )
    .addOption(bindingOption())
    .addOption(
      new Option("--max-tool-requests <n>", "rounds of discovery").argParser(readNumber(numberRules.maxToolRequests)),
    )
    .addOption(
      new Option("--max-bound-tools <n>", "tools bound at one time").argParser(readNumber(numberRules.maxBoundTools)),
    )
    .addOption(new Option("--advertise <what>", "what the model is told in advance").choices(["none", "servers"]))
    .addOption(
      new Option("--approval <when>", "which calls need a person; the command line cannot ask, the run stops").choices([
        "never",
        "destructive",
        "always",
      ]),
    )
    .option(
      "--ask <pattern>",
      "tools whose server/name matches always need a person; may be given several times",
      collect,
    )
    .option(
      "--auto-approve <pattern>",
      "tools whose server/name matches run without approval; may be given several times",
      collect,
    )
    .option("--allow <pattern>", "only tools whose server/name matches; may be given several times", collect)
    .option("--deny <pattern>", "no tools whose server/name matches; may be given several times", collect)
    .option("--memory <file>", "remember there which tools served which requests; made when it is not there")
    .option("--memory-namespace <names>", "whose memory of that file: alice, or team/alice; shared when left out")
    .option("--json", "print one JSON document")
    .option("--stream", "print what the model says as it says it")
    .option("--trace", "show how each request was routed")
    .action(async (task: string, flags: RunFlags) => finish(await run(task, flags, io)));
}

/** The flags as settings of the run; what was not given is left open. */
function toContext(flags: RunFlags, strategy: StrategyName): AgentContext {
  return {
    provider: flags.provider,
    model: flags.model,
    requestProtocol: flags.protocol,
    callProtocol: flags.protocol,
    binding: flags.binding,
    ...toRoutingContext(flags),
    maxToolsPerRequest: strategy === "active" || strategy === "tiered" ? flags.topK : undefined,
    retrievalTopK: strategy === "retrieval" ? flags.topK : undefined,
    embeddingWeight: flags.embeddingWeight,
    maxToolRequests: flags.maxToolRequests,
    maxBoundTools: flags.maxBoundTools,
    advertise: flags.advertise,
    approval: flags.approval,
    ask: flags.ask,
    autoApprove: flags.autoApprove,
    allow: flags.allow,
    deny: flags.deny,
  };
}

async function run(task: string, flags: RunFlags, io: Io): Promise<number> {
  if (task.trim() === "") {
    throw new InputError(
      'the task is empty: expected a text that says what to do, for example "List the files in ./docs"',
    );
  }
  const memory = await openMemory(flags, io);
  const { resolveModel } = await import("../models/providers.js");
  const resolved = await resolveModel({
    provider: flags.provider,
    model: flags.model,
    record: flags.record,
    replay: flags.replay,
    onNotice: (line) => note(io, line, "yellow"),
  });
  return withCatalog(flags, io, async ({ catalog, failures }) => {
    const { runTask } = await import("../evals/run-task.js");
    const strategy = flags.strategy === "auto" ? await chooseStrategy(catalog, io) : flags.strategy;
    if (flags.topK !== undefined && strategy === "all-tools") {
      note(io, "--top-k is not used: all-tools binds every tool", "yellow");
    }
    const named = resolved.ruleBased ? "offline planner (rule-based)" : resolved.label;
    const tools = `${plural(catalog.servers().length, "server")} with ${plural(catalog.size, "tool")}`;
    const tokens = flags.stream ? createTokenPrinter(flags.json ? io.stderr : io.stdout) : undefined;
    const tiers = await readTiers(flags, catalog, io);
    const { report, routing } = await withRouter(flags, catalog, io, (router) => {
      note(io, `strategy ${strategy}, model: ${named}, catalog: ${tools}`, "dim");
      if (flags.replay !== undefined) note(io, resolved.reason, "dim");
      return runTask({
        strategy,
        task,
        catalog,
        router,
        model: resolved.model,
        modelLabel: resolved.label,
        tiers,
        memory,
        context: toContext(flags, strategy),
        signal: io.signal,
        onToken: tokens?.print,
        onEvent: (event) => {
          tokens?.endLine();
          for (const line of renderEvent(event)) note(io, `  ${line}`);
        },
      });
    });
    tokens?.endLine();
    if (flags.trace)
      for (const { trace } of routing) for (const line of renderTrace(trace, report.toolsLoaded)) note(io, line, "dim");
    if (flags.json) {
      const traces = flags.trace ? { routing: routing.map(({ trace }) => trace) } : {};
      printJson(io, { ...report, serverFailures: failures, ...traces });
    } else if (tokens?.last() !== report.answer && (report.answer !== "" || report.stoppedBy !== "interrupted")) {
      io.stdout.write(`${io.stdout.isTTY ? printable(report.answer) : report.answer}\n`);
    }
    for (const line of renderPending(report)) note(io, line, "yellow");
    note(io, summaryLine(report), "dim");
    const nothingLeft = failures.length > 0 && catalog.size === 0;
    if (nothingLeft) note(io, "there was no tool to work with: every server failed", "red");
    return nothingLeft || report.stoppedBy === "error" || report.stoppedBy === "interrupted" ? 1 : 0;
  });
}

/** The memory that the flags name. @throws InputError for a file that is none. */
async function openMemory({ memory, memoryNamespace }: RunFlags, io: Io): Promise<MemoryOptions | undefined> {
  if (memory === undefined) {
    if (memoryNamespace === undefined) return undefined;
    throw new InputError("--memory-namespace names a part of a memory: expected --memory <file> as well");
  }
  const [{ FileStore }, { parseNames }] = await Promise.all([
    import("../nodes/memory/file-store.js"),
    import("./memory.js"),
  ]);
  const onNotice = (line: string) => note(io, line, "yellow");
  const store = new FileStore(memory, { onNotice });
  // A file that is none is found before the work, not after it.
  await store.check();
  return { store, onNotice, ...(memoryNamespace === undefined ? {} : { namespace: parseNames(memoryNamespace) }) };
}

/** What `auto` stands for with this catalog; says why. */
async function chooseStrategy(catalog: ToolCatalog, io: Io): Promise<StrategyName> {
  const { chooseForCatalog } = await import("../evals/own-tools/choose-strategy.js");
  const { strategy, reason } = await chooseForCatalog(catalog);
  note(io, `auto: ${strategy}; ${reason}`, "dim");
  return strategy;
}

/** Characters of the arguments of a waiting call that are shown; `--json` has them whole. */
const shownArguments = 400;

/** Which calls wait for a person, and what that person can do. */
function renderPending({ pending }: RunReport): string[] {
  if (pending.length === 0) return [];
  const calls = pending.map(({ server, name, args }) => {
    const text = JSON.stringify(args);
    const shown = text.length > shownArguments ? `${text.slice(0, shownArguments)}...` : text;
    return `waits for approval: ${formatId({ server, name })} ${shown}`;
  });
  const advice =
    "the command line cannot ask: run it again with --approval never or --auto-approve server/name to let calls run, or with --deny server/name to do without them";
  return [...calls, advice];
}

function summaryLine({ stoppedBy, metrics, toolsCalled }: RunReport): string {
  const { hits, lookups } = metrics.routingCache;
  const counted = metrics.countedCalls > 0 ? ` (counted here for ${plural(metrics.countedCalls, "call")})` : "";
  return [
    stoppedBy,
    plural(metrics.modelCalls, "model call"),
    plural(metrics.toolRequests, "tool request"),
    `${plural(metrics.toolsLoaded, "tool")} loaded`,
    `${plural(toolsCalled.length, "tool")} called`,
    ...(hits > 0 ? [`${hits} of ${lookups} routed from the cache`] : []),
    `${formatCount(metrics.schemaTokens)} schema tokens (${formatCount(metrics.schemaTokensTotal)} over all calls)`,
    `${formatCount(metrics.inputTokens)} tokens in, ${formatCount(metrics.outputTokens)} out${counted}`,
    `${(metrics.latencyMs / 1000).toFixed(1)} s`,
  ].join(", ");
}
