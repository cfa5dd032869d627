/**
 * The checkpointers of databases, which this package does not depend on: installed by the tests that need them, into this
 * folder, where they find the same LangGraph as everything else.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BaseCheckpointSaver } from "@langchain/langgraph";

const folder = dirname(fileURLToPath(import.meta.url));
/** Which lockfile the installed packages are of. */
const installedMark = join(folder, "node_modules", ".installed.json");
/** SQLite's binding may be compiled. */
const installTimeout = 300_000;

/** Installs the packages as locked, unless they are there. @returns why they cannot be installed here, if they cannot. */
export async function installCheckpointers(): Promise<string | undefined> {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (existsSync(installedMark) && readFileSync(installedMark, "utf8") === lock) return undefined;
  try {
    await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, timeout: installTimeout });
    await loadSqliteSaver().then((saver) => saver.fromConnString(":memory:").db.close());
  } catch (error) {
    const { stderr, message, killed } = error as { stderr?: string; message: string; killed?: boolean };
    if (killed) return `they were not installed within ${installTimeout / 1000} s`;
    return (stderr || message).trim().split("\n").slice(-3).join(" ");
  }
  writeFileSync(installedMark, lock);
  return undefined;
}

interface SqliteSaver extends BaseCheckpointSaver {
  db: { close(): void };
}

interface PostgresSaver extends BaseCheckpointSaver {
  setup(): Promise<void>;
  end(): Promise<void>;
}

interface Pool {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

type From<Saver> = { fromConnString(location: string): Saver };

export async function loadSqliteSaver(): Promise<From<SqliteSaver>> {
  return (await load<{ SqliteSaver: From<SqliteSaver> }>("@langchain/langgraph-checkpoint-sqlite")).SqliteSaver;
}

export async function loadPostgresSaver(): Promise<From<PostgresSaver>> {
  return (await load<{ PostgresSaver: From<PostgresSaver> }>("@langchain/langgraph-checkpoint-postgres")).PostgresSaver;
}

export async function connectPostgres(connectionString: string): Promise<Pool> {
  const { Pool } = await load<{ Pool: new (options: { connectionString: string; max: number }) => Pool }>("pg");
  return new Pool({ connectionString, max: 2 });
}

/** The name is a variable, so that types and checks do without packages that may not be there. */
function load<Module>(name: string): Promise<Module> {
  return import(name) as Promise<Module>;
}
