/** Two processes write one memory file anew: the first stops for so long that it is taken for dead, and then goes on. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { FileStore } from "../../nodes/memory/file-store.js";

type Place = "before its file is made" | "in the middle of writing" | "before its file is put in place";

const stalls = vi.hoisted(() => ({ at: async (_place: string): Promise<void> => {} }));

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof FileSystem>();
  const isReplacement = (path: unknown) => String(path).endsWith(".new");
  const open: typeof real.open = async (path, ...rest) => {
    if (!isReplacement(path)) return real.open(path, ...rest);
    await stalls.at("before its file is made");
    const file = await real.open(path, ...rest);
    file.writeFile = async (text) => {
      const half = String(text).length >> 1;
      await file.write(String(text).slice(0, half));
      await stalls.at("in the middle of writing");
      await file.write(String(text).slice(half));
    };
    return file;
  };
  const rename: typeof real.rename = async (from, to) => {
    if (isReplacement(from)) await stalls.at("before its file is put in place");
    return real.rename(from, to);
  };
  return { ...real, open, rename };
});

const folder = mkdtempSync(join(tmpdir(), "toolgap-compaction-"));
let made = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keysOf = async (path: string) => (await new FileStore(path).search(["a"])).map(({ key }) => key).sort();
const filesOf = (path: string) => readdirSync(dirname(path)).filter((name) => !name.endsWith(".jsonl"));
const keys = ["k0", "k1", "k2", "k3", "k4", "k5"];

async function newFile() {
  const path = join(folder, String(++made), "memory.jsonl");
  const store = new FileStore(path);
  for (const key of keys) await store.put(["a"], key, { key });
  return { path, store };
}

/** Stops whoever comes by first, until it is let go. */
function stallAt(place: Place) {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  let isTaken = false;
  return {
    reached,
    go: () => go(),
    pass: async (at: string) => {
      if (at !== place || isTaken) return;
      isTaken = true;
      reach();
      await gone;
    },
  };
}

const seemDead = (path: string) => {
  const longAgo = Date.now() / 1_000 - 3_600;
  utimesSync(`${path}.lock`, longAgo, longAgo);
};

describe("writing a memory file anew", () => {
  it.each<Place>(["before its file is made", "in the middle of writing", "before its file is put in place"])(
    "loses nothing when it stops for long %s",
    async (place) => {
      const { path, store } = await newFile();
      const stall = stallAt(place);
      stalls.at = stall.pass;
      const first = store.compact();
      await stall.reached;
      seemDead(path);
      await new FileStore(path).compact();
      expect(await keysOf(path)).toEqual(keys);
      await new FileStore(path).put(["a"], "late", {});
      stall.go();
      await first;
      expect(await keysOf(path)).toEqual([...keys, "late"]);
      expect(filesOf(path)).toEqual([]);
    },
  );

  it("never puts in place what the one that was taken for dead has half written meanwhile", async () => {
    const { path, store } = await newFile();
    const [begin, middle] = [stallAt("before its file is made"), stallAt("in the middle of writing")];
    stalls.at = begin.pass;
    const first = store.compact();
    await begin.reached;
    seemDead(path);
    const rename = stallAt("before its file is put in place");
    stalls.at = rename.pass;
    const second = new FileStore(path).compact();
    await rename.reached;
    stalls.at = middle.pass;
    begin.go();
    await middle.reached;
    rename.go();
    await second;
    expect(await keysOf(path)).toEqual(keys);
    await new FileStore(path).put(["a"], "late", {});
    middle.go();
    await first;
    expect(await keysOf(path)).toEqual([...keys, "late"]);
    expect(filesOf(path)).toEqual([]);
  });

  it("removes what processes that were killed left beside it, and no file of another name", async () => {
    stalls.at = async () => {};
    const { path, store } = await newFile();
    writeFileSync(`${path}.0b6f3c1e-7a59-4c1d-9f43-3f2f7f1f9f10.new`, "half");
    writeFileSync(`${path}.notes.new`, "mine");
    await store.compact();
    expect(filesOf(path)).toEqual(["memory.jsonl.notes.new"]);
  });
});
