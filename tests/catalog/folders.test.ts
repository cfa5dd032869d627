import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFolder, makeFolder } from "../../catalog/folders.js";
import { temporaryFolder } from "./mcp/support.js";

describe("makeFolder", () => {
  it("makes what is missing above a folder too, with its mode, and leaves what is there", async () => {
    const top = temporaryFolder();
    const folder = join(top, "a", "b", "c");
    await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]);
    expect(statSync(join(top, "a")).mode & 0o777).toBe(0o700);
    await makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await makeFolder("/");
  });

  it("fails where a file is in the way", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeFolder(join(file, "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it.runIf(existsSync("/proc/self"))("fails at once where the system makes no folder", async () => {
    await expect(makeFolder("/proc/toolgap/kept")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("checkFolder", () => {
  it("leaves nothing in a folder that can be written to", async () => {
    const folder = temporaryFolder();
    await checkFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(existsSync("/proc/self"))("fails where no file can be made", async () => {
    await expect(checkFolder("/proc")).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
    await expect(checkFolder(join(temporaryFolder(), "nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
