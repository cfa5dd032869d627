/** `toolgap serve`: the catalog as an MCP server with three tools. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "commander";
import { defaults } from "../catalog/defaults.js";
import { InputError } from "../catalog/types.js";
import type { ProxyBackend, ProxyHost } from "../graphs/mcp-server/index.js";
import { type AgentContext, numberRules } from "../nodes/settings.js";
import {
  addCatalogOptions,
  addRoutingOptions,
  type CatalogFlags,
  collect,
  type RoutingFlags,
  readNumber,
  toRoutingContext,
  withCatalog,
} from "./options.js";
import { type Io, note, plural } from "./output.js";
import { addEmbeddingOptions, type RouterFlags, withRouter } from "./router.js";

/** The variable that holds the token of clients over HTTP. */
const tokenVariable = "TOOLGAP_SERVE_TOKEN";
/** Characters of a token that cannot be guessed. */
const shortestToken = 16;
/** Milliseconds that loading has left when the client is gone. */
const leavingTime = 500;

interface ServeFlags
  extends CatalogFlags,
    RouterFlags,
    RoutingFlags,
    Pick<
      AgentContext,
      | ("maxToolRequests" | "maxBoundTools" | "maxResultTokens" | "advertise")
      | ("approval" | "ask" | "autoApprove" | "allow" | "deny")
    > {
  topK?: number;
  http?: number | true;
  tokenFile?: string;
  auth: boolean;
}

export function addServeCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("serve")
    .description("serve the tools to any MCP client, behind three tools: request_tools, describe_tool, call_tool");
  addEmbeddingOptions(addRoutingOptions(addCatalogOptions(command)))
    .addOption(
      new Option(
        "--http [port]",
        `over streamable HTTP on 127.0.0.1 instead of stdio; port ${defaults.serve.port} when left out, 0 for any`,
      ).argParser(readNumber({ integer: true, least: 0, most: 65_535 })),
    )
    .option(
      "--token-file <file>",
      `the bearer token that HTTP clients must send; ${tokenVariable} or a new one without`,
    )
    .option("--no-auth", "let every program on this machine in, without a token")
    .addOption(
      new Option(
        "--approval <when>",
        `which calls a person approves at the client; default: ${defaults.serve.approval}`,
      ).choices(["never", "destructive", "always"]),
    )
    .option(
      "--auto-approve <pattern>",
      "tools whose server/name matches run without approval; may be given several times",
      collect,
    )
    .option(
      "--ask <pattern>",
      "tools whose server/name matches always need approval; may be given several times",
      collect,
    )
    .option("--allow <pattern>", "only tools whose server/name matches; may be given several times", collect)
    .option("--deny <pattern>", "no tools whose server/name matches; may be given several times", collect)
    .addOption(
      new Option(
        "--advertise <what>",
        `what clients are told in advance; default: ${defaults.serve.advertise}`,
      ).choices(["none", "servers"]),
    )
    .addOption(
      new Option("--top-k <k>", "tools given for one request").argParser(readNumber(numberRules.maxToolsPerRequest)),
    )
    .addOption(
      new Option(
        "--max-tool-requests <n>",
        "rounds of discovery in a row, until a call works or the client pauses",
      ).argParser(readNumber(numberRules.maxToolRequests)),
    )
    .addOption(
      new Option("--max-bound-tools <n>", "tools loaded at one time for each client").argParser(
        readNumber(numberRules.maxBoundTools),
      ),
    )
    .addOption(
      new Option("--max-result-tokens <n>", "tokens of one result; what is longer is read on").argParser(
        readNumber(numberRules.maxResultTokens),
      ),
    )
    .action(async (flags: ServeFlags) => finish(await serve(flags, io)));
}

function toSettings(flags: ServeFlags): AgentContext {
  return {
    ...toRoutingContext(flags),
    maxToolsPerRequest: flags.topK,
    embeddingWeight: flags.embeddingWeight,
    maxToolRequests: flags.maxToolRequests,
    maxBoundTools: flags.maxBoundTools,
    maxResultTokens: flags.maxResultTokens,
    advertise: flags.advertise ?? defaults.serve.advertise,
    approval: flags.approval ?? defaults.serve.approval,
    autoApprove: flags.autoApprove,
    ask: flags.ask,
    allow: flags.allow,
    deny: flags.deny,
  };
}

/** Clients are greeted at once; what they ask before the catalog is loaded waits for it. */
async function serve(flags: ServeFlags, io: Io): Promise<number> {
  const token = await readToken(flags);
  // Whatever a library prints there would break the protocol.
  if (flags.http === undefined)
    Object.assign(console, { log: console.error, info: console.error, debug: console.error });
  io.endsItself = true;
  const { createProxyHost } = await import("../graphs/mcp-server/host.js");
  let give: (backend: ProxyBackend) => void = () => {};
  const backend = new Promise<ProxyBackend>((resolve) => {
    give = resolve;
  });
  const host = createProxyHost({ backend, settings: toSettings(flags), onNotice: (line) => note(io, line, "yellow") });
  io.signal.addEventListener("abort", () => tellOfCalls(host, io), { once: true });
  const finished = new AbortController();
  const signal = AbortSignal.any([io.signal, finished.signal]);
  const ended = flags.http === undefined ? overStdio(host, signal, io) : overHttp(host, flags.http, token, signal, io);
  let isLoaded = false;
  const work = withCatalog(flags, io, ({ catalog, states }) =>
    withRouter(flags, catalog, io, async (router) => {
      isLoaded = true;
      give({ catalog, router, states });
      note(io, `serving ${plural(catalog.size, "tool")} of ${plural(catalog.servers().length, "server")}`, "dim");
      await ended;
    }),
  );
  try {
    await Promise.race([ended, work]);
  } finally {
    finished.abort();
    await host.close();
  }
  // A client that leaves early waits for no slow server; what is wrong with a file is told all the same.
  await (isLoaded ? work : Promise.race([work, sleep(leavingTime, undefined, { ref: false })]));
  work.catch(() => undefined);
  io.signal.throwIfAborted();
  return 0;
}

const grace = defaults.serve.stopGrace;

function tellOfCalls(host: ProxyHost, io: Io): void {
  const count = host.calls();
  if (count === 0) return;
  note(
    io,
    `stopping: ${plural(count, "call")} under way may take ${grace / 1000} s more; a second signal ends at once`,
  );
}

async function overStdio(host: ProxyHost, signal: AbortSignal, io: Io): Promise<void> {
  if (process.stdin.isTTY)
    note(io, "waiting for an MCP client on standard input; --http serves clients over HTTP", "dim");
  const { serveStdio } = await import("../graphs/mcp-server/stdio.js");
  await serveStdio(host, { input: process.stdin, output: process.stdout, signal, grace });
}

async function overHttp(
  host: ProxyHost,
  port: number | true,
  token: Token,
  signal: AbortSignal,
  io: Io,
): Promise<void> {
  const { serveHttp } = await import("../graphs/mcp-server/http.js");
  const server = await serveHttp(host, { port: port === true ? defaults.serve.port : port, token: token.value });
  note(io, `listening on ${server.url}`);
  if (token.isNew) note(io, `clients must send this header, told here once: Authorization: Bearer ${token.value}`);
  if (token.value === undefined)
    note(io, "no token is asked for: every program on this machine can call these tools", "yellow");
  if (!signal.aborted) await once(signal, "abort");
  await server.close(grace);
}

interface Token {
  value: string | undefined;
  /** Made here, so that the person must be told. */
  isNew: boolean;
}

/** The token goes by a file or a variable: what stands on a command line, every process can read. */
async function readToken({ http, auth, tokenFile }: ServeFlags): Promise<Token> {
  const variable = process.env[tokenVariable];
  // The servers behind are strangers: what starts them hands on the environment.
  delete process.env[tokenVariable];
  if (http === undefined && (tokenFile !== undefined || !auth)) {
    throw new InputError(`${auth ? "--token-file" : "--no-auth"} is for HTTP: add --http, or leave it out`);
  }
  if (!auth && tokenFile !== undefined) {
    throw new InputError("--no-auth and --token-file are both given: leave one of them out");
  }
  if (http === undefined || !auth) return { value: undefined, isNew: false };
  if (tokenFile === undefined && variable === undefined) {
    return { value: randomBytes(32).toString("base64url"), isNew: true };
  }
  const source = tokenFile ?? tokenVariable;
  const value = (tokenFile === undefined ? variable! : await readTokenFile(tokenFile)).trim();
  if (value.length >= shortestToken && /^[\x21-\x7e]+$/.test(value)) return { value, isNew: false };
  throw new InputError(
    `the token in ${source} has ${plural(value.length, "character")}: expected ${shortestToken} or more, letters, digits and signs without a blank`,
  );
}

async function readTokenFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new InputError(
      `the token file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}): name one that is there`,
    );
  }
}
