import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const cache = mkdtempSync(join(tmpdir(), "toolgap-retrieval-"));
beforeAll(() => void vi.stubEnv("TOOLGAP_CACHE_DIR", cache));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true });
});

describe("docs/retrieval.md", () => {
  it("shows only code of a program, which does what the guide says", async () => {
    const source = readFileSync("tests/docs/retrieval-program.ts", "utf8");
    const page = readFileSync("docs/retrieval.md", "utf8");
    const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    expect(blocks).toHaveLength(3);
    for (const code of blocks) expect(source).toContain(code);

    const program = await import("./retrieval-program.js");
    for (const found of [program.without, program.afterwards]) expect(found).toEqual([]);
    for (const found of [program.byOwnWords, program.byExamples, program.bySynonyms])
      expect(found).toContain("comm_send_email");
    expect(program.found).toBe("comm_send_email");
    expect(program.withoutSynonyms).not.toContain("comm_send_email");
    expect(readdirSync(join(cache, "indexes"))).toHaveLength(1);
  });
});
