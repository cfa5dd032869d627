/** One client over standard input and output. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ProxyHost } from "./host.js";

export interface StdioOptions {
  input: Readable;
  /** Carries the protocol and nothing else. */
  output: Writable;
  signal: AbortSignal;
  /** Milliseconds for calls under way once the signal is aborted; see `ProxyHost.stop`. Default: 0. */
  grace?: number | undefined;
}

/** Serves the client until its input ends, which aborts what is under way, or the signal is aborted, which answers it. */
export async function serveStdio(host: ProxyHost, options: StdioOptions): Promise<void> {
  const { input, output, signal, grace = 0 } = options;
  const connection = await host.connect(() => new StdioServerTransport(input, output));
  const end = () => void connection.close();
  // The transport reads to the end and stays: nothing of the protocol says so, but the client is gone.
  for (const event of ["end", "close"]) input.once(event, end);
  const stop = () => void host.stop(grace).then(end);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  if (input.readableEnded || input.destroyed) end();
  await connection.closed;
}
