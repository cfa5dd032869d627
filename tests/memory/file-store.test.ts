import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { FileStore } from "../../nodes/memory/file-store.js";
import { describeSharedStore } from "./shared-store.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-memory-"));
let made = 0;
const newPath = () => join(folder, "below", `${++made}.jsonl`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a memory in a file", () => {
  describeSharedStore(newPath);
});

describe("the file store", () => {
  it("answers like LangGraph's own: items, searches with filters, namespaces, deletions", async () => {
    const store = new FileStore(newPath());
    await store.put(["a", "b"], "one", { kind: "x", count: 1 });
    await store.put(["a", "b"], "two", { kind: "y", count: 5 });
    await store.put(["a", "c"], "three", { kind: "x", count: 9 });
    await store.put(["a", "b"], "one", { kind: "x", count: 2 });
    expect((await store.get(["a", "b"], "one"))?.value).toEqual({ kind: "x", count: 2 });
    expect(await store.get(["a"], "none")).toBeNull();
    expect((await store.search(["a"], { filter: { count: { $gt: 4 } } })).map(({ key }) => key)).toEqual([
      "two",
      "three",
    ]);
    expect(await store.search(["a"], { limit: 1, offset: 1 })).toHaveLength(1);
    expect(await store.listNamespaces({ prefix: ["a"] })).toEqual([
      ["a", "b"],
      ["a", "c"],
    ]);
    await store.delete(["a", "b"], "one");
    expect(await store.get(["a", "b"], "one")).toBeNull();
  });

  it("keeps the times of an item for the next process", async () => {
    const path = newPath();
    const first = new FileStore(path);
    await first.put(["a"], "k", { n: 1 });
    const { createdAt } = (await first.get(["a"], "k"))!;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await first.put(["a"], "k", { n: 2 });
    const again = (await new FileStore(path).get(["a"], "k"))!;
    expect(again.createdAt).toEqual(createdAt);
    expect(again.updatedAt.getTime()).toBeGreaterThan(createdAt.getTime());
  });

  it("is for its owner's eyes only", async () => {
    const path = newPath();
    await new FileStore(path).put(["a"], "k", { n: 1 });
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("passes over lines that are broken, and tells it; what came after them is there", async () => {
    const path = newPath();
    await new FileStore(path).put(["a"], "first", { n: 1 });
    appendFileSync(path, '{"namespace": ["a"], "key": "ha');
    const notices: string[] = [];
    const store = new FileStore(path, { onNotice: (line) => notices.push(line) });
    await store.put(["a"], "second", { n: 2 });
    expect((await store.search(["a"])).map(({ key }) => key)).toEqual(["first", "second"]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/: 1 broken line is passed over$/);
  });

  it("refuses a file that is not its own, and leaves it as it is", async () => {
    const path = join(folder, "notes.txt");
    writeFileSync(path, "my notes\n");
    const store = new FileStore(path);
    await expect(store.put(["a"], "k", { n: 1 })).rejects.toThrow(InputError);
    await expect(store.search(["a"])).rejects.toThrow(/is no memory file/);
    expect(readFileSync(path, "utf8")).toBe("my notes\n");
  });

  it("holds nothing that was deleted or replaced once it is written anew", async () => {
    const path = newPath();
    const store = new FileStore(path);
    await store.put(["a"], "gone", { text: "forget me" });
    await store.put(["a"], "kept", { text: "older words" });
    await store.put(["a"], "kept", { text: "newer words" });
    await store.delete(["a"], "gone");
    await store.compact();
    expect(readFileSync(path, "utf8")).not.toMatch(/forget me|older words/);
    expect((await new FileStore(path).get(["a"], "kept"))?.value).toEqual({ text: "newer words" });
  });

  it("is written anew by itself when most of it is out of date", async () => {
    const path = newPath();
    const store = new FileStore(path);
    for (let round = 0; round < 13; round++) {
      await store.batch(
        Array.from({ length: 100 }, (_, index) => ({ namespace: ["a"], key: `k${index}`, value: { round } })),
      );
    }
    expect(readFileSync(path, "utf8").split("\n").filter(Boolean).length).toBeLessThan(600);
    expect(await store.search(["a"], { limit: 1_000 })).toHaveLength(100);
  });

  it("waits with writing anew while another process does, so that what is deleted is gone afterwards", async () => {
    const path = newPath();
    const store = new FileStore(path);
    await store.put(["a"], "gone", { text: "forget me" });
    await store.delete(["a"], "gone");
    writeFileSync(`${path}.lock`, "");
    const compacted = store.compact();
    await sleep(120);
    expect(readFileSync(path, "utf8")).toContain("forget me");
    rmSync(`${path}.lock`);
    await compacted;
    expect(readFileSync(path, "utf8")).not.toContain("forget me");
  });

  it("keeps long items whole that are written at the same time", async () => {
    const path = newPath();
    const stores = Array.from({ length: 3 }, () => new FileStore(path));
    const text = (who: number) => String(who).repeat(2_000_000);
    await Promise.all(stores.map((store, who) => store.put(["a"], `${who}`, { text: text(who) })));
    const notices: string[] = [];
    const store = new FileStore(path, { onNotice: (line) => notices.push(line) });
    for (const who of stores.keys()) {
      const { value } = (await store.get(["a"], `${who}`)) ?? {};
      expect(value?.text === text(who)).toBe(true);
    }
    expect(notices).toEqual([]);
  });

  it("knows a file that was written anew, though it has the number of an earlier one", async () => {
    const path = newPath();
    const [reader, writer] = [new FileStore(path), new FileStore(path)];
    await writer.put(["a"], "gone", { text: "forget me" });
    await writer.compact();
    await reader.search(["a"]);
    const { ino } = statSync(path);
    await writer.delete(["a"], "gone");
    await writer.put(["a"], "long", { text: "x".repeat(500) });
    // Most file systems give the numbers of removed files again, some never.
    for (let time = 0; time < 8 && (time === 0 || statSync(path).ino !== ino); time++) await writer.compact();
    expect((await reader.search(["a"])).map(({ key }) => key)).toEqual(["long"]);
  });

  it("loses nothing when it is written anew while others write", async () => {
    const path = newPath();
    const stores = Array.from({ length: 3 }, () => new FileStore(path));
    await stores[0]!.put(["a"], "start", { n: 0 });
    await Promise.all(
      stores.map(async (store, who) => {
        for (let index = 0; index < 60; index++) {
          await store.put(["a"], `${who}-${index}`, { n: index });
          if (index % 7 === 0) await store.compact();
        }
      }),
    );
    expect(await new FileStore(path).search(["a"], { limit: 1_000 })).toHaveLength(181);
  });

  it("is whole after a process was killed in the middle of writing", async () => {
    const path = newPath();
    const script = `
      import { FileStore } from ${JSON.stringify(new URL("../../nodes/memory/file-store.ts", import.meta.url).href)};
      const store = new FileStore(${JSON.stringify(path)});
      for (let n = 0; ; n++) { await store.put(["a"], "k" + n, { text: "x".repeat(2000) }); if (n % 9 === 8) await store.compact(); if (n === 20) console.log("going"); }
    `;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "close");
    const items = await new FileStore(path).search(["a"], { limit: 100_000 });
    expect(items.length).toBeGreaterThan(20);
    for (const [index, { key, value }] of items
      .sort((a, b) => Number(a.key.slice(1)) - Number(b.key.slice(1)))
      .entries()) {
      expect(key).toBe(`k${index}`);
      expect(value.text).toHaveLength(2_000);
    }
  });
});
