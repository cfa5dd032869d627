/** `toolgap catalog lint`: what of a catalog is changed, cut or set aside for a model, and what a person should look at. */
import type { Command } from "commander";
import type { Finding } from "../catalog/lint.js";
import { addCatalogOptions, type CatalogFlags, withCatalog } from "./options.js";
import { type Io, note, plural, print, printJson, renderTable } from "./output.js";

interface LintFlags extends CatalogFlags {
  json?: boolean;
  strict?: boolean;
}

export function addLintCommand(catalog: Command, io: Io, finish: (code: number) => void): void {
  addCatalogOptions(
    catalog.command("lint").description("what of the tools is changed, cut or set aside, and what looks wrong"),
  )
    .option("--strict", "exit with 1 when something should be looked at")
    .option("--json", "print one JSON document")
    .action(async (flags: LintFlags) => finish(await lint(flags, io)));
}

/** Tool names in one row of the table before the rest is counted. */
const shownNames = 4;

async function lint(flags: LintFlags, io: Io): Promise<number> {
  const { lintCatalog } = await import("../catalog/lint.js");
  return withCatalog(
    flags,
    io,
    async ({ catalog, failures }) => {
      const report = lintCatalog(catalog);
      const isFlagged = report.flagged + failures.length > 0;
      const code = flags.strict && isFlagged ? 1 : 0;
      if (flags.json) {
        printJson(io, { ...report, serverFailures: failures });
        return code;
      }
      const rows = report.servers.flatMap(({ server, findings }) => findings.map((finding) => rowOf(server, finding)));
      const failed = failures.map(({ server, reason }) => [server, "failed", reason, ""]);
      if (rows.length + failed.length > 0) print(io, renderTable(columns, [...failed, ...rows]));
      const kinds = Object.entries(report.counts).map(([kind, { tools, servers }]) => {
        const parts = [tools > 0 && plural(tools, "tool"), servers > 0 && plural(servers, "server")].filter(Boolean);
        return `${kind}: ${parts.join(", ")}`;
      });
      for (const line of kinds) print(io, line);
      const looked = `${plural(report.servers.length, "server")}, ${plural(report.tools, "tool")}`;
      print(io, `${looked}: ${plural(report.flagged + failures.length, "finding")} to look at`);
      if (code === 1) note(io, "--strict: something should be looked at", "yellow");
      return code;
    },
    { quiet: true },
  );
}

const columns = [
  { title: "server", width: 30 },
  { title: "what", width: 18 },
  { title: "why", width: 60 },
  { title: "tools", width: 40 },
];

function rowOf(server: string, { kind, detail, tools }: Finding): string[] {
  const more = tools.length > shownNames ? ` and ${tools.length - shownNames} more` : "";
  return [server, kind, detail, `${tools.slice(0, shownNames).join(", ")}${more}`];
}
