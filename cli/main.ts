#!/usr/bin/env node
/** The program `toolgap`: the process around the commands. Results go to stdout, everything else to stderr. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { InputError } from "../catalog/types.js";
import { failureCode, failureLine, type Io, StoppedError } from "./output.js";

const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** Milliseconds for servers to end once the command has; their guards end those that have not. */
const graceTime = 2_000;

const controller = new AbortController();
const fileVariables = new Set<string>();
const io: Io = { signal: controller.signal, stdout: process.stdout, stderr: process.stderr, fileVariables };

/** The first signal tells the command to stop; a second one ends the process, as if nobody listened. */
function stop(signal: NodeJS.Signals): void {
  for (const name of Object.keys(signalCodes)) process.off(name, stop);
  controller.abort(new StoppedError(signal, signalCodes[signal as keyof typeof signalCodes]));
}
for (const name of Object.keys(signalCodes)) process.on(name, stop);

// A reader that has seen enough (`| head`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? process.exitCode : 1));
}

function fail(error: unknown): void {
  process.exitCode = failureCode(error);
  process.stderr.write(`${failureLine(error, process.env.DEBUG)}\n`);
}

for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => {
    fail(error);
    process.exit();
  });
}

function loadEnvironmentFile(): void {
  if (!existsSync(".env")) return;
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync(".env", "utf8")))) {
      // What is set already goes before the file.
      if (value === undefined || process.env[name] !== undefined) continue;
      process.env[name] = value;
      fileVariables.add(name);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(
      `.env cannot be read (${code ?? message}): expected a file of NAME=value lines; correct or remove it`,
    );
  }
}

try {
  loadEnvironmentFile();
  const { runProgram } = await import("./program.js");
  const stopped = new Promise<never>((_resolve, reject) => {
    io.signal.addEventListener("abort", () => {
      if (!io.endsItself) reject(io.signal.reason);
    });
  });
  process.exitCode = await Promise.race([runProgram(process.argv.slice(2), io), stopped]);
} catch (error) {
  fail(error);
}
// What still holds the process (a server that does not end, a socket of a library) must not keep a person waiting.
setTimeout(() => process.exit(), graceTime).unref();
