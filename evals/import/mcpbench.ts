/** MCP-Bench: long vague tasks over real servers. Gold is what the concrete text of the same task names. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import { Drops, expectShape, toJsonSchema } from "./shapes.js";
import type { ImportedServer, Importer } from "./types.js";

const catalogFile = "mcp_servers_info.json";
const taskFiles = {
  single: "tasks/mcpbench_tasks_single_runner_format.json",
  "2server": "tasks/mcpbench_tasks_multi_2server_runner_format.json",
  "3server": "tasks/mcpbench_tasks_multi_3server_runner_format.json",
};

const catalog = z.object({
  servers: z.record(
    z.string(),
    z.object({
      description: z.string().nullish(),
      tools: z.record(z.string(), z.object({ description: z.string().nullish(), input_schema: z.unknown() })),
    }),
  ),
});
const taskFile = z.object({
  server_tasks: z.array(
    z.object({
      server_name: z.string(),
      servers: z.array(z.string()).nullish(),
      tasks: z.array(
        z.object({
          task_id: z.string(),
          task_description: z.string(),
          fuzzy_description: z.string().nullish(),
          dependency_analysis: z.unknown(),
        }),
      ),
    }),
  ),
});

export const mcpbench: Importer = {
  name: "mcpbench",
  repository: "xuhaike/mcp-bench",
  commit: "d716b626",
  license: "Apache-2.0 (README badge; no LICENSE file)",
  async convert(clone) {
    const listed = expectShape(catalog, await clone.json(catalogFile), clone, catalogFile);
    const servers = Object.entries(listed.servers).map(
      ([name, { description, tools }]): ImportedServer => ({
        name,
        description: description ?? "",
        tools: Object.entries(tools).map(([tool, { description: text, input_schema: schema }]) => ({
          name: tool,
          description: text ?? "",
          inputSchema: toJsonSchema(schema),
        })),
      }),
    );
    const byName = new Map(servers.map((server) => [server.name, server]));
    const drops = new Drops();
    const tasks: TaskLine[] = [];
    for (const [kind, path] of Object.entries(taskFiles)) {
      const { server_tasks: groups } = expectShape(taskFile, await clone.json(path), clone, path);
      for (const { server_name: joined, servers: given, tasks: members } of groups) {
        const own = (given?.length ? given : joined.split("+")).map((name) => byName.get(name.trim()));
        for (const { task_id: id, ...task } of members) {
          const text = `${task.task_description}\n${JSON.stringify(task.dependency_analysis ?? "")}`;
          const gold = own.map((server) => (server ? namedTools(server, text) : []));
          if (!task.fuzzy_description) drops.add("there is no vague text");
          else if (gold.some((pairs) => pairs.length === 0)) drops.add("a server of the task has no named tool");
          else tasks.push({ id: `mcpbench-${id}-${kind}`, query: task.fuzzy_description, gold: gold.flat() });
        }
      }
    }
    return [{ name: "mcpbench", servers, tasks, dropped: drops.counts }];
  },
};

/** The tools of a server that a text names. A name that is also a word counts only where it is meant as a name. */
function namedTools({ name: server, tools }: ImportedServer, text: string): [string, string][] {
  return tools.map(({ name }): [string, string] => [server, name]).filter(([, name]) => isNamed(name, server, text));
}

function isNamed(name: string, server: string, text: string): boolean {
  const escaped = escapePattern(name);
  const isWord = /^\p{L}\p{Ll}*$/u.test(name);
  const forms = isWord
    ? [
        `${escapePattern(server)}\\s*:\\s*${escaped}(?![\\w-])`,
        `["'\`“‘]${escaped}["'\`”’]`,
        `(?<![\\w-])${escaped}\\(`,
      ]
    : [`(?<![\\w-])${escaped}(?![\\w-])`];
  return forms.some((form) => new RegExp(form).test(text));
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
