import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { isResultId, readOnCall, readResult } from "../../../catalog/results/read-result.js";
import { ResultStore } from "../../../catalog/results/store.js";
import { countTokens } from "../../../catalog/tokens.js";

const stores: ResultStore[] = [];
const makeStore = (options?: { maxCharacters: number }) => {
  const store = new ResultStore(options);
  stores.push(store);
  return store;
};

afterEach(() => {
  for (const store of stores.splice(0)) store.clear();
});

const foldersOf = (pid: number) =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`toolgap-results-${pid}-`))
    .map((name) => join(tmpdir(), name));

describe("stored results", () => {
  it("are read in parts by their place in the text", async () => {
    const store = makeStore();
    const id = await store.keep("héllo wörld 😀");
    expect(isResultId(id)).toBe(true);
    expect(await store.read(id, 6, 5)).toEqual({ text: "wörld", offset: 6, total: 14 });
    expect(await store.read(id, 12, 100)).toEqual({ text: "😀", offset: 12, total: 14 });
    expect(await store.read(id, 99, 5)).toEqual({ text: "", offset: 14, total: 14 });
  });

  it("are files and a folder for the owner only, gone after clear", async () => {
    const store = makeStore();
    const id = await store.keep("private");
    const folder = foldersOf(process.pid).find((path) => existsSync(join(path, id)))!;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, id)).mode & 0o777).toBe(0o600);
    store.clear();
    expect(existsSync(folder)).toBe(false);
    expect(await store.read(id, 0, 1)).toBeUndefined();
  });

  it("belong to one conversation", async () => {
    const store = makeStore();
    const id = await store.keep("mine", "thread-1");
    expect(await store.read(id, 0, 9, "thread-2")).toBeUndefined();
    expect(await store.read(id, 0, 9)).toBeUndefined();
    expect(await store.read(id, 0, 9, "thread-1")).toMatchObject({ text: "mine" });
  });

  it("make room for new ones, the oldest first", async () => {
    const store = makeStore({ maxCharacters: 100 });
    const ids = [];
    for (let index = 0; index < 4; index += 1) ids.push(await store.keep("x".repeat(30)));
    expect(await Promise.all(ids.map((id) => store.read(id, 0, 1)))).toMatchObject([
      undefined,
      { total: 30 },
      { total: 30 },
      { total: 30 },
    ]);
    await expect(store.keep("x".repeat(101))).rejects.toThrow("too long to be kept");
  });

  it("are gone, not an exception, when somebody swept the folder", async () => {
    const store = makeStore();
    const id = await store.keep("text");
    for (const folder of foldersOf(process.pid)) rmSync(folder, { recursive: true });
    expect(await store.read(id, 0, 4)).toBeUndefined();
  });

  it("are removed when the process ends, and those of killed processes by the next", () => {
    const module = resolve("catalog/results/store.ts");
    const script = `import(${JSON.stringify(module)}).then(async ({ resultStore }) => {
      await resultStore().keep("text");
      console.log(process.pid);
    })`;
    const run = () =>
      Number(execFileSync(process.execPath, ["--import", "tsx", "-e", script], { encoding: "utf8" }).trim());
    const first = run();
    expect(foldersOf(first)).toEqual([]);
    // Process ids end far below this one.
    const orphan = join(tmpdir(), "toolgap-results-99999999-orphan");
    mkdirSync(orphan, { recursive: true });
    run();
    expect(existsSync(orphan)).toBe(false);
  });
});

describe("reading on in a result", () => {
  it("gives every character once, in parts within the limit", async () => {
    const store = makeStore();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 3_000 }), async (whole) => {
        const id = await store.keep(whole);
        let read = "";
        for (let offset = 0; offset < whole.length; ) {
          const { text } = await readResult({ id, offset }, { store, thread: undefined, maxTokens: 100 });
          expect(await countTokens(text)).toBeLessThanOrEqual(110);
          const [, start, end] = /\n\[characters (\d+) to (\d+) of \d+; [^\n]*\]$/.exec(text)!;
          expect(Number(start)).toBe(offset);
          read += text.slice(0, text.lastIndexOf("\n[characters "));
          offset = Number(end);
        }
        expect(read).toBe(whole);
      }),
      { numRuns: 20 },
    );
  });

  it("names the call for the next part, and the end", async () => {
    const store = makeStore();
    const id = await store.keep("abcdefghij");
    const read = (args: object) => readResult({ id, ...args }, { store, thread: undefined, maxTokens: 1_000 });
    expect((await read({ offset: 2, length: 3 })).text).toBe(
      `cde\n[characters 2 to 5 of 10; ${readOnCall(id, 5)} gives the next part]`,
    );
    expect((await read({ offset: 5 })).text).toBe("fghij\n[characters 5 to 10 of 10; this is the end]");
    expect((await read({ offset: 10 })).text).toBe("The result ends at character 10; nothing is left.");
  });

  it.each([
    [{}, 'needs "id"'],
    ["text", 'needs "id"'],
    [{ id: "r0", offset: -1 }, '"offset" must be'],
    [{ id: "r0", offset: "1" }, '"offset" must be'],
    [{ id: "r0", length: 0 }, '"length" must be'],
    [{ id: "../../etc/passwd" }, "is no longer kept. Call the tool that gave it again"],
  ])("answers %j with what to do", async (args, words) => {
    const answer = await readResult(args, { store: makeStore(), thread: undefined, maxTokens: 1_000 });
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain(words);
  });
});
