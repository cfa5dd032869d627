/** A memory file that a stranger wrote into: each bad line is passed over, and nothing else is lost. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FileStore } from "../../nodes/memory/file-store.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-memory-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a memory file with hostile lines", () => {
  it.each([
    ["a namespace that stores refuse", { namespace: ["toolgap", "memory", "..", "requests"], at: 1 }],
    ["a namespace without a name", { namespace: [""], at: 1 }],
    ["a namespace of LangGraph's own", { namespace: ["langgraph"], at: 1 }],
    ["a time that no date can hold", { namespace: ["a"], at: 8.7e15 }],
  ])("is read and written anew in spite of %s", async (name, line) => {
    const path = join(folder, `${name}.jsonl`);
    await new FileStore(path).put(["a"], "before", { kept: true });
    appendFileSync(path, `${JSON.stringify({ key: "bad", value: {}, ...line })}\n`);
    const notices: string[] = [];
    const store = new FileStore(path, { onNotice: (notice) => notices.push(notice) });
    await store.put(["a"], "after", { kept: true });
    expect((await store.search(["a"])).map(({ key }) => key)).toEqual(["before", "after"]);
    expect(notices).toEqual([expect.stringContaining("1 broken line is passed over")]);
    await store.compact();
    expect(readFileSync(path, "utf8")).not.toContain("bad");
    expect(await new FileStore(path).search(["a"])).toHaveLength(2);
  });

  it("is told of in one line, however many are broken", async () => {
    const path = join(folder, "many.jsonl");
    await new FileStore(path).put(["a"], "before", { kept: true });
    appendFileSync(path, "{broken\n".repeat(40));
    const notices: string[] = [];
    const store = new FileStore(path, { onNotice: (notice) => notices.push(notice) });
    await store.search(["a"]);
    await store.search(["a"]);
    expect(notices).toEqual([`${path}: 40 broken lines are passed over`]);
    appendFileSync(path, "again\n");
    await store.search(["a"]);
    expect(notices[1]).toBe(`${path}: 1 broken line is passed over`);
  });
});
