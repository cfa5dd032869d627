import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { describeKills } from "../durability/kills.js";
import { describeStorage } from "../durability/storages.js";
import { describeSharedStore } from "../memory/shared-store.js";
import { connectPostgres, installCheckpointers } from "./packages.js";
import { type Postgres, startPostgres } from "./postgres.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-checkpointers-"));
const missing = await installCheckpointers();
if (missing)
  console.warn(`The tests with SQLite and PostgreSQL are left out, their packages cannot be installed: ${missing}`);
const postgres = missing ? "no packages" : await startPostgres();
if (!missing && typeof postgres === "string") console.warn(`The tests with PostgreSQL are left out: ${postgres}`);

afterAll(async () => {
  if (typeof postgres !== "string") await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

let stored = 0;

describe.runIf(!missing)("SQLite", () => {
  const newStorage = () => {
    stored += 1;
    const place = join(folder, String(stored));
    return { kind: "sqlite", checkpoints: `${place}.sqlite`, effects: `${place}.effects` } as const;
  };
  describeKills("kept in SQLite", newStorage);
  describeStorage("in SQLite", newStorage);
});

describe.runIf(typeof postgres !== "string")("PostgreSQL", () => {
  const newStorage = async () => {
    stored += 1;
    const { url } = postgres as Postgres;
    const name = `toolgap_${stored}`;
    const pool = await connectPostgres(url);
    await pool.query(`CREATE DATABASE ${name}`);
    await pool.end();
    return { kind: "postgres", url: url.replace("/postgres?", `/${name}?`), effects: "effects" } as const;
  };
  describeKills("kept in PostgreSQL", newStorage);
  describeStorage("in PostgreSQL", newStorage);
  describe("a memory in PostgreSQL's store", () => describeSharedStore(async () => (await newStorage()).url));
});
