/** graph-tool-call: short queries over a few abridged MCP servers. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import { Drops, expectShape, toJsonSchema } from "./shapes.js";
import type { ImportedServer, Importer } from "./types.js";

const toolsFolder = "benchmarks/mcp_tools";
const truthFolder = "benchmarks/ground_truth";
/** The query files that ask for tools of these servers; the others ask for endpoints of web APIs. */
const truthNames = ["cli_agent", "mixed_mcp", "multi_mcp", "playwright"];

const serverFile = z.object({
  name: z.string(),
  description: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: z.unknown() })),
});
const truthFile = z.object({
  queries: z.array(z.object({ query: z.string(), expected_tools: z.array(z.string()).min(1) })),
});

export const graphtoolcall: Importer = {
  name: "graphtoolcall",
  repository: "SonAIengine/graph-tool-call",
  commit: "f8bec761",
  license: "MIT",
  async convert(clone) {
    const servers: ImportedServer[] = [];
    for (const name of await clone.list(toolsFolder, ".json")) {
      const path = `${toolsFolder}/${name}`;
      const server = expectShape(serverFile, await clone.json(path), clone, path);
      servers.push({
        ...server,
        tools: server.tools.map((tool) => ({ ...tool, inputSchema: toJsonSchema(tool.inputSchema) })),
      });
    }
    const drops = new Drops();
    const tasks: TaskLine[] = [];
    for (const name of truthNames) {
      const path = `${truthFolder}/${name}.json`;
      const { queries } = expectShape(truthFile, await clone.json(path), clone, path);
      for (const [index, { query, expected_tools: expected }] of queries.entries()) {
        const slots = expected.map((tool) => pairsOf(tool, servers));
        if (slots.some((slot) => slot.length === 0)) {
          drops.add("an expected tool is not in the catalog");
          continue;
        }
        const gold = slots.map((slot) => slot[0]!);
        const shared = slots.some((slot) => slot.length > 1);
        tasks.push({ id: `gtc-${name}-${index}`, query, gold, ...(shared ? { slots } : {}) });
      }
    }
    return [{ name: "graphtoolcall", servers, tasks, dropped: drops.counts }];
  },
};

function pairsOf(tool: string, servers: readonly ImportedServer[]): [string, string][] {
  return servers.filter(({ tools }) => tools.some(({ name }) => name === tool)).map(({ name }) => [name, tool]);
}
