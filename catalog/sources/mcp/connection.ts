/** One connection to one server: made when it is first needed, shared, and made again when the server has died. */
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, McpError, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { defaults } from "../../defaults.js";
import { collectSecrets, redactDescriptions, redactTexts } from "../../secrets.js";
import type { ExecutionOptions, ToolOutcome } from "../../types.js";
import { untilAborted } from "../../until-aborted.js";
import { describeServer } from "../describe.js";
import { Backoff } from "./backoff.js";
import type { McpServerConfig } from "./config.js";
import { explainFailure, isConnectionLost, wasNotDone } from "./failures.js";
import { fetchWithHeaders } from "./headers.js";
import type { Listing } from "./manifest.js";
import { createOAuthProvider } from "./oauth.js";
import { callResultSchema, readOutcome, readTools, toolPageSchema } from "./schemas.js";
import { GuardedTransport } from "./transport.js";

const { version } = createRequire(import.meta.url)("toolgap/package.json") as { version: string };

export interface ConnectionOptions {
  /** Milliseconds for the server to start and list its tools. */
  startTimeout?: number | undefined;
  /** Milliseconds for one call. */
  callTimeout?: number | undefined;
  /** The server said that its tools have changed. */
  onToolsChanged?: (() => void) | undefined;
}

interface Session {
  client: Client;
  transport: Transport;
  /** Resolves when the server is ready for calls. */
  ready: Promise<void>;
  /** The last thing the transport complained about; explains a connection that closed. */
  complaint?: Error;
}

export class ServerConnection {
  readonly #config: McpServerConfig;
  readonly #options: ConnectionOptions;
  readonly #backoff = new Backoff();
  #failure: string | undefined;
  /** Shared by the sessions: a token is good for all of them. */
  readonly #oauth: ReturnType<typeof createOAuthProvider> | undefined;
  #session: Session | undefined;
  /** Resolves when nothing of the sessions that were given up is left. */
  #leaving: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Ends everything under way when the connection is closed; made when something is. */
  #closing: AbortController | undefined;

  constructor(config: McpServerConfig, options: ConnectionOptions = {}) {
    this.#config = config;
    this.#options = {
      ...options,
      startTimeout: config.startTimeout ?? options.startTimeout,
      callTimeout: config.callTimeout ?? options.callTimeout,
    };
    if (config.kind === "http" && config.oauth) this.#oauth = createOAuthProvider(config.oauth);
  }

  /** Why the server could not be started at the last attempt; undefined when it could. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** True when the server has been started or contacted, or is just being, and was not closed. */
  get open(): boolean {
    return this.#session !== undefined && !this.#closed;
  }

  /**
   * Starts the server when needed and lists its tools, all pages.
   * @throws Error with one line that says why the server cannot be used; no secret is in it.
   */
  async list(): Promise<Listing> {
    const limit = this.#options.startTimeout ?? defaults.serverStartTimeout;
    const deadline = Date.now() + limit;
    const session = await this.#connect();
    const found: unknown[] = [];
    const cursors = new Set<string | undefined>();
    let cursor: string | undefined;
    try {
      do {
        cursors.add(cursor);
        const timeout = Math.max(1, deadline - Date.now());
        const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
        const page = await session.client.request(request, toolPageSchema, { timeout });
        found.push(...page.tools);
        cursor = page.nextCursor || undefined;
        // A server with more pages, or one that hands out the same cursor again, is not followed further.
      } while (cursor !== undefined && !cursors.has(cursor) && cursors.size < defaults.maxToolPages);
    } catch (error) {
      // A server that offers prompts and resources only.
      if (!(error instanceof McpError && error.code === ErrorCode.MethodNotFound)) {
        throw this.#explain(error, session, "its tools could not be listed", limit);
      }
    }
    const { tools, setAside } = readTools(this.#config.name, found);
    if (cursor !== undefined) {
      const reason = `the server's list does not end: ${cursors.size} pages were read`;
      setAside.push({ server: this.#config.name, name: "(further pages)", reason });
    }
    const self = { ...session.client.getServerVersion(), instructions: session.client.getInstructions() };
    const description = describeServer(
      self,
      tools.map((tool) => tool.name),
    );
    const version = self.version === undefined ? {} : { version: self.version };
    return redactDescriptions({ description, ...version, tools, setAside }, this.#secrets());
  }

  /**
   * Calls a tool, starting the server when needed. A tool that fails is an outcome; a server that fails is an exception.
   * @throws Error with one line without secrets; the signal's reason when it was aborted.
   */
  async call(
    tool: string,
    args: Record<string, unknown>,
    options: ExecutionOptions = {},
  ): Promise<Omit<ToolOutcome, "simulated">> {
    const { signal } = options;
    signal?.throwIfAborted();
    const session = await untilAborted(this.#connect(), signal);
    try {
      return await this.#callOnce(session, tool, args, options, true);
    } catch (error) {
      if (!wasNotDone(error)) throw error;
    }
    this.#forget(session);
    return this.#callOnce(await untilAborted(this.#connect(), signal), tool, args, options, false);
  }

  async #callOnce(
    session: Session,
    tool: string,
    args: Record<string, unknown>,
    { signal, onProgress }: ExecutionOptions,
    mayRepeat: boolean,
  ) {
    const timeout = this.#options.callTimeout ?? defaults.toolCallTimeout;
    const request = { method: "tools/call" as const, params: { name: tool, arguments: args } };
    try {
      const result = await underOwnSignal(signal, (own) =>
        session.client.request(request, callResultSchema, {
          ...{ timeout, signal: own },
          // Asked for only where somebody listens.
          ...(onProgress && { onprogress: onProgress }),
        }),
      );
      return redactTexts(readOutcome(result), this.#withTokens(this.#config.credentials));
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (mayRepeat && wasNotDone(error)) throw error;
      if (isConnectionLost(error)) this.#forget(session);
      throw this.#explain(error, session, `the call of "${tool}" failed`, timeout);
    }
  }

  /** Ends the server and waits until nothing of it is left. Calls under way fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#closing?.abort(new Error("the connection was closed"));
    await Promise.all([this.#leaving, this.#session && this.#end(this.#session)]);
  }

  async #end(session: Session): Promise<void> {
    // Why a start failed has been told to those who waited for it.
    await session.ready.catch(() => undefined);
    if (session.transport instanceof StreamableHTTPClientTransport) await endHttpSession(session.transport);
    await session.client.close();
  }

  /** The session all callers share, ready for calls. */
  async #connect(): Promise<Session> {
    if (this.#closed) throw new Error(`server "${this.#config.name}": the connection was closed`);
    const { wait } = this.#backoff;
    if (!this.#session && wait > 0) {
      throw new Error(`${this.#failure}; it is tried again in ${Math.ceil(wait / 1_000)} s`);
    }
    this.#session ??= this.#start();
    const session = this.#session;
    await session.ready;
    return session;
  }

  /** The next call starts anew. */
  #forget(session: Session): void {
    if (this.#session === session) this.#session = undefined;
    this.#leaving = Promise.all([this.#leaving, session.client.close()]);
  }

  /** A stream of an HTTP server broke. When the server is gone, nobody will answer the calls that wait for it. */
  async #probe(session: Session): Promise<void> {
    try {
      await session.client.ping({ timeout: defaults.serverProbeTimeout });
    } catch (error) {
      const answered = error instanceof McpError && error.code !== ErrorCode.RequestTimeout;
      if (!answered) this.#forget(session);
    }
  }

  #start(): Session {
    const client = new Client({ name: "toolgap", version }, { capabilities: {} });
    const transport = createTransport(this.#config, this.#oauth);
    const session: Session = { client, transport, ready: Promise.resolve() };
    client.onclose = () => {
      if (this.#session === session) this.#session = undefined;
    };
    client.onerror = (error) => {
      session.complaint = error;
      if (transport instanceof StreamableHTTPClientTransport && /disconnected/.test(error.message)) {
        void this.#probe(session);
      }
    };
    const { onToolsChanged } = this.#options;
    if (onToolsChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
    session.ready = this.#open(session);
    return session;
  }

  async #open(session: Session): Promise<void> {
    const timeout = this.#options.startTimeout ?? defaults.serverStartTimeout;
    this.#closing ??= new AbortController();
    try {
      await underOwnSignal(this.#closing.signal, (signal) =>
        session.client.connect(session.transport, { timeout, signal }),
      );
      this.#backoff.succeeded();
      this.#failure = undefined;
    } catch (error) {
      await session.transport.close();
      if (this.#session === session) this.#session = undefined;
      const explained = this.#explain(error, session, "it could not be started", timeout);
      this.#backoff.failed();
      this.#failure = explained.message;
      throw explained;
    }
  }

  #explain(error: unknown, session: Session, what: string, timeout: number): Error {
    const { name } = this.#config;
    if (this.#closed) return new Error(`server "${name}": ${what}: the connection was closed`);
    const guarded = session.transport instanceof GuardedTransport ? session.transport : undefined;
    const details = { ending: guarded?.ending, stderr: guarded?.stderr, complaint: session.complaint, timeout };
    return new Error(`server "${name}": ${what}: ${explainFailure(error, details, this.#secrets())}`);
  }

  #secrets(): readonly string[] {
    return this.#withTokens(this.#config.secrets);
  }

  /** Tokens that were got meanwhile are secrets too. */
  #withTokens(secrets: readonly string[]): readonly string[] {
    const tokens = this.#oauth?.tokens();
    const texts = [tokens?.access_token, tokens?.refresh_token].filter((token) => token !== undefined);
    return texts.length === 0 ? secrets : [...collectSecrets(texts), ...secrets];
  }
}

function createTransport(config: McpServerConfig, authProvider: OAuthClientProvider | undefined): Transport {
  if (config.kind === "http") {
    const url = new URL(config.url);
    return new StreamableHTTPClientTransport(url, {
      fetch: fetchWithHeaders(url, config.headers),
      ...(authProvider && { authProvider }),
    }) as Transport;
  }
  // Windows has no process groups; there the SDK's transport knows how to start `npx` and ends the process itself.
  if (process.platform === "win32") return new StdioClientTransport({ ...config, stderr: "ignore" });
  return new GuardedTransport(config);
}

/** Tells a server with sessions that ours is over. It may be gone or not answer; then there is nothing to tell. */
async function endHttpSession(transport: StreamableHTTPClientTransport): Promise<void> {
  const ended = transport.terminateSession().catch(() => undefined);
  await Promise.race([ended, setTimeout(defaults.serverFarewellTimeout, undefined, { ref: false })]);
}

/**
 * Runs one request under a signal of its own. The SDK keeps its listener after the answer, and would then tell the
 * server to cancel what was done long ago.
 */
async function underOwnSignal<Value>(
  signal: AbortSignal | undefined,
  request: (own: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await request(own.signal);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
