/** Public sources of labeled tasks, converted from local clones into catalogs and task files. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { ToolCatalog } from "../../catalog/registry.js";
import { InputError } from "../../catalog/types.js";
import { checkTasks, parseTasks } from "../task-file.js";
import { apibank } from "./apibank.js";
import { bfcl } from "./bfcl.js";
import { openClone } from "./clone.js";
import { graphtoolcall } from "./graphtoolcall.js";
import { livemcpbench } from "./livemcpbench.js";
import { mcpbench } from "./mcpbench.js";
import { metatool } from "./metatool.js";
import { sealtools } from "./sealtools.js";
import type { ImportedSet, Importer } from "./types.js";

const importers: readonly Importer[] = [apibank, bfcl, graphtoolcall, livemcpbench, mcpbench, metatool, sealtools];

/** The sources that `importSource` knows. */
export const importNames: readonly string[] = importers.map(({ name }) => name);

/** What was written for one set. */
export interface ImportSummary {
  set: string;
  servers: number;
  tools: number;
  tasks: number;
  /** Tasks of the source that were left out, by reason. */
  dropped: Record<string, number>;
}

/**
 * Converts a clone and writes `OUTPUT/SET/catalog.json` and `OUTPUT/SET/tasks.jsonl` for each of its sets. Nothing is
 * written unless every set is sound.
 *
 * @throws InputError for an unknown source, or when the clone is not as expected.
 */
export async function importSource(name: string, from: string, output: string): Promise<ImportSummary[]> {
  const importer = importers.find((one) => one.name === name);
  if (!importer) {
    throw new InputError(`There is no source "${name}" to import: choose one of ${importNames.join(", ")}.`);
  }
  const { repository, commit } = importer;
  const clone = openClone(from, `a clone of github.com/${repository} at ${commit}`);
  const sets = await importer.convert(clone);
  const files = sets.map((set) => ({ set, ...toFiles(set, importer) }));
  for (const { set, catalog, tasks } of files) {
    const folder = join(output, set.name);
    try {
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(join(folder, "catalog.json"), catalog);
      await writeFileAtomic(join(folder, "tasks.jsonl"), tasks);
    } catch (error) {
      throw new InputError(`${folder} cannot be written (${(error as Error).message}): name a folder that can.`);
    }
  }
  return sets.map(({ name: set, servers, tasks, dropped }) => ({
    set,
    servers: servers.length,
    tools: servers.reduce((sum, server) => sum + server.tools.length, 0),
    tasks: tasks.length,
    dropped,
  }));
}

/** The texts of both files, after the same checks that reading them does. */
function toFiles({ name, servers, tasks }: ImportedSet, { repository, commit, license }: Importer) {
  const text = tasks.map((task) => `${JSON.stringify(task)}\n`).join("");
  checkTasks(parseTasks(text, `(converted) ${name}/tasks.jsonl`), new ToolCatalog(servers));
  const source = `https://github.com/${repository} at ${commit}`;
  return { catalog: `${JSON.stringify({ source, license, servers }, null, 1)}\n`, tasks: text };
}
