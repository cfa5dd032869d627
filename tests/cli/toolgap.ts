/** Runs the real program: in a process of its own, or, where only its words count, in this one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";

import { failureCode, failureLine } from "../../cli/output.js";
import { runProgram } from "../../cli/program.js";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
const main = join(repository, "cli/main.ts");
const loader = pathToFileURL(join(repository, "node_modules/tsx/dist/loader.mjs")).href;

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ProcessOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Only what a process needs, so that a developer's own keys and settings change no test. */
function cleanEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), TOOLGAP_CACHE_DIR: join(tmpdir(), "toolgap-no-cache"), ...extra };
}

export function startToolgap(args: readonly string[], { cwd = repository, env }: ProcessOptions = {}) {
  return spawn(process.execPath, ["--import", loader, main, ...args], {
    cwd,
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export async function toolgap(args: readonly string[], options: ProcessOptions = {}): Promise<Outcome> {
  const child = startToolgap(args, options);
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    outcome.stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    outcome.stderr += chunk;
  });
  [outcome.code] = (await once(child, "close")) as [number | null];
  return outcome;
}

/** Like `toolgap` without the process: commands, errors and exit codes are the same, signals and streams are not. With `columns` in a terminal so wide. */
export async function toolgapHere(args: readonly string[], columns?: number): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          outcome[name] += chunk;
          done();
        },
      }),
      columns === undefined ? {} : { columns, isTTY: true },
    ) as unknown as NodeJS.WriteStream;
  const io = { signal: new AbortController().signal, stdout: into("stdout"), stderr: into("stderr") };
  try {
    outcome.code = await runProgram(args, io);
  } catch (error) {
    outcome.code = failureCode(error);
    outcome.stderr += `${failureLine(error, undefined)}\n`;
  }
  return outcome;
}
