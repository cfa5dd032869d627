/** The standard streams of a server that runs under the guard. */
import { type ChildProcess, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ReadBuffer, STDIO_DEFAULT_MAX_BUFFER_SIZE, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { defaults } from "../../defaults.js";
import type { StdioServerConfig } from "./config.js";

const guardPath = fileURLToPath(new URL("guard.mjs", import.meta.url));

/** Milliseconds that output still under way has after the guard ended. */
const drainLimit = 200;
const maximumStderr = 4_000;

/** The server could not be started at all. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Nothing was sent, because the server has ended. */
export class NotRunningError extends Error {
  override readonly name = "NotRunningError";
}

/**
 * Speaks to a server process under `guard.mjs`. The SDK's own transport cannot be used: its child shares our process
 * group, and it has no lifeline beside stdin. An idle connection does not keep this process alive.
 */
export class GuardedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** How the server ended, in words; undefined while it runs. */
  ending: string | undefined;
  /** The last of what the server wrote to stderr. */
  stderr = "";

  readonly #config: StdioServerConfig;
  readonly #buffer = new ReadBuffer();
  #guard: ChildProcess | undefined;
  #serverPid: number | undefined;
  #closed: Promise<void> | undefined;

  constructor(config: StdioServerConfig) {
    this.#config = config;
  }

  async start(): Promise<void> {
    const { name, command, args, cwd, env } = this.#config;
    const folder = await stat(cwd).catch(() => undefined);
    if (!folder?.isDirectory()) throw new StartError(`its folder "${cwd}" does not exist`);
    // The name is there for people who look at `ps`.
    const guard = spawn(process.execPath, [guardPath, name], {
      detached: true,
      env: getDefaultEnvironment(),
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    });
    this.#guard = guard;
    this.#closed = new Promise((resolve) => guard.once("close", () => resolve(this.#ended())));
    guard.once("exit", (code, signal) => this.#exited(code, signal));
    guard.stdin?.on("error", (error) => this.onerror?.(error));
    guard.stdout?.on("data", (chunk: Buffer) => this.#receive(chunk));
    guard.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr = (this.stderr + text).slice(-maximumStderr);
    });
    await this.#order(guard, { command, args, cwd, env: { ...getDefaultEnvironment(), ...env } });
    release(guard);
  }

  #order(guard: ChildProcess, order: object): Promise<void> {
    return new Promise((resolve, reject) => {
      guard.once("error", (error) => reject(new StartError(`its guard did not start: ${error.message}`)));
      // Not at "exit": what the guard said last is read after that.
      guard.once("close", () => reject(new StartError("its guard ended before it was started")));
      guard.once("message", (message: { started?: number; failed?: string }) => {
        this.#serverPid = message.started;
        if (message.failed === undefined) resolve();
        else reject(new StartError(explainStart(this.#config.command, message.failed)));
      });
      // When it cannot be sent, the guard has ended.
      guard.send(order, () => {});
    });
  }

  #receive(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.ending = `it was stopped: it sent more than ${STDIO_DEFAULT_MAX_BUFFER_SIZE / 1024 ** 2} MB in one message`;
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    while (true) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.ending ??= describeEnding(code, signal);
    // Only when the guard was killed can there be anything left of the server.
    if (signal !== null && this.#serverPid !== undefined) killGroup(this.#serverPid);
    // A process that left the group may hold the streams open for ever.
    setTimeout(() => {
      this.#guard?.stdout?.destroy();
      this.#guard?.stderr?.destroy();
    }, drainLimit).unref();
  }

  #ended(): void {
    this.#buffer.clear();
    this.#guard = undefined;
    this.onclose?.();
  }

  /** Resolves when the message has been handed to the system: a server that does not read makes it wait. */
  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#guard?.stdin;
    return new Promise((resolve, reject) => {
      // A message that breaks off is no message: when the server is gone, it has not seen this one.
      const refuse = () => reject(new NotRunningError(this.ending ?? "it is not running"));
      if (!stdin?.writable || this.ending !== undefined) refuse();
      else stdin.write(serializeMessage(message), (error) => (error ? refuse() : resolve()));
    });
  }

  /** Ends the server and everything it started; resolves when that has happened. */
  async close(): Promise<void> {
    const guard = this.#guard;
    if (!guard) return;
    guard.ref();
    guard.stdin?.end();
    // Not disconnect(): Node then never reports that the guard has closed. One that is gone needs no telling.
    if (guard.connected) guard.send("end", () => {});
    // Only a guard that was stopped takes so long.
    const limit = setTimeout(() => guard.kill("SIGKILL"), defaults.serverCloseTimeout);
    await this.#closed;
    clearTimeout(limit);
  }
}

function release(guard: ChildProcess): void {
  guard.unref();
  guard.channel?.unref();
  for (const stream of [guard.stdin, guard.stdout, guard.stderr]) (stream as { unref?: () => void } | null)?.unref?.();
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nothing is left of it.
  }
}

function explainStart(command: string, code: string): string {
  if (code === "ENOENT") return `its command "${command}" was not found`;
  if (code === "EACCES") return `its command "${command}" may not be executed`;
  return `its command "${command}" could not be started (${code})`;
}

/** The guard reports a signal as shells do: 128 + its number. */
function describeEnding(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return `its guard was killed by ${signal}`;
  const names = Object.entries(constants.signals).filter(([, number]) => number + 128 === code);
  return names[0] ? `it was killed by ${names[0][0]}` : `it ended with exit code ${code}`;
}
