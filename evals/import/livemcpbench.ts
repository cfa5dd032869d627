/** LiveMCPBench: daily tasks over real MCP servers; people wrote down steps and tool names, without servers. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import type { Clone } from "./clone.js";
import { Drops, expectShape } from "./shapes.js";
import type { ImportedServer, ImportedSet, Importer } from "./types.js";

const catalogFile = "tools/LiveMCPTool/tools.json";
const tasksFile = "annotated_data/all_annotations.json";

const toolLists = z.record(
  z.string(),
  z.object({
    tools: z
      .array(
        z.object({
          name: z.string(),
          description: z.string().nullish(),
          inputSchema: z.record(z.string(), z.unknown()).nullish(),
        }),
      )
      .nullish(),
  }),
);
const serverList = z.array(
  z.object({ name: z.string(), description: z.string().nullish(), tools: toolLists.nullish() }),
);
const annotations = z.array(
  z.object({
    task_id: z.string(),
    Question: z.string(),
    category: z.string().nullish(),
    "Annotator Metadata": z.object({ Steps: z.string().nullish(), Tools: z.string().nullish() }),
  }),
);

type Pair = [string, string];

/** Tools of these names do the same on some servers only; who annotated them meant those. */
const meant: Record<string, (server: string) => boolean> = {
  fetch: (server) => server === "Fetch MCP Server",
  list_directory: (server) => server === "Filesystem MCP Server" || server === "Desktop Commander MCP",
};

export const livemcpbench: Importer = {
  name: "livemcpbench",
  repository: "icip-cas/LiveMCPBench",
  commit: "a928e57d",
  license: "Apache-2.0",
  async convert(clone) {
    const servers = await readServers(clone);
    const serversOf = new Map<string, string[]>();
    for (const { name, tools } of servers) {
      for (const tool of tools) serversOf.set(tool.name, [...(serversOf.get(tool.name) ?? []), name]);
    }
    const drops = new Drops();
    const tasks: TaskLine[] = [];
    for (const task of expectShape(annotations, await clone.json(tasksFile), clone, tasksFile)) {
      const named = numberedLines(task["Annotator Metadata"].Tools ?? "");
      const slots = slotsOf(named, serversOf);
      if (named.length === 0) drops.add("no tool is named");
      else if (slots === undefined) drops.add("a named tool is not in the catalog");
      else tasks.push(toLine(task, slots));
    }
    return [{ name: "livemcpbench", servers, tasks, dropped: drops.counts }] satisfies ImportedSet[];
  },
};

async function readServers(clone: Clone): Promise<ImportedServer[]> {
  const listed = expectShape(serverList, await clone.json(catalogFile), clone, catalogFile);
  return listed.map(({ name, description, tools }) => ({
    name,
    description: description ?? "",
    tools: Object.values(tools ?? {})
      .flatMap((list) => list.tools ?? [])
      .map((tool) => ({
        name: tool.name,
        description: tool.description ?? "",
        inputSchema: tool.inputSchema ?? {},
      })),
  }));
}

/**
 * The alternatives of each named tool: its one server; else the servers that other named tools of the task need anyway;
 * else all servers that offer it. Undefined when a tool is in none.
 */
function slotsOf(names: readonly string[], serversOf: ReadonlyMap<string, string[]>): Pair[][] | undefined {
  const candidates = names.map((name) => (serversOf.get(name) ?? []).filter(meant[name] ?? (() => true)));
  if (candidates.some((servers) => servers.length === 0)) return undefined;
  const certain = new Set(candidates.flatMap((servers) => (servers.length === 1 ? servers : [])));
  return names.map((name, index) => {
    const servers = candidates[index]!;
    const used = servers.filter((server) => certain.has(server));
    return (used.length > 0 ? used : servers).map((server): Pair => [server, name]);
  });
}

function toLine(task: z.output<typeof annotations>[number], slots: Pair[][]): TaskLine {
  const steps = numberedLines(task["Annotator Metadata"].Steps ?? "");
  return {
    id: `livemcp-${task.task_id}`,
    query: task.Question.trim(),
    gold: slots.map((slot) => slot[0]!),
    ...(slots.some((slot) => slot.length > 1) ? { slots } : {}),
    ...(steps.length > 0 ? { steps } : {}),
    ...(task.category ? { tags: [task.category] } : {}),
  };
}

/** The distinct lines of a text without their numbers. */
function numberedLines(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*\d+\s*[.)、]\s*/, "").trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}
