/**
 * Stands between this software and an MCP server, so that nothing of the server outlives us.
 *
 * Started as the leader of a session of its own: neither Ctrl-C in the terminal nor a signal to our process group reaches it.
 * The order (command, arguments, folder, environment) comes over the IPC channel, where `ps` does not show it. The server gets
 * our standard streams as they are and leads a process group of its own. The IPC channel is the lifeline: it closes when we die,
 * however we die, even while the server reads nothing.
 */
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { constants } from "node:os";

/** Milliseconds a server has to end by itself after its stdin ended. */
const endGrace = 1_000;
/** Milliseconds the group has between SIGTERM and SIGKILL. */
const terminateGrace = 500;
const pollInterval = 20;

/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
let ending = false;

process.on("message", (message) => (message === "end" ? end(endGrace) : start(message)));
process.once("disconnect", () => end(endGrace));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => end(0));
// The last resort, for an exception in this file.
process.on("exit", () => signalGroup("SIGKILL"));

function start(/** @type {{command: string, args: string[], cwd: string, env: Record<string, string>}} */ order) {
  try {
    server = spawn(order.command, order.args, { cwd: order.cwd, env: order.env, stdio: "inherit", detached: true });
  } catch (error) {
    return refuse(error);
  }
  server.once("spawn", () => {
    // The server alone reads its stdin: when it is gone, writing fails at once instead of going nowhere.
    closeSync(0);
    tell({ started: server.pid });
  });
  server.once("error", (error) => server.pid === undefined && refuse(error));
  server.once("exit", (code, signal) => finish(code ?? 128 + constants.signals[signal]));
}

function refuse(error) {
  tell({ failed: error.code ?? error.message }, () => process.exit(127));
}

function tell(message, done = () => {}) {
  if (process.connected) process.send(message, done);
  else done();
}

function end(grace) {
  if (ending) return;
  ending = true;
  if (server?.pid === undefined) process.exit(0);
  setTimeout(() => signalGroup("SIGTERM"), grace);
  setTimeout(() => signalGroup("SIGKILL"), grace + terminateGrace);
}

/** The server has ended; what it left behind ends too. */
function finish(code) {
  ending = true;
  const deadline = Date.now() + terminateGrace;
  const poll = () => {
    const alive = signalGroup(0);
    if (!alive || Date.now() >= deadline) process.exit(code);
    setTimeout(poll, pollInterval);
  };
  signalGroup("SIGTERM");
  poll();
}

/** False when the group has no member left. */
function signalGroup(signal) {
  if (server?.pid === undefined) return false;
  try {
    return process.kill(-server.pid, signal);
  } catch {
    return false;
  }
}
