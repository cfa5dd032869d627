/**
 * All clients at one time: a session and a server for each, over one catalog. What the sessions are made of is loaded
 * beside the first messages, so that a client that starts this process is greeted at once.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Directory, DirectoryOptions } from "../../nodes/proxy/directory.js";
import { type ProxyFunction, proxyFunctions } from "../../nodes/proxy/functions.js";
import { RunningCalls } from "../../nodes/proxy/running-calls.js";
import type { ProxyBackend, ProxySession, ProxySessionOptions } from "../../nodes/proxy/session.js";
import { resolveSettings } from "../../nodes/settings.js";
import { createProxyServer, type ProxyServerOptions } from "./server.js";

export interface ProxyHostOptions
  extends Omit<ProxySessionOptions, "backend" | "id">,
    Omit<ProxyServerOptions, "functions" | "calls">,
    Pick<DirectoryOptions, "changePause"> {
  /** What stands behind; clients are greeted before it has come. */
  backend: Promise<ProxyBackend>;
  /** Takes one line about a client that broke the protocol. */
  onNotice?: ((line: string) => void) | undefined;
}

/** A client that is connected. */
export interface ProxyConnection {
  id: string;
  session: Promise<ProxySession>;
  /** Resolves when the client is gone and its session is freed. */
  closed: Promise<void>;
  close(): Promise<void>;
}

export interface ProxyHost {
  /** Connects a client; the transport is made with the id of its session. */
  connect<T extends Transport>(makeTransport: (id: string) => T): Promise<ProxyConnection & { transport: T }>;
  /** Calls under way, over all clients. */
  calls(): number;
  /** True once new calls and clients are refused. */
  isStopping(): boolean;
  /**
   * Refuses new calls, and resolves when those under way are answered: with their result within `grace` milliseconds, else
   * with an error that says so. The connections stay open.
   */
  stop(grace: number): Promise<void>;
  /** Ends every connection; calls under way are answered with an error first. */
  close(): Promise<void>;
}

/** @throws InputError for settings that are out of range. */
export function createProxyHost(options: ProxyHostOptions): ProxyHost {
  const { backend, settings, changePause, onNotice = () => {} } = options;
  resolveSettings({}, settings);
  const servers = new Set<ReturnType<typeof createProxyServer>>();
  /** Those whose clients take notices: they were greeted. */
  const listening = new Set<ReturnType<typeof createProxyServer>>();
  const calls = new RunningCalls();
  let functions: readonly ProxyFunction[] = proxyFunctions({ servers: [], openWorld: true });
  let directory: Directory | undefined;
  let isClosed = false;
  const follow = async (): Promise<void> => {
    const [{ Directory }, { catalog }] = await Promise.all([import("../../nodes/proxy/directory.js"), backend]);
    if (isClosed) return;
    const onChange = (changed: readonly ProxyFunction[]) => {
      functions = changed;
      for (const server of listening) void server.sendToolListChanged().catch(() => undefined);
    };
    directory = new Directory({ catalog, settings, changePause, onChange });
  };
  // A catalog that cannot be loaded is told by whoever loads it.
  void follow().catch(() => undefined);
  const stop = async (grace: number): Promise<void> => {
    await calls.end(grace);
    // The answers are handed to the transports right after.
    await nextTick();
  };
  return {
    calls: () => calls.size,
    isStopping: () => calls.isEnding,
    stop,
    connect: async (makeTransport) => {
      const id = randomUUID();
      const session = import("../../nodes/proxy/session.js").then(
        ({ ProxySession }) => new ProxySession({ ...options, id }),
      );
      const server = createProxyServer(session, { ...options, functions: () => functions, calls });
      const transport = makeTransport(id);
      server.onerror = (error) => onNotice(`a client's message could not be used: ${error.message.split("\n")[0]}`);
      const closed = new Promise<void>((resolve) => {
        server.onclose = () => {
          servers.delete(server);
          listening.delete(server);
          resolve(
            session
              .then((open) => open.close())
              .catch((error: Error) => onNotice(`what was kept for a client cannot be removed: ${error.message}`)),
          );
        };
      });
      server.oninitialized = () => void listening.add(server);
      await server.connect(transport);
      servers.add(server);
      return { id, session, transport, closed, close: () => server.close() };
    },
    close: async () => {
      isClosed = true;
      directory?.close();
      await stop(0);
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}
