/** `toolgap eval import`: labeled tasks from public sources. */
import type { Command } from "commander";
import { formatCount, type Io, note, print, printJson, renderTable } from "./output.js";

interface ImportFlags {
  from: string;
  output: string;
  json?: boolean;
}

export function addEvalImportCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  parent
    .command("import")
    .description("convert a local clone of a public source into a catalog and labeled tasks")
    .argument("<name>", "the source: apibank, bfcl, graphtoolcall, livemcpbench, mcpbench, metatool, sealtools")
    .requiredOption("--from <clone>", "the folder of the clone")
    .requiredOption("--output <folder>", "where to write SET/catalog.json and SET/tasks.jsonl")
    .option("--json", "print one JSON document")
    .action(async (name: string, flags: ImportFlags) => finish(await importClone(name, flags, io)));
}

async function importClone(name: string, { from, output, json }: ImportFlags, io: Io): Promise<number> {
  const { importSource } = await import("../evals/import/index.js");
  const sets = await importSource(name, from, output);
  if (json) printJson(io, { sets });
  else {
    const columns = ["servers", "tools", "tasks"].map((title) => ({ title, align: "right" as const }));
    const rows = sets.map(({ set, servers, tools, tasks, dropped }) => [
      ...[set, servers, tools, tasks],
      Object.entries(dropped)
        .map(([reason, count]) => `${formatCount(count)}: ${reason}`)
        .join("; "),
    ]);
    print(io, renderTable([{ title: "set" }, ...columns, { title: "left out", width: 60 }], rows));
    note(io, `toolgap eval retrieval --data ${output} measures routers on them`, "dim");
  }
  return 0;
}
