/** The commands, and what becomes of input that none of them understands. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { InputError } from "../catalog/types.js";
import { addCatalogCommand } from "./catalog.js";
import { addDemoCommand } from "./demo.js";
import { addDoctorCommand } from "./doctor.js";
import { addEvalCommand } from "./eval.js";
import { addMemoryCommand } from "./memory.js";
import { type Io, invocation } from "./output.js";
import { runQuickstart } from "./quickstart.js";
import { addRouteCommand } from "./route.js";
import { addRunCommand } from "./run.js";
import { addServeCommand } from "./serve.js";

/**
 * Runs the command that the arguments name.
 *
 * @returns the exit code: 0 done, 1 the run failed.
 * @throws InputError for input that is wrong: exit code 2.
 */
export async function runProgram(args: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const program = createProgram(io, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    throw toInputError(error, args, program);
  }
  return code;
}

/** The program with all of its commands; `finish` takes the exit code of the command that was run. */
export function createProgram(io: Io, finish: (code: number) => void): Command {
  const program = new Command("toolgap")
    .description(
      "Agents that start with no tools, notice what is missing, ask for it, and get the few tools that match.",
    )
    .version(readVersion())
    .argument("[command]")
    .usage("[command] [options]")
    .helpCommand(true)
    .allowUnknownOption()
    .allowExcessArguments()
    .enablePositionalOptions()
    .addHelpText("after", "\nWithout a command: the quickstart, one task through three of the four strategies.")
    .action(async (_command: string | undefined, _options: unknown, command: Command) => {
      rejectUnknown(command.args);
      finish(await runQuickstart(io));
    });
  addRunCommand(program, io, finish);
  addRouteCommand(program, io, finish);
  addCatalogCommand(program, io, finish);
  addEvalCommand(program, io, finish);
  addDoctorCommand(program, io, finish);
  addServeCommand(program, io, finish);
  addMemoryCommand(program, io, finish);
  addDemoCommand(program, io, finish);
  for (const command of allCommands(program).slice(1)) command.allowExcessArguments(false);
  for (const command of allCommands(program)) configure(command, io);
  return program;
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function configure(command: Command, io: Io): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => io.stdout.write(text),
    // Said once, as our own line, by the caller.
    writeErr: () => {},
  });
}

const commandNames = ["run", "route", "catalog", "eval", "doctor", "memory", "serve", "demo"];

function rejectUnknown(args: readonly string[]): void {
  const [given] = args;
  if (given === undefined) return;
  const kind = given.startsWith("-") ? "option" : "command";
  const names = commandNames.join(", ");
  const expected = kind === "command" ? `expected one of ${names}` : `options follow a command: ${names}`;
  throw new InputError(`unknown ${kind} '${given}': ${expected}; see ${invocation()} --help`);
}

/** Commander's own message as one line, with what to do. */
function toInputError(error: CommanderError, args: readonly string[], program: Command): InputError {
  const path = namedCommands(args, program);
  const see = `see ${[invocation(), ...path.map((command) => command.name()), "--help"].join(" ")}`;
  const group = path.at(-1);
  const names = group?.commands.map((command) => command.name()).sort();
  const expected = names && names.length > 0 ? `expected one of ${names.join(", ")}` : "";
  if (error.code === "commander.help") return new InputError(`${group?.name()} needs a command: ${expected}; ${see}`);
  // A group that does something by itself takes an unknown command for one argument too many.
  const isExcess = error.code === "commander.excessArguments" && expected !== "";
  const given = isExcess ? args[path.length] : undefined;
  const said = given === undefined || given.startsWith("-") ? error.message : `unknown command '${given}'`;
  const message = said
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
  const advice = (isExcess || error.code === "commander.unknownCommand") && expected ? `: ${expected}` : "";
  return new InputError(`${message}${advice}; ${see}`);
}

/** The commands that the first arguments name, the outer one first. */
function namedCommands(args: readonly string[], program: Command): Command[] {
  const path: Command[] = [];
  let group = program;
  for (const word of args) {
    const next = group.commands.find((command) => command.name() === word);
    if (!next) break;
    path.push(next);
    group = next;
  }
  return path;
}

/** The package's version; package.json is one folder up in the sources and two in the built package. */
function readVersion(): string {
  for (const path of ["../package.json", "../../package.json"]) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
      if (name === "toolgap") return String(version);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error("package.json of toolgap was not found beside its code");
}
