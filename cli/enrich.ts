/** `toolgap catalog enrich`: a model writes, for each tool, when it is used; a person reviews the file. */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import writeFileAtomic from "write-file-atomic";
import { InputError } from "../catalog/types.js";
import { addCatalogOptions, addModelOptions, type CatalogFlags, type ModelFlags, withCatalog } from "./options.js";
import { formatCount, formatId, type Io, note, plural, print, printJson } from "./output.js";
import { checkOutput } from "./output-file.js";

interface EnrichFlags extends CatalogFlags, ModelFlags {
  output: string;
  yes?: boolean;
  json?: boolean;
}

export function addEnrichCommand(catalog: Command, io: Io, finish: (code: number) => void): void {
  const command = catalog
    .command("enrich")
    .description("let a model write when each tool is used, for the routers; the file is for --enrichment")
    .requiredOption("--output <file>", "the file to write; what it holds already and still fits is kept");
  addCatalogOptions(addModelOptions(command))
    .option("--yes", "start without asking")
    .option("--json", "print one JSON document")
    .action(async (flags: EnrichFlags) => finish(await enrichCatalog(flags, io)));
}

async function enrichCatalog(flags: EnrichFlags, io: Io): Promise<number> {
  const [{ resolveModel }, { enrich, planEnrichment }, { readEnrichment }] = await Promise.all([
    import("../models/providers.js"),
    import("../models/enrich.js"),
    import("../catalog/sources/enrichment.js"),
  ]);
  const { output, provider, model: name, record, replay } = flags;
  const onNotice = (line: string) => note(io, line, "yellow");
  const resolved = await resolveModel({ provider, model: name, record, replay, onNotice });
  if (resolved.ruleBased) {
    throw new InputError(
      "catalog enrich needs a model that writes, the offline planner cannot: set a key, or --provider",
    );
  }
  // What a model writes costs money: a file that cannot be written is found before the first call.
  await checkOutput(output);
  const earlier = existsSync(output) ? await readEnrichment(output) : undefined;
  return withCatalog(flags, io, async ({ catalog }) => {
    const plan = await planEnrichment(catalog.tools(), earlier?.tools ?? []);
    const estimate = `${plural(plan.calls, "call")} of ${resolved.label}, about ${formatCount(plan.inputTokens)} tokens in and ${formatCount(plan.outputTokens)} out`;
    note(io, `${plural(catalog.size, "tool")}, ${formatCount(plan.kept.length)} entries kept: ${estimate}`);
    if (plan.calls > 0 && !flags.yes && !(await confirm(io))) {
      throw new InputError(`nothing was sent: ${estimate}; start it with --yes`);
    }
    let done = 0;
    const open = await enrich(plan, {
      model: resolved.model,
      signal: io.signal,
      onNotice,
      onBatch: async (entries) => {
        done += 1;
        const tools = entries.toSorted((a, b) => (formatId(a) < formatId(b) ? -1 : 1));
        await writeFileAtomic(output, `${JSON.stringify({ version: 1, model: resolved.label, tools }, null, 2)}\n`);
        note(
          io,
          `${done} of ${plural(plan.calls, "call")} done, ${plural(entries.length, "tool")} in ${output}`,
          "dim",
        );
      },
    });
    if (flags.json)
      printJson(io, { output, calls: plan.calls, kept: plan.kept.length, open: open.map(({ id }) => id) });
    else if (open.length === 0)
      print(io, `every tool has its texts in ${output}: review it, then use --enrichment ${output}`);
    else print(io, `${plural(open.length, "tool")} without texts; run the command again to go on`);
    return open.length > 0 ? 1 : 0;
  });
}

/** Asks where a person sits before the terminal; elsewhere nobody can agree. */
async function confirm(io: Io): Promise<boolean> {
  if (!process.stdin.isTTY || io.stderr.isTTY !== true) return false;
  const terminal = createInterface({ input: process.stdin, output: io.stderr });
  try {
    const answer = await terminal.question("Start? (y/N) ", { signal: io.signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
