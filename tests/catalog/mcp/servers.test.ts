import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type LoadedMcpServers, loadMcpServers } from "../../../catalog/sources/mcp/index.js";
import type { ExecutionOptions } from "../../../catalog/types.js";
import { temporaryFolder } from "./support.js";

let folder: string;
let loaded: LoadedMcpServers;
const notices: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("USER", "tester");
  loaded = await loadMcpServers("examples/mcp.json", {
    manifestDirectory: join(folder, "manifests"),
    onNotice: (line) => notices.push(line),
    callTimeout: 2_000,
  });
});

afterAll(async () => {
  await loaded.close();
  vi.unstubAllEnvs();
});

async function call(server: string, tool: string, args: Record<string, unknown>, options: ExecutionOptions = {}) {
  const definition = loaded.servers.find((candidate) => candidate.name === server);
  const execute = definition?.tools.find((candidate) => candidate.name === tool)?.execute;
  if (!execute) throw new Error(`there is no ${server}/${tool}`);
  const { content, ...outcome } = await execute(args, options);
  return { ...outcome, content, text: content.map((piece) => (piece.type === "text" ? piece.text : "")).join("\n") };
}

describe("the example configuration", () => {
  it("offers every tool of three published servers, and says what it did once for each", () => {
    expect(loaded.failures).toEqual([]);
    expect(loaded.servers.map(({ name, tools }) => [name, tools.length])).toEqual([
      ["filesystem", 14],
      ["memory", 9],
      ["everything", 12],
    ]);
    expect(loaded.servers[2]?.setAside).toEqual([
      { server: "everything", name: "simulate-research-query", reason: expect.stringContaining("only as a task") },
    ]);
    expect(notices.sort()).toEqual(
      ["everything", "filesystem", "memory"].map((name) =>
        expect.stringMatching(`^server "${name}": \\d+ tools listed`),
      ),
    );
  });

  it("passes on what the servers say of their tools", () => {
    const tools = loaded.servers[0]?.tools ?? [];
    expect(tools.find((tool) => tool.name === "read_text_file")).toMatchObject({
      description: expect.stringContaining("Read the complete contents of a file"),
      inputSchema: { type: "object", required: ["path"] },
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    });
    expect(tools.find((tool) => tool.name === "write_file")?.annotations?.destructiveHint).toBe(true);
  });

  it("lists and reads files by paths relative to the working directory", async () => {
    const list = await call("filesystem", "list_directory", { path: "./catalog" });
    for (const entry of readdirSync("catalog")) expect(list.text).toContain(entry);
    const file = await call("filesystem", "read_text_file", { path: "package.json" });
    expect(file.text).toBe(readFileSync("package.json", "utf8"));
    expect(file.structured).toEqual({ content: file.text });
  });

  it("reports a file that is not there, and a path outside the folder, as outcomes", async () => {
    await expect(call("filesystem", "read_text_file", { path: "no-such-file" })).resolves.toMatchObject({
      isError: true,
      text: expect.stringContaining("ENOENT"),
    });
    await expect(call("filesystem", "list_directory", { path: "/" })).resolves.toMatchObject({
      isError: true,
      text: expect.stringContaining("outside allowed directories"),
    });
  });

  it("remembers, in a file in the temporary folder", async () => {
    const entity = { name: "Ada", entityType: "person", observations: ["wrote programs"] };
    await call("memory", "create_entities", { entities: [entity] });
    await expect(call("memory", "search_nodes", { query: "programs" })).resolves.toMatchObject({
      structured: { entities: [entity], relations: [] },
    });
    expect(readFileSync(join(folder, "toolgap-memory-tester.jsonl"), "utf8")).toContain("Ada");
    expect(existsSync("node_modules/@modelcontextprotocol/server-memory/dist/memory.jsonl")).toBe(false);
  });

  it("gives images, resources and links in their own kinds", async () => {
    const image = await call("everything", "get-tiny-image", {});
    expect(image.content).toContainEqual({ type: "image", data: expect.any(String), mimeType: "image/png" });
    const links = await call("everything", "get-resource-links", { count: 2 });
    expect(links.content.filter((piece) => piece.type === "resource_link")).toHaveLength(2);
  });

  it("gives a structured result once, beside its text", async () => {
    const outcome = await call("everything", "get-structured-content", { location: "New York" });
    expect(outcome.content).toHaveLength(1);
    expect(JSON.parse(outcome.text)).toEqual(outcome.structured);
  });

  it("reports arguments that the server refuses", async () => {
    await expect(call("everything", "get-sum", { a: "one" })).resolves.toMatchObject({
      isError: true,
      text: expect.stringContaining("Invalid arguments"),
    });
  });

  it("gives up a long operation after the timeout, and on demand, and goes on", async () => {
    const long = { duration: 30, steps: 30 };
    await expect(call("everything", "trigger-long-running-operation", long)).rejects.toThrow(
      'server "everything": the call of "trigger-long-running-operation" failed: no answer within 2 s',
    );
    const controller = new AbortController();
    const running = call("everything", "trigger-long-running-operation", long, { signal: controller.signal });
    const expectation = expect(running).rejects.toThrow("stopped by hand");
    // The server reads in order: with this answer it has the operation before it.
    await call("everything", "echo", { message: "meanwhile" });
    controller.abort(new Error("stopped by hand"));
    await expectation;
    await expect(call("everything", "echo", { message: "still here" })).resolves.toMatchObject({
      text: "Echo: still here",
    });
  });
});
