#!/usr/bin/env node
/** The program `toolgap`: the process around the commands. Results go to stdout, everything else to stderr. */
import { existsSync } from "node:fs";
import { failureLine, type Io } from "./output.js";

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** Milliseconds for servers to end after a signal; their guards end those that do not. */
const graceTime = 3_000;

const controller = new AbortController();
const io: Io = { signal: controller.signal, stdout: process.stdout, stderr: process.stderr };
let exitCode: number | undefined;

for (const [signal, code] of Object.entries(exitCodes)) {
  process.once(signal, () => {
    exitCode ??= code;
    controller.abort(new Error(`stopped by ${signal}`));
    setTimeout(() => process.exit(code), graceTime).unref();
  });
}

// A reader that has seen enough (`| head`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? (exitCode ?? 0) : 1));
}

function fail(error: unknown): void {
  exitCode ??= error instanceof Error && error.name === "InputError" ? 2 : 1;
  process.stderr.write(`${failureLine(error, process.env.DEBUG)}\n`);
}

for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => {
    fail(error);
    process.exit(1);
  });
}

try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { runProgram } = await import("./program.js");
  const code = await runProgram(process.argv.slice(2), io);
  exitCode ??= code;
} catch (error) {
  fail(error);
}
process.exitCode = exitCode ?? 0;
// Something that still holds the process (a socket, a timer of a library) must not keep a person waiting.
setTimeout(() => process.exit(), 1_000).unref();
