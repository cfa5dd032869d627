/** MetaTool: queries for one or two of many ChatGPT plugins; each plugin is a server with one tool of its name. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import { readCsv } from "./csv.js";
import { Drops, expectShape } from "./shapes.js";
import type { Importer } from "./types.js";

const groupsFile = "dataset/big_tool_des.json";
const pluginsFile = "dataset/plugin_des.json";
const singleFile = "dataset/data/all_clean_data.csv";
const multiFile = "dataset/data/multi_tool_query_golden.json";

const descriptions = z.record(z.string(), z.string());
const multiQueries = z.array(z.object({ query: z.string(), tool: z.array(z.string()).min(1) }));

export const metatool: Importer = {
  name: "metatool",
  repository: "HowieHwong/MetaTool",
  commit: "35e81bb7",
  license: "MIT",
  async convert(clone) {
    const plugins = expectShape(descriptions, await clone.json(pluginsFile), clone, pluginsFile);
    const groups = expectShape(descriptions, await clone.json(groupsFile), clone, groupsFile);
    const known = new Map(Object.entries({ ...plugins, ...groups }));
    const [head, ...rows] = readCsv(await clone.text(singleFile));
    if (head?.[0] !== "Query" || head[1] !== "Tool") {
      throw clone.unexpected(singleFile, 'the first line is not "Query,Tool"');
    }
    const multi = expectShape(multiQueries, await clone.json(multiFile), clone, multiFile);
    const labeled = [
      ...rows.map(([query = "", tool = ""], index) => ({ id: `metatool-s-${index}`, query, tools: [tool] })),
      ...multi.map(({ query, tool }, index) => ({ id: `metatool-m-${index}`, query, tools: tool })),
    ];
    const drops = new Drops();
    const tasks = labeled.flatMap(({ id, query, tools }): TaskLine[] => {
      if (query.trim() === "") drops.add("the query is empty");
      else if (!tools.every((tool) => known.has(tool))) drops.add("a tool has no description");
      else return [{ id, query: query.trim(), gold: tools.map((tool) => [tool, tool]) }];
      return [];
    });
    // Plugins that were merged into a group are no labels and no tools.
    const used = [...new Set(tasks.flatMap((task) => task.gold!.map(([server]) => server)))].sort();
    const servers = used.map((name) => {
      const description = known.get(name)!;
      return { name, description, tools: [{ name, description, inputSchema: {} }] };
    });
    return [{ name: "metatool", servers, tasks, dropped: drops.counts }];
  },
};
