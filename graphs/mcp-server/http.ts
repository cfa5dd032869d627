/** Many clients over streamable HTTP, each with a session of its own, on this machine only. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { defaults } from "../../catalog/defaults.js";
import { InputError } from "../../catalog/types.js";
import { refuse } from "../../nodes/proxy/access.js";
import type { ProxyConnection, ProxyHost } from "./host.js";

const address = "127.0.0.1";
const path = "/mcp";

export interface HttpOptions {
  /** 0: any that is free. */
  port: number;
  /** What clients must send as bearer token; undefined lets in everyone who reaches the port. */
  token: string | undefined;
  /** Bytes of one message, sessions at one time, milliseconds until an idle one is over. Default: `defaults.serve`. */
  maxMessageBytes?: number | undefined;
  maxSessions?: number | undefined;
  idleTimeout?: number | undefined;
}

export interface HttpServer {
  /** Where clients connect to. */
  url: string;
  /** Sessions at this time. */
  sessions(): number;
  /** Takes no new calls, answers those under way (see `ProxyHost.stop`), then ends every session and stops listening. */
  close(grace?: number): Promise<void>;
}

/** Milliseconds that clients have to take their last answers. */
const farewellTime = 1_000;

interface Session extends ProxyConnection {
  transport: StreamableHTTPServerTransport;
  /** Responses under way; a client that listens holds one open. */
  open: number;
  /** When the last one ended. */
  idleSince: number;
  timer: NodeJS.Timeout | undefined;
  isOver: boolean;
}

/** @throws InputError when the port is taken. */
export async function serveHttp(host: ProxyHost, options: HttpOptions): Promise<HttpServer> {
  const { maxMessageBytes, maxSessions, idleTimeout } = { ...defaults.serve, ...defined(options) };
  const sessions = new Map<string, Session>();
  /** Those that have not been greeted yet: they take up room, too, when many come at the same time. */
  const opening = new Set<string>();
  /** Answers to what clients sent; what they only listen to stays open. */
  const answers = new Set<ServerResponse>();

  const connect = async (): Promise<Session> => {
    const connection = await host.connect((id) => {
      opening.add(id);
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => id,
        onsessioninitialized: () => {
          opening.delete(id);
          sessions.set(id, session);
        },
        maxRequestBodySize: maxMessageBytes,
      });
      // Its optional handlers are declared as always there.
      return transport as StreamableHTTPServerTransport & Transport;
    });
    const session: Session = { ...connection, open: 0, idleSince: Date.now(), timer: undefined, isOver: false };
    void session.closed.then(() => {
      session.isOver = true;
      clearTimeout(session.timer);
      opening.delete(session.id);
      sessions.delete(session.id);
    });
    return session;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { port } = server.address() as AddressInfo;
    const refusal = refuse(request.headers, { port, token: options.token });
    if (refusal) return answer(response, refusal.status, refusal.message, refusal.headers);
    if (request.url?.split("?")[0] !== path) return answer(response, 404, `The server is at ${path}.`);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    // Clients that are known may still cancel, and say what a person decided.
    if (!known && host.isStopping()) return answer(response, 503, "The server is stopping.");
    // The protocol says so: the client begins anew.
    if (id !== undefined && !known) return answer(response, 404, "There is no such session, or no longer.");
    while (!known && sessions.size + opening.size >= maxSessions) {
      if (await endIdlest(sessions)) continue;
      return answer(response, 503, "Too many sessions are open.", { "Retry-After": "30" });
    }
    const session = known ?? (await connect());
    keepWhileOpen(session, response, idleTimeout);
    if (request.method === "POST") {
      answers.add(response);
      response.once("close", () => answers.delete(response));
    }
    try {
      await session.transport.handleRequest(request, response);
    } finally {
      // Anything but a greeting leaves nothing behind.
      if (!sessions.has(session.id)) await session.close();
    }
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      if (response.headersSent) response.destroy(error);
      else answer(response, 500, "The request could not be handled.");
    });
  });
  server.listen(options.port, address);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => failToListen(error, options));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address}:${port}${path}`,
    sessions: () => sessions.size,
    close: async (grace = 0) => {
      await host.stop(grace);
      const taken = Promise.all(
        [...answers].map((response) => new Promise<void>((resolve) => response.once("close", resolve))),
      );
      await Promise.race([taken, sleep(farewellTime, undefined, { ref: false })]);
      const ended = new Promise((resolve) => server.close(resolve));
      await Promise.all([...sessions.values()].map((session) => session.close()));
      server.closeAllConnections();
      await ended;
    },
  };
}

function failToListen(error: NodeJS.ErrnoException, { port }: HttpOptions): never {
  throw new InputError(
    `port ${port} on ${address} cannot be listened on (${error.code ?? error.message}): give another one after --http, 0 for any`,
  );
}

function keepWhileOpen(session: Session, response: ServerResponse, idleTimeout: number): void {
  session.open += 1;
  clearTimeout(session.timer);
  response.once("close", () => {
    session.open -= 1;
    session.idleSince = Date.now();
    if (session.open > 0 || session.isOver) return;
    session.timer = setTimeout(() => void session.close(), idleTimeout).unref();
  });
}

/** Makes room for a client that comes; false when all are busy. */
async function endIdlest(sessions: ReadonlyMap<string, Session>): Promise<boolean> {
  const [idlest] = [...sessions.values()]
    .filter(({ open }) => open === 0)
    .toSorted((a, b) => a.idleSince - b.idleSince);
  await idlest?.close();
  await idlest?.closed;
  return idlest !== undefined;
}

/** In the form of the protocol, for clients that read it. */
function answer(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  // What is left of a refused request is not read.
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}

function defined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
