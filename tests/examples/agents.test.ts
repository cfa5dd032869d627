import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = async (file: string): Promise<string> => (await promisify(execFile)("npx", ["tsx", file])).stdout;

/** The TypeScript blocks of a page. */
const blocksOf = (page: string): string[] =>
  [...readFileSync(page, "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);

describe("examples of agents", () => {
  it("the middleware: the tool of the first turn is there in the second", async () => {
    expect((await run("examples/middleware.ts")).match(/^(?: {2}requests .*|\w+ stands .*)$/gm)).toEqual([
      "Walden stands on shelf 42",
      "  requests 1, calls 1, model calls 3",
      "Emma stands on shelf 42",
      "  requests 0, calls 1, model calls 2",
    ]);
  }, 60_000);

  it("the supervisor: each agent has its own tool, and still has it in its next turn", async () => {
    expect((await run("examples/supervisor.ts")).match(/^ {2}requests .*$/gm)).toEqual([
      "  requests 1, has count_stock",
      "  requests 1, has show_balance",
      "  requests 0, has count_stock",
    ]);
  }, 60_000);

  it.each([
    ["docs/middleware.md", "examples/middleware.ts"],
    ["docs/subgraphs.md", "examples/supervisor.ts"],
  ])("%s shows only code of %s", (page, file) => {
    const example = readFileSync(file, "utf8");
    expect(blocksOf(page).length).toBeGreaterThan(0);
    for (const code of blocksOf(page)) expect(example).toContain(code);
  });
});
