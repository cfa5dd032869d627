/** A PostgreSQL server of the test's own: in a temporary folder, on a socket there, gone afterwards. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Postgres {
  url: string;
  stop(): Promise<void>;
}

/** The folder of the newest server programs, as Debian installs them, or of those in the path. */
function findPrograms(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(root, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** The server refuses to run as root: then it is another user's. */
function ownUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = ["postgres", "nobody"].map((name) => users.find((user) => user.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Starts a server. @returns why there is none, where none can be started. */
export async function startPostgres(): Promise<Postgres | string> {
  const programs = findPrograms();
  if (!programs) return "PostgreSQL is not installed";
  const folder = mkdtempSync(join(tmpdir(), "toolgap-postgres-"));
  const user = ownUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = { cwd: folder, ...user };
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server && server.exitCode === null) {
      const ended = new Promise((resolve) => server?.once("exit", resolve));
      // At once: nobody needs the data any more.
      server.kill("SIGQUIT");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const settings = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
    await promisify(execFile)(join(programs, "initdb"), ["-D", data, ...settings], options);
    const own = ["-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`];
    server = spawn(join(programs, "postgres"), ["-D", data, ...own], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilReady(server);
    return { url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`, stop };
  } catch (error) {
    await stop();
    return `PostgreSQL did not start: ${(error as Error).message}`;
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (text) => {
      said += text;
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`it ended with ${code}: ${said.trim().split("\n").at(-1)}`)));
  });
}
