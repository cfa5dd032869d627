import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeKills } from "./kills.js";
import { describeStorage } from "./storages.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-kill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let stored = 0;

const newStorage = () => {
  stored += 1;
  const place = join(folder, String(stored));
  return { kind: "file", checkpoints: `${place}.checkpoints`, effects: `${place}.effects` } as const;
};

// The other places, and the same with databases: tests/checkpointers.
describeKills("kept in a file", newStorage, ["after the result"]);
describeStorage("in a file", newStorage, "one process");
