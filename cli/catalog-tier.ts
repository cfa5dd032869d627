/** `toolgap catalog tier`: the tiers of a catalog, and a proposal of them as a file to edit. */
import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import writeFileAtomic from "write-file-atomic";
import type { Tiering } from "../catalog/tiers/types.js";
import { InputError, type ToolId } from "../catalog/types.js";
import {
  addCatalogOptions,
  addTierOption,
  type CatalogFlags,
  collect,
  readNumber,
  readTiers,
  type TierFlags,
  withCatalog,
} from "./options.js";
import { formatId, type Io, note, plural, print, printJson, renderTable } from "./output.js";

interface TierCommandFlags extends CatalogFlags, TierFlags {
  suggest?: boolean;
  core?: string[];
  coreSize?: number;
  usage?: string[];
  output?: string;
  json?: boolean;
}

export function addTierCommand(catalog: Command, io: Io, finish: (code: number) => void): void {
  addTierOption(addCatalogOptions(catalog.command("tier").description("the tiers of the tools, or a proposal of them")))
    .option(
      "--suggest",
      "propose tiers: a core by hand or by use, domains by server, keywords by what tells them apart",
    )
    .option("--core <server/name>", "a tool of the proposed core; may be given several times", collect)
    .addOption(
      new Option("--core-size <n>", "how many tools the proposed core has at most").argParser(
        readNumber({ integer: true, least: 0, most: 100 }),
      ),
    )
    .option("--usage <file>", "what run --json printed, one or several documents: the tools called most", collect)
    .option("--output <file>", "write the proposal there")
    .option("--json", "print one JSON document")
    .action(async (flags: TierCommandFlags) => finish(await tier(flags, io)));
}

async function tier(flags: TierCommandFlags, io: Io): Promise<number> {
  const { deriveTiers, tieringOf } = await import("../catalog/tiers/index.js");
  const usage = (await Promise.all((flags.usage ?? []).map(readUsage))).flat();
  return withCatalog(flags, io, async ({ catalog }) => {
    if (!flags.suggest) {
      const tiering = tieringOf(catalog, await readTiers(flags, catalog, io));
      if (flags.json) printJson(io, describe(tiering));
      else printTiers(tiering, io);
      return 0;
    }
    const missing = flags.core?.find((name) => !catalog.tools().some(({ id }) => formatId(id) === name));
    if (missing !== undefined) {
      const nearest = catalog.nearest(missing).map(formatId).join(", ");
      throw new InputError(
        `--core ${missing}: the catalog has no such tool; expected server/name${nearest ? `, the nearest are: ${nearest}` : ""}`,
      );
    }
    const config = deriveTiers(catalog, { usage, core: flags.core, coreSize: flags.coreSize });
    const text = `${JSON.stringify(config, null, 2)}\n`;
    if (flags.output === undefined) io.stdout.write(text);
    else {
      await writeFileAtomic(flags.output, text);
      note(io, `${plural(config.domains.length, "domain")} in ${flags.output}: edit it, then give it with --tiers`);
    }
    return 0;
  });
}

/** The tools called in documents of `run --json`: one document, or one a line. */
async function readUsage(path: string): Promise<ToolId[]> {
  const expected = "expected what `toolgap run --json` prints, one document or one a line";
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new InputError(`Usage ${path} cannot be read: ${(error as Error).message}; ${expected}.`);
  }
  const documents = parseDocuments(text);
  const calls = documents?.flatMap((one) => (one as { toolsCalled?: ToolId[] }).toolsCalled ?? [undefined]);
  if (
    !calls ||
    calls.length === 0 ||
    calls.some((call) => typeof call?.server !== "string" || typeof call?.name !== "string")
  ) {
    throw new InputError(`Usage ${path} cannot be used: ${expected}.`);
  }
  return calls.flatMap((call) => (call ? [{ server: call.server, name: call.name }] : []));
}

function parseDocuments(text: string): unknown[] | undefined {
  for (const texts of [[text], text.split("\n").filter((line) => line.trim() !== "")]) {
    try {
      return texts.map((one): unknown => JSON.parse(one)).filter((one) => typeof one === "object" && one !== null);
    } catch {
      // Not one document: perhaps one a line.
    }
  }
  return undefined;
}

function describe({ source, core, domains, others }: Tiering) {
  return {
    source,
    core: core.map(formatId),
    domains: domains.map(({ tools, ...domain }) => ({ ...domain, tools: tools.map(formatId) })),
    others: others.map(formatId),
  };
}

/** Keywords that a row of the table shows. */
const shownKeywords = 8;

function printTiers({ source, core, domains, others }: Tiering, io: Io): void {
  const rows = domains.map(({ name, tier, purpose, keywords = [], tools }) => [
    ...[name, tier, tools.length, purpose, keywords.slice(0, shownKeywords).join(", ")],
  ]);
  const columns = [{ title: "domain" }, { title: "tier" }, { title: "tools", align: "right" as const }];
  const coreRow = ["(core)", "core", core.length, core.map(({ name }) => name).join(", "), ""];
  const wide = [
    { title: "purpose", width: 44 },
    { title: "keywords", width: 44 },
  ];
  print(io, renderTable([...columns, ...wide], [coreRow, ...rows]));
  const sources = { config: "from the file", catalog: "as the tools say", derived: "derived from servers and texts" };
  print(io, `tiers ${sources[source]}; ${plural(others.length, "tool")} in no domain`);
}
