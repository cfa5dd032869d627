/** Seal-Tools: synthetic APIs and queries. A server is the upper part of an API's field. */
import { z } from "zod";
import type { TaskLine } from "../task-file.js";
import { Drops, expectShape, groupBy, parametersSchema } from "./shapes.js";
import type { Importer } from "./types.js";

const folder = "Seal-Tools_Dataset";
const toolsFile = `${folder}/tool.jsonl`;
/** The newer files hold the same queries without their ids. */
const taskFiles = ["dev", "test_in_domain", "test_out_domain"].map(
  (name) => `${folder}/dataset_in_old_format/${name}.jsonl`,
);

const apis = z.array(
  z.object({
    api_name: z.string(),
    api_description: z.string(),
    field: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    required: z.array(z.string()).nullish(),
  }),
);
const queries = z.array(
  z.object({ id: z.string(), query: z.string(), calling: z.array(z.object({ api: z.string() })).min(1) }),
);

export const sealtools: Importer = {
  name: "sealtools",
  repository: "fairyshine/Seal-Tools",
  commit: "ce753ecd",
  license: "Apache-2.0",
  async convert(clone) {
    const listed = expectShape(apis, await clone.jsonLines(toolsFile), clone, toolsFile);
    const distinct = [...new Map(listed.map((api) => [api.api_name, api])).values()];
    const fields = [...groupBy(distinct, ({ field }) => partsOf(field).upper)].sort(([a], [b]) => (a < b ? -1 : 1));
    const servers = fields.map(([name, members]) => {
      const lower = [...new Set(members.map(({ field }) => partsOf(field).lower))].filter(Boolean).sort();
      return {
        name,
        description: `APIs for ${name}${lower.length > 0 ? `: ${lower.join(", ")}` : ""}`,
        tools: members.map((api) => ({
          name: api.api_name,
          description: api.api_description,
          inputSchema: parametersSchema(api.parameters, api.required ?? []),
        })),
      };
    });
    const serverOf = new Map(servers.flatMap(({ name, tools }) => tools.map((tool) => [tool.name, name])));
    const drops = new Drops();
    const tasks: TaskLine[] = [];
    for (const file of taskFiles) {
      for (const { id, query, calling } of expectShape(queries, await clone.jsonLines(file), clone, file)) {
        const gold = calling.map(({ api }): [string, string] => [serverOf.get(api) ?? "", api]);
        if (gold.some(([server]) => server === "")) drops.add("a called API is not in the catalog");
        else tasks.push({ id: `seal-${id}`, query, gold });
      }
    }
    return [{ name: "sealtools", servers, tasks, dropped: drops.counts }];
  },
};

/** `Sports/Golf`: the upper part is the server. */
function partsOf(field: string): { upper: string; lower: string } {
  const [upper = "", ...lower] = field.split("/").map((part) => part.trim());
  return { upper: upper || "General", lower: lower.join("/") };
}
