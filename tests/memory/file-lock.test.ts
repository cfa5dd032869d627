import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { takeLock } from "../../nodes/memory/file-lock.js";
import { FileStore } from "../../nodes/memory/file-store.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a process leaves that was killed an hour ago. */
function leaveBehind(path: string): void {
  writeFileSync(path, "");
  const hourAgo = Date.now() / 1_000 - 3_600;
  utimesSync(path, hourAgo, hourAgo);
}

describe("a lock file", () => {
  it("is one process's at a time, and free again once it is released", async () => {
    const path = join(folder, "plain");
    const lock = await takeLock(path);
    expect(await lock?.isHeld()).toBe(true);
    expect(await takeLock(path)).toBeUndefined();
    await lock?.release();
    expect(existsSync(path)).toBe(false);
    await (await takeLock(path))!.release();
  });

  it("that was left behind is one's alone of many that come at the same time", async () => {
    for (let round = 0; round < 60; round++) {
      const path = join(folder, `stale-${round}`);
      leaveBehind(path);
      let holders = 0;
      let most = 0;
      let taken = 0;
      await Promise.all(
        Array.from({ length: 8 }, async (_, who) => {
          await sleep(who % 3);
          for (let attempt = 0; attempt < 4; attempt++) {
            const lock = await takeLock(path);
            if (!lock) continue;
            taken += 1;
            holders += 1;
            most = Math.max(most, holders);
            await sleep(2);
            holders -= 1;
            await lock.release();
          }
        }),
      );
      expect(most).toBe(1);
      expect(taken).toBeGreaterThan(0);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is free though a process was killed while it cleared one away", async () => {
    const path = join(folder, "twice");
    leaveBehind(path);
    leaveBehind(`${path}.old`);
    const lock = await takeLock(path);
    expect(await lock?.isHeld()).toBe(true);
    await lock?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that another process took away is not released by the one that had it", async () => {
    const path = join(folder, "lost");
    const slow = (await takeLock(path))!;
    const hourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(path, hourAgo, hourAgo);
    const other = (await takeLock(path))!;
    expect([await slow.isHeld(), await other.isHeld()]).toEqual([false, true]);
    await slow.release();
    expect(await other.isHeld()).toBe(true);
    await other.release();
  });

  it("left behind beside a memory does not stop it from being written anew", async () => {
    const path = join(folder, "memory.jsonl");
    const stores = Array.from({ length: 4 }, () => new FileStore(path));
    await stores[0]!.put(["a"], "gone", { text: "forget me" });
    await stores[0]!.delete(["a"], "gone");
    leaveBehind(`${path}.lock`);
    await Promise.all(
      stores.map(async (store, who) => {
        await store.put(["a"], `kept ${who}`, { who });
        await store.compact();
      }),
    );
    expect(await new FileStore(path).search(["a"])).toHaveLength(4);
    expect(readdirSync(folder)).toEqual(["memory.jsonl"]);
  });
});
