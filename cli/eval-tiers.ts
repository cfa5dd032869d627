/** `toolgap eval tiers`: which domains messages load, and what each state of a tiered catalog costs. */
import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import { defaults } from "../catalog/defaults.js";
import type { MessageReport } from "../evals/tiers/messages.js";
import type { TokenRow } from "../evals/tiers/tokens.js";
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
import { formatCount, type Io, note, plural, print, printJson, renderTable } from "./output.js";

interface EvalTiersFlags extends CatalogFlags, TierFlags {
  messages?: string[];
  seed: number;
  json?: boolean;
}

/** Labeled messages of this software, in the repository only. */
const ownMessages = ["open", "tuning", "held"].map((part) => `evals/tiered/messages-${part}.jsonl`);

export function addEvalTiersCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent
    .command("tiers")
    .description("which domains messages load, and what each tier costs in tokens");
  addTierOption(addCatalogOptions(command))
    .option("--messages <file>", "labeled messages, one JSON object a line; may be given several times", collect)
    .addOption(
      new Option("--seed <n>", "the seed of the intervals")
        .argParser(readNumber({ integer: true, least: 0, most: 2 ** 32 - 1 }))
        .default(defaults.evalSeed),
    )
    .option("--json", "print one JSON document")
    .action(async (flags: EvalTiersFlags) => finish(await evalTiers(flags, io)));
}

async function evalTiers(flags: EvalTiersFlags, io: Io): Promise<number> {
  const isOther = flags.mcp !== undefined || (flags.catalog ?? flags.openapi) !== undefined || flags.builtin;
  const chosen: CatalogFlags = isOther ? flags : { catalogBuiltin: "quality-engineering", ...flags };
  return withCatalog(chosen, io, async ({ catalog }) => {
    const [{ tieringOf }, { measureMessages, readMessages }, { contextWindow, measureTierTokens }] = await Promise.all([
      import("../catalog/tiers/index.js"),
      import("../evals/tiers/messages.js"),
      import("../evals/tiers/tokens.js"),
    ]);
    const tiering = tieringOf(catalog, await readTiers(flags, catalog, io));
    const isOwn = chosen.catalogBuiltin === "quality-engineering" && !isOther && flags.tiers === undefined;
    const files = flags.messages ?? (isOwn ? ownMessages.filter((path) => existsSync(path)) : []);
    const tokens = await measureTierTokens(catalog, tiering);
    const messages: MessageReport[] = [];
    for (const path of files) messages.push(await measureMessages(path, await readMessages(path), tiering, flags.seed));
    if (flags.json) printJson(io, { tokenizer: "o200k_base", contextWindow, tokens, messages });
    else {
      printTokens(tokens, contextWindow, io);
      for (const report of messages) printMessages(report, io);
    }
    return 0;
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function printTokens(rows: readonly TokenRow[], contextWindow: number, io: Io): void {
  const right = (title: string) => ({ title, align: "right" as const });
  const columns = ["functions", "schemas", "prompt", "all tokens", `of ${formatCount(contextWindow)}`, "below flat"];
  const cells = rows.map((row) => [
    ...[row.phase, row.functions, row.schemaTokens, row.promptTokens, row.total],
    ...[percent(row.share), percent(row.saved)],
  ]);
  print(io, renderTable([{ title: "sent (o200k tokens)" }, ...columns.map(right)], cells));
}

function printMessages(report: MessageReport, io: Io): void {
  const { name, messages, accuracy, low, high, withExtra, withMissing, byTag, wrong } = report;
  print(
    io,
    `${name}: ${percent(accuracy)} of ${plural(messages, "message")} load the right domains and no other (${percent(low)} to ${percent(high)}); ${withExtra} with one too many, ${withMissing} with one missing`,
  );
  const rows = Object.entries(byTag).map(([tag, { messages: all, right }]) => [tag, all, right]);
  const right = (title: string) => ({ title, align: "right" as const });
  print(io, renderTable([{ title: "tag" }, right("messages"), right("right")], rows));
  for (const { id, query, expected, loaded, keywords } of wrong) {
    const shown = (names: readonly string[]) => names.join(", ") || "none";
    note(io, `${id}: "${query}" loads ${shown(loaded)} (${shown(keywords)}); expected ${shown(expected)}`, "dim");
  }
}
