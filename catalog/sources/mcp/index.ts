/** MCP servers as a source of the catalog. */
import pLimit, { type LimitFunction } from "p-limit";
import { defaults } from "../../defaults.js";
import type { ExecutionOptions, ServerDefinition, SetAsideTool } from "../../types.js";
import { Backoff } from "./backoff.js";
import { type McpServerConfig, readMcpConfig, type ServerFailure } from "./config.js";
import { type ConnectionOptions, ServerConnection } from "./connection.js";
import { type Listing, readManifest, resolveManifestDirectory, writeManifest } from "./manifest.js";

export type { ServerFailure } from "./config.js";

export interface McpOptions extends Pick<ConnectionOptions, "startTimeout" | "callTimeout"> {
  /** Where the tool lists are kept. Default: `$TOOLGAP_CACHE_DIR/manifests`, or `manifests` in the user's cache folder. */
  manifestDirectory?: string | undefined;
  /** Takes one line about something the person should know; it holds no secret. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface LoadMcpOptions extends McpOptions {
  /** Contact every server even when its manifest is there. */
  refresh?: boolean | undefined;
  /** Milliseconds until a server that has not listed its tools is left behind; it is taken up when it answers. */
  patience?: number | undefined;
  /**
   * Takes the new definition of a server whose tools turn out, while it is connected, to be others than were loaded, and of
   * one that failed first and could be used later.
   */
  onServerChanged?: ((server: ServerDefinition) => void) | undefined;
}

/** Where one configured server stands. */
export interface ServerState {
  server: string;
  /** `manifest`: its tools are known from an earlier run, and it was not contacted. */
  state: "configured" | "manifest" | "connected" | "failed";
  /** Why it failed. */
  reason?: string | undefined;
}

export interface LoadedMcpServers {
  /** In the order of the file. */
  servers: ServerDefinition[];
  /** Servers that cannot be used; the others are not touched by it. */
  failures: ServerFailure[];
  /** Every server of the file as it is now. */
  states(): ServerState[];
  /** Ends every server that was started and waits for it. */
  close(): Promise<void>;
}

/** What `syncMcpServers` found out about one server. */
export interface SyncedMcpServer {
  server: string;
  /** How many tools it offers. */
  tools: number;
  setAside: SetAsideTool[];
  /** Names of tools that came and went since the last manifest. */
  changed: { added: string[]; removed: string[] };
  failure?: string | undefined;
}

/**
 * Loads the servers of an `mcp.json`. A server with a manifest is not started: its process starts when one of its tools
 * is first executed. A server without one is contacted, and that connection serves the run.
 * @throws InputError when the file is missing, not JSON or of another shape.
 */
export async function loadMcpServers(configPath: string, options: LoadMcpOptions = {}): Promise<LoadedMcpServers> {
  const { servers: configs, failures } = await readMcpConfig(configPath);
  const directory = resolveManifestDirectory(options.manifestDirectory);
  const sources = configs.map((config) => new McpSource(config, directory, options));
  // What is kept is read at once; only servers that have to be contacted wait for each other.
  const limit = pLimit(defaults.serverConcurrency);
  const results = await Promise.all(sources.map((source) => source.load(options.refresh ?? false, limit)));
  return {
    servers: results.flatMap((result) => ("tools" in result ? [result] : [])),
    failures: [...failures, ...results.flatMap((result) => ("reason" in result ? [result] : []))],
    states: () => [
      ...sources.map((source) => source.state()),
      ...failures.map(({ server, reason }) => ({ server, state: "failed" as const, reason })),
    ],
    close: async () => {
      await Promise.all(sources.map((source) => source.close()));
    },
  };
}

/**
 * Contacts every server of an `mcp.json`, writes its manifest anew and ends it again.
 * @throws InputError when the file is missing, not JSON or of another shape.
 */
export async function syncMcpServers(configPath: string, options: McpOptions = {}): Promise<SyncedMcpServer[]> {
  const { servers: configs, failures } = await readMcpConfig(configPath);
  const directory = resolveManifestDirectory(options.manifestDirectory);
  const sources = configs.map((config) => new McpSource(config, directory, options));
  const limit = pLimit(defaults.serverConcurrency);
  const synced = await Promise.all(sources.map((source) => limit(() => source.sync().finally(() => source.close()))));
  return [...synced, ...failures.map(({ server, reason }) => failedSync(server, reason))];
}

function failedSync(server: string, failure: string): SyncedMcpServer {
  return { server, tools: 0, setAside: [], changed: { added: [], removed: [] }, failure };
}

/** One configured server: its manifest and its connection. */
class McpSource {
  readonly connection: ServerConnection;
  readonly #config: McpServerConfig;
  readonly #directory: string;
  readonly #options: LoadMcpOptions;
  #listed: Listing | undefined;
  /** True when this run has seen the server's own list, not only the manifest. */
  #checked = false;
  #relisting: NodeJS.Timeout | undefined;
  #retrying: NodeJS.Timeout | undefined;
  readonly #backoff = new Backoff();
  #failure: string | undefined;
  /** What is said of the server while it is waited for. */
  #late: ServerFailure | undefined;
  #closed = false;

  constructor(config: McpServerConfig, directory: string, options: LoadMcpOptions) {
    this.#config = config;
    this.#directory = directory;
    this.#options = options;
    const { startTimeout, callTimeout } = options;
    const onToolsChanged = () => this.#scheduleRelisting();
    this.connection = new ServerConnection(config, { startTimeout, callTimeout, onToolsChanged });
  }

  async load(refresh: boolean, limit: LimitFunction): Promise<ServerDefinition | ServerFailure> {
    const { listing: known, problem } = await readManifest(this.#directory, this.#config);
    if (known && !refresh) return this.#define(known);
    if (problem) this.#notice(`${problem}; it is made anew`);
    const result = await limit(() => {
      const contact = this.#contact(known ? "anew" : "at first contact");
      return this.#options.onServerChanged ? this.#withPatience(contact) : contact;
    });
    if ("reason" in result && result !== this.#late) this.#retryLater();
    return result;
  }

  state(): ServerState {
    const { failure = this.#failure } = this.connection;
    const reason = failure && this.#reason(new Error(failure));
    const server = this.#config.name;
    if (reason !== undefined) return { server, state: "failed", reason };
    if (this.connection.open) return { server, state: "connected" };
    return { server, state: this.#listed === undefined ? "configured" : "manifest" };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retrying);
    clearTimeout(this.#relisting);
    await this.connection.close();
  }

  async #contact(when: string): Promise<ServerDefinition | ServerFailure> {
    try {
      const listing = await this.#list();
      await this.#write(listing);
      this.#notice(`${listing.tools.length} tools listed ${when}, kept for the next runs`);
      this.#failure = undefined;
      return this.#define(listing);
    } catch (error) {
      this.#failure = this.#reason(error);
      return { server: this.#config.name, reason: this.#failure };
    }
  }

  /** A server that takes long does not hold up the others: it is taken up when it answers. */
  async #withPatience(contact: Promise<ServerDefinition | ServerFailure>): Promise<ServerDefinition | ServerFailure> {
    const patience = this.#options.patience ?? defaults.serverPatience;
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patience);
    });
    const result = await Promise.race([contact, waited]);
    clearTimeout(timer);
    if (result) return result;
    void contact.then((later) => this.#takeUp(later));
    const reason = `it has not listed its tools within ${patience / 1_000} s; it is taken up when it has`;
    this.#late = { server: this.#config.name, reason };
    return this.#late;
  }

  #takeUp(result: ServerDefinition | ServerFailure): void {
    if (this.#closed) return;
    if ("reason" in result) this.#retryLater();
    else this.#options.onServerChanged?.(result);
  }

  /** Tries again on our own, as long as that may help: without tools in the catalog no call would do it. */
  #retryLater(): void {
    this.#backoff.failed();
    const isOver = this.#backoff.failures >= defaults.serverRetry.attempts;
    if (this.#closed || !this.#options.onServerChanged || isOver) return;
    const retry = async (): Promise<void> => this.#takeUp(await this.#contact("after a failure"));
    this.#retrying = setTimeout(retry, this.#backoff.wait + 10).unref();
  }

  async sync(): Promise<SyncedMcpServer> {
    const { listing: before, problem } = await readManifest(this.#directory, this.#config);
    if (problem) this.#notice(`${problem}; it is made anew`);
    try {
      const listing = await this.#list();
      await this.#write(listing);
      const { tools, setAside } = listing;
      return { server: this.#config.name, tools: tools.length, setAside, changed: compareNames(before, listing) };
    } catch (error) {
      return failedSync(this.#config.name, this.#reason(error));
    }
  }

  /** After the first call the server runs anyway: a look at its list finds out whether the manifest is still true. */
  async #call(tool: string, args: Record<string, unknown>, options: ExecutionOptions) {
    const outcome = await this.connection.call(tool, args, options);
    if (!this.#checked) void this.#relist();
    return outcome;
  }

  async #list(): Promise<Listing> {
    this.#checked = true;
    return this.connection.list();
  }

  /** The failure's record has the server's name already. */
  #reason(error: unknown): string {
    return (error as Error).message.replace(`server "${this.#config.name}": `, "");
  }

  #notice(text: string): void {
    this.#options.onNotice?.(`server "${this.#config.name}": ${text}`);
  }

  /** A cache that cannot be written costs time in the next run, nothing else. */
  async #write(listing: Listing): Promise<void> {
    try {
      await writeManifest(this.#directory, this.#config, listing);
    } catch (error) {
      this.#notice(`its manifest could not be written to ${this.#directory}: ${(error as Error).message}`);
    }
  }

  #define(listing: Listing): ServerDefinition {
    this.#listed = listing;
    return {
      name: this.#config.name,
      description: this.#config.description ?? listing.description,
      tools: listing.tools.map((tool) => ({
        ...tool,
        execute: (args, options) => this.#call(tool.name, args, options),
        // The connection keeps time itself: for the start of the server and for the call.
        timeout: Number.POSITIVE_INFINITY,
      })),
      setAside: listing.setAside,
    };
  }

  /** Servers announce each single change; one look when they have finished is enough. */
  #scheduleRelisting(): void {
    if (this.#listed === undefined) return;
    clearTimeout(this.#relisting);
    this.#relisting = setTimeout(() => void this.#relist(), 100).unref();
  }

  async #relist(): Promise<void> {
    if (!this.connection.open) return;
    try {
      const listing = await this.#list();
      const before = this.#listed;
      if (JSON.stringify(listing) === JSON.stringify(before)) return;
      const server = this.#define(listing);
      await this.#write(listing);
      // A new version alone is nothing to anybody but the manifest.
      if (before && toolsOf(listing) === toolsOf(before)) return;
      this.#notice(`its tools have changed: ${listing.tools.length} tools now`);
      this.#options.onServerChanged?.(server);
    } catch (error) {
      if (this.connection.open) this.#notice(this.#reason(error));
    }
  }
}

/** A listing without the server's version, to compare. */
function toolsOf({ description, tools, setAside }: Listing): string {
  return JSON.stringify([description, tools, setAside]);
}

function compareNames(before: Listing | undefined, after: Listing): SyncedMcpServer["changed"] {
  const old = new Set(before?.tools.map((tool) => tool.name));
  const current = new Set(after.tools.map((tool) => tool.name));
  return {
    added: [...current].filter((name) => !old.has(name)),
    removed: [...old].filter((name) => !current.has(name)),
  };
}
