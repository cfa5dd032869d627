/** From nothing to the first call of a model, with MCP servers whose tool lists are kept from an earlier run. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { loadCatalog } from "../../catalog/load.js";
import { openRouter } from "../../catalog/search/warm-router.js";
import { readMcpConfig } from "../../catalog/sources/mcp/config.js";
import { writeManifest } from "../../catalog/sources/mcp/manifest.js";
import { createActiveGraph } from "../../graphs/active.js";
import type { BenchCatalog } from "./catalogs.js";
import { interleave, type Pace, type Timing } from "./measure.js";

export interface StartRow {
  tools: number;
  /** Milliseconds: tool lists, catalog, router, graph, and one call of a model that answers at once. */
  start: Timing;
}

class ToolTakingModel extends FakeListChatModel {
  override bindTools(): this {
    return this;
  }
}

/** Measures all catalogs in turn. No server is started: no tool is called. */
export async function measureStart(catalogs: readonly BenchCatalog[], pace: Pace): Promise<StartRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "toolgap-bench-"));
  try {
    const starts: Record<string, () => Promise<void>> = {};
    for (const bench of catalogs) {
      const mcpConfig = await keepLists(bench, folder);
      starts[bench.tools] = () => start(mcpConfig, folder);
    }
    const timings = await interleave(starts, pace);
    return catalogs.map(({ tools }) => ({ tools, start: timings[tools]! }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an `mcp.json` with the servers of a catalog, and the tool lists that an earlier run would have kept. */
export async function keepLists(bench: BenchCatalog, folder: string): Promise<string> {
  const servers = bench.create().servers();
  const path = join(folder, `${bench.tools}.json`);
  const entries = servers.map(({ name }) => [name, { command: "never-started", args: [`${bench.tools}`] }] as const);
  await writeFile(path, JSON.stringify({ mcpServers: Object.fromEntries(entries) }));
  const { servers: configs } = await readMcpConfig(path);
  for (const [index, { description, tools }] of servers.entries()) {
    const listed = tools.map((tool) => ({
      ...{ name: tool.id.name, description: tool.description, inputSchema: tool.inputSchema },
    }));
    await writeManifest(folder, configs[index]!, { description, tools: listed, setAside: [] });
  }
  return path;
}

/** One start, up to the answer of the first call. */
export async function start(mcpConfig: string, folder: string): Promise<void> {
  const { catalog, close } = await loadCatalog({ mcpConfig, manifestDirectory: folder });
  const { router } = await openRouter("hybrid", catalog, { directory: folder });
  const graph = createActiveGraph({ catalog, router, model: new ToolTakingModel({ responses: ["Done."] }) });
  await graph.invoke({ messages: [{ role: "user", content: "Say done." }] });
  await close();
}
