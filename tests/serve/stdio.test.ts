import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { serveStdio } from "../../graphs/mcp-server/index.js";
import { goldenCatalog } from "../golden/catalog.js";
import { hostOver } from "./support.js";

/** Serves streams as a process would its own; `lines` are the messages on the output. */
function serveStreams() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  const notices: string[] = [];
  const host = hostOver(goldenCatalog(), { onNotice: (line) => notices.push(line) });
  const ended = serveStdio(host, { input, output, signal: stop.signal });
  let text = "";
  output.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const lines = () =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id?: number });
  return { input, ended, stop, notices, lines };
}

const ping = (id: number) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;

describe("serving over streams", () => {
  it("goes on after lines that are no messages, and tells of them", async () => {
    const { input, ended, notices, lines } = serveStreams();
    input.write('not json\n{"jsonrpc":"1.0"}\n[]\n\u0000\n');
    input.write(ping(1));
    await vi.waitFor(() => expect(lines()).toContainEqual({ jsonrpc: "2.0", id: 1, result: {} }));
    expect(notices.length).toBeGreaterThan(0);
    expect(notices.every((line) => line.startsWith("a client's message could not be used: "))).toBe(true);
    input.end();
    await ended;
  });

  it("reads messages that come in pieces, and several in one piece", async () => {
    const { input, ended, lines } = serveStreams();
    for (const character of ping(1)) input.write(character);
    input.write(ping(2) + ping(3));
    await vi.waitFor(() => expect(lines().map(({ id }) => id)).toEqual([1, 2, 3]));
    input.end();
    await ended;
  });

  it.each<[string, (served: ReturnType<typeof serveStreams>) => void]>([
    ["the input ends", ({ input }) => input.end()],
    ["the input breaks", ({ input }) => input.destroy()],
    ["it is told to stop", ({ stop }) => stop.abort()],
  ])("ends when %s", async (_, end) => {
    const served = serveStreams();
    served.input.write(ping(1));
    await vi.waitFor(() => expect(served.lines()).toHaveLength(1));
    end(served);
    await served.ended;
  });
});
