/** `toolgap doctor`: which model and settings a run would have, where each came from, and whether the model works. */
import type { Command } from "commander";
import { InputError } from "../catalog/types.js";
import type { Chosen, ModelChoice } from "../models/choice.js";
import type { ModelCheck } from "../models/doctor.js";
import { addModelOptions, addRoutingOptions, type ModelFlags, type RoutingFlags, toRoutingContext } from "./options.js";
import { type Io, note, paint, print, printJson, renderTable } from "./output.js";

interface DoctorFlags extends ModelFlags, RoutingFlags {
  router?: string;
  json?: boolean;
}

/** One line of the report: a setting, its value as it may be shown, and where it came from. */
interface SettingRow {
  name: string;
  value: string;
  source: string;
}

export function addDoctorCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("doctor")
    .description("show which model and settings are used and why, and try the model out");
  addRoutingOptions(addModelOptions(command))
    .option("--json", "print one JSON document")
    .action(async (flags: DoctorFlags) => finish(await doctor(flags, io)));
}

async function doctor(flags: DoctorFlags, io: Io): Promise<number> {
  const [{ explainChoice, resolveModel }, { checkModel }, { explainSettings }] = await Promise.all([
    import("../models/providers.js"),
    import("../models/doctor.js"),
    import("../nodes/settings.js"),
  ]);
  const router = await explainRouter(flags.router);
  const loop = explainSettings(toRoutingContext(flags)).map(
    ({ name, value, from }): SettingRow => ({ name, value, source: sourceOf(from, io) }),
  );
  const onNotice = (line: string) => note(io, line, "yellow");
  let choice: ModelChoice | undefined;
  let problem: string | undefined;
  let checks: ModelCheck[] = [];
  let reason = "";
  try {
    choice = flags.replay === undefined ? await explainChoice(flags) : undefined;
    const { provider, model, record, replay } = flags;
    const resolved = await resolveModel({ provider, model, record, replay, onNotice });
    reason = resolved.reason;
    if (flags.replay === undefined) checks = await checkModel(resolved.model, io.signal);
  } catch (error) {
    // What cannot be chosen is what a person comes here for: the settings are shown all the same.
    if (!(error instanceof InputError)) throw error;
    problem = error.message;
  }
  const settings = [...(choice ? modelRows(choice, io) : []), router, ...loop];
  const failed = problem !== undefined || checks.some(({ state }) => state === "failed");
  if (flags.json) printJson(io, { reason: reason || undefined, problem, settings, checks, ok: !failed });
  else printReport(io, reason, problem, settings, checks);
  return failed ? 1 : 0;
}

/** @throws InputError for a router that there is not, as a run would. */
async function explainRouter(given: string | undefined): Promise<SettingRow> {
  const [{ createRouter, ToolCatalog }, { defaults }] = await Promise.all([
    import("../catalog/index.js"),
    import("../catalog/defaults.js"),
  ]);
  // That one needs a model of its own, which is no setting of this command.
  if (given !== undefined && given !== "embeddings") createRouter(given, new ToolCatalog([]));
  return { name: "router", value: given ?? defaults.router, source: given === undefined ? "default" : "flag" };
}

function modelRows(choice: ModelChoice, io: Io): SettingRow[] {
  const row = (name: string, chosen: Chosen | undefined, show: (value: string) => string = (value) => value) =>
    chosen ? [{ name, value: show(chosen.value), source: sourceOf(chosen.from, io) }] : [];
  const isRemote = choice.kind === "compatible";
  const noKey = { name: "key", value: "none", source: "not needed with an address of one's own" };
  return [
    ...row("provider", choice.provider),
    ...row("model", choice.model),
    ...row("base URL", choice.baseUrl),
    ...(isRemote && !choice.apiKey ? [noKey] : row("key", choice.apiKey, maskSecret)),
  ];
}

/** How long a secret is tells whether it was cut off; nothing else of it is shown. */
function maskSecret(secret: string): string {
  return `set, ${secret.length} characters`;
}

/** In the order in which sources go before each other: flag, environment, .env, default. */
function sourceOf(from: string, io: Io): string {
  if (from === "given") return "flag";
  if (from === "default") return "default";
  return `${io.fileVariables?.has(from) ? ".env" : "environment"} (${from})`;
}

const styles = { ok: "green", warning: "yellow", failed: "red", skipped: "dim" } as const;

function printReport(
  io: Io,
  reason: string,
  problem: string | undefined,
  settings: readonly SettingRow[],
  checks: readonly ModelCheck[],
): void {
  const columns = [{ title: "setting" }, { title: "value", width: 50 }, { title: "from" }];
  print(
    io,
    renderTable(
      columns,
      settings.map(({ name, value, source }) => [name, value, source]),
    ),
  );
  if (reason !== "") print(io, `Chosen because ${reason}.`);
  for (const { name, state, detail } of checks) {
    io.stdout.write(`${paint(io.stdout, styles[state], state.padEnd(8))}`);
    print(io, `${name}: ${detail}`);
  }
  if (problem !== undefined) print(io, `No model can be used: ${problem}`);
}
