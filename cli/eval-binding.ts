/** `toolgap eval binding`: loaded tools as functions, or behind `call_tool`. */
import { type Command, Option } from "commander";
import { InputError } from "../catalog/types.js";
import type { BindingReport } from "../evals/binding/run-binding.js";
import { readSizes } from "./eval-scaling.js";
import { addEvalOptions, type EvalFlags, toLoadOptions, toRunOptions } from "./eval-strategies.js";
import { readNumber } from "./options.js";
import { formatCount, type Io, note, print, printJson, renderTable } from "./output.js";
import { createProgress } from "./progress.js";

interface BindingFlags extends EvalFlags {
  sizes?: number[];
  turns?: number;
  json?: boolean;
}

const turnsRule = { integer: true, least: 2, most: 1_000 };

export function addEvalBindingCommand(parent: Command, io: Io, finish: (code: number) => void): void {
  const command = parent.command("binding").description("tokens and prompt caches of the two binding modes");
  addEvalOptions(command)
    .option("--sizes <list>", "numbers of tools, separated by commas", readSizes)
    .addOption(
      new Option("--turns <n>", "turns of the conversations that tasks are joined to").argParser(readNumber(turnsRule)),
    )
    .option("--json", "print one JSON document")
    .action(async (flags: BindingFlags) => finish(await evalBinding(flags, io)));
}

async function evalBinding(flags: BindingFlags, io: Io): Promise<number> {
  const both = { "--binding": flags.binding, "--num-tools": flags.numTools };
  for (const [flag, value] of Object.entries(both)) {
    if (value !== undefined)
      throw new InputError(`${flag} is ${value}: expected none, both modes are measured over --sizes`);
  }
  const [{ runBinding }, { loadSuites }] = await Promise.all([
    import("../evals/binding/run-binding.js"),
    import("../evals/strategies/suites.js"),
  ]);
  const options = await toRunOptions(flags, io);
  const load = { ...toLoadOptions(flags, io), onNotice: undefined };
  const progress = createProgress(io, "runs");
  const report = await runBinding({
    ...options,
    load: (numTools) => loadSuites({ ...load, numTools }),
    ...{ sizes: flags.sizes, turns: flags.turns, onProgress: progress.update },
  }).finally(progress.end);
  if (flags.json) printJson(io, report);
  else printBinding(io, report);
  if (report.model.ruleBased) note(io, "The model is the rule-based offline planner.", "yellow");
  return 0;
}

const share = (value: number | null): string => (value === null ? "-" : `${(100 * value).toFixed(1)}%`);
const priced = (price: number): string => (price === 1 ? "no cache" : `cached at ${100 * price}%`);

function printBinding(io: Io, { rows, pays, paysFromTurn, outputPrice, cachedPrices }: BindingReport): void {
  const right = (title: string) => ({ title, align: "right" as const });
  print(io, `Means over user turns; cost in tokens read without a cache, a token written counts ${outputPrice}.`);
  const columns = [
    ...[{ title: "tools" }, { title: "on" }, { title: "binding" }].map((column) => ({ ...column })),
    ...["exact calls", "calls", "tokens in", "out", "repeated", "from cache"].map(right),
    ...cachedPrices.map((price) => right(priced(price))),
  ];
  const cells = rows.map((row) => [
    ...[formatCount(row.tools), row.kind, row.binding, share(row.exactCalls), row.modelCalls.toFixed(2)],
    ...[formatCount(Math.round(row.inputTokens)), formatCount(Math.round(row.outputTokens))],
    ...[share(row.repeatedShare), share(row.servedShare)],
    ...row.costs.map((cost) => formatCount(Math.round(cost))),
  ]);
  print(io, renderTable(columns, cells));
  for (const { kind, cachedPrice, fromTools } of pays) {
    const where = fromTools === null ? "at none of these sizes" : `from ${formatCount(fromTools)} tools on`;
    print(io, `dispatch costs less, ${kind}, ${priced(cachedPrice)}: ${where}`);
  }
  for (const { tools, cachedPrice, turn } of paysFromTurn) {
    const when = turn === null ? "in no turn" : `from turn ${turn} on`;
    print(io, `dispatch has cost less, ${formatCount(tools)} tools, ${priced(cachedPrice)}: ${when}`);
  }
}
