import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe } from "vitest";
import { connectPostgres } from "../checkpointers/packages.js";
import { type Postgres, startPostgres } from "../checkpointers/postgres.js";
import { describeSharedStore } from "./shared-store.js";

/** Written when the packages are whole; they are installed by the tests of the checkpointers. */
const installed = existsSync(fileURLToPath(new URL("../checkpointers/node_modules/.installed.json", import.meta.url)));
const postgres = installed ? await startPostgres() : "its package is not installed: run tests/checkpointers first";
if (typeof postgres === "string") console.warn(`The memory in PostgreSQL is not tested: ${postgres}`);

afterAll(async () => {
  if (typeof postgres !== "string") await postgres.stop();
});

describe.runIf(typeof postgres !== "string")("a memory in PostgreSQL", () => {
  let made = 0;
  describeSharedStore(async () => {
    const { url } = postgres as Postgres;
    const name = `memory_${++made}`;
    const pool = await connectPostgres(url);
    await pool.query(`CREATE DATABASE ${name}`);
    await pool.end();
    return url.replace("/postgres?", `/${name}?`);
  });
});
