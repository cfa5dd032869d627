/** One client over standard input and output. */
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ProxyHost } from "./host.js";

export interface StdioOptions {
  input: Readable;
  /** Carries the protocol and nothing else. */
  output: Writable;
  signal: AbortSignal;
}

/** Serves the client until its input ends or the signal is aborted. What is under way then is aborted. */
export async function serveStdio(host: ProxyHost, { input, output, signal }: StdioOptions): Promise<void> {
  const connection = await host.connect(() => new StdioServerTransport(input, output));
  const end = () => void connection.close();
  // The transport reads to the end and stays: nothing of the protocol says so, but the client is gone.
  for (const event of ["end", "close"]) input.once(event, end);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted || input.readableEnded || input.destroyed) end();
  await connection.closed;
}
