/** All clients at one time: a session and a server for each, over one catalog. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { Directory, type DirectoryOptions } from "../../nodes/proxy/directory.js";
import { type ProxyBackend, ProxySession, type ProxySessionOptions } from "../../nodes/proxy/session.js";
import { createProxyServer, type ProxyServerOptions } from "./server.js";

export interface ProxyHostOptions
  extends Omit<ProxySessionOptions, "backend">,
    Omit<ProxyServerOptions, "functions">,
    Pick<DirectoryOptions, "changePause"> {
  /** What stands behind; clients are greeted before it has come. */
  backend: Promise<ProxyBackend>;
  /** Takes one line about a client that broke the protocol. */
  onNotice?: ((line: string) => void) | undefined;
}

/** A client that is connected. */
export interface ProxyConnection {
  session: ProxySession;
  /** Resolves when the client is gone and its session is freed. */
  closed: Promise<void>;
  close(): Promise<void>;
}

export interface ProxyHost {
  /** Connects a client; the transport is made with the id of its session. */
  connect<T extends Transport>(makeTransport: (id: string) => T): Promise<ProxyConnection & { transport: T }>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** @throws InputError for settings that are out of range. */
export function createProxyHost(options: ProxyHostOptions): ProxyHost {
  const { backend, onNotice = () => {} } = options;
  const servers = new Set<ReturnType<typeof createProxyServer>>();
  const directory = new Directory({
    catalog: backend.then(({ catalog }) => catalog),
    settings: options.settings,
    changePause: options.changePause,
    onChange: () => {
      for (const server of servers) void server.sendToolListChanged().catch(() => undefined);
    },
  });
  return {
    connect: async (makeTransport) => {
      const session = new ProxySession(options);
      const server = createProxyServer(session, { ...options, functions: () => directory.functions });
      const transport = makeTransport(session.id);
      server.onerror = (error) => onNotice(`a client's message could not be used: ${error.message.split("\n")[0]}`);
      const closed = new Promise<void>((resolve) => {
        server.onclose = () => {
          servers.delete(server);
          resolve(session.close());
        };
      });
      await server.connect(transport);
      servers.add(server);
      return { session, transport, closed, close: () => server.close() };
    },
    close: async () => {
      directory.close();
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}
