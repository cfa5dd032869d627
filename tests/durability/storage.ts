/** The storages that the durability tests run against, for the tests and for the processes that they kill. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { connectPostgres, loadPostgresSaver, loadSqliteSaver } from "../checkpointers/packages.js";
import { FileSaver } from "./file-saver.js";

/** Where the checkpoints are, and where the tools leave their effects: a file, or a table of the same database. */
export type StorageAddress =
  | { kind: "file" | "sqlite"; checkpoints: string; effects: string }
  | { kind: "postgres"; url: string; effects: string };

/** An address that no other test has. */
export type NewStorage = () => StorageAddress | Promise<StorageAddress>;

export interface Storage {
  saver: BaseCheckpointSaver;
  /** Writes one effect so that it is there even if the process is killed right after. */
  leaveEffect(name: string): Promise<void>;
  readEffects(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openStorage(address: StorageAddress): Promise<Storage> {
  if (address.kind === "postgres") return openPostgres(address);
  const { checkpoints, effects } = address;
  const saver =
    address.kind === "file" ? new FileSaver(checkpoints) : (await loadSqliteSaver()).fromConnString(checkpoints);
  return {
    saver,
    leaveEffect: async (name) => {
      const file = openSync(effects, "a");
      writeSync(file, `${name}\n`);
      fsyncSync(file);
      closeSync(file);
    },
    readEffects: async () => (existsSync(effects) ? readFileSync(effects, "utf8").split("\n").filter(Boolean) : []),
    close: async () => {
      if ("db" in saver) saver.db.close();
    },
  };
}

async function openPostgres({ url, effects }: StorageAddress & { kind: "postgres" }): Promise<Storage> {
  const saver = (await loadPostgresSaver()).fromConnString(url);
  const pool = await connectPostgres(url);
  await saver.setup();
  await pool.query(`CREATE TABLE IF NOT EXISTS ${effects} (place SERIAL, name TEXT)`);
  return {
    saver,
    leaveEffect: async (name) => void (await pool.query(`INSERT INTO ${effects} (name) VALUES ($1)`, [name])),
    readEffects: async () =>
      (await pool.query(`SELECT name FROM ${effects} ORDER BY place`)).rows.map((row) => String(row.name)),
    close: async () => {
      await saver.end();
      await pool.end();
    },
  };
}
