import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync("docs/robustness.md", "utf8");
const rows = (page.match(/^\|.*\|$/gm) ?? []).filter((row) => !/^\| (?:symptom|---) /.test(row));

interface NamedTest {
  file: string;
  title: string;
}

function testsOf(row: string): NamedTest[] {
  const column = row.split(" | ").at(-1) ?? "";
  return [...column.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file, title]) => ({ file: file!, title: title! }));
}

/** A test's title is a text of its own in the file; a transcript's name is a value in it. */
function exists({ file, title }: NamedTest): boolean {
  return existsSync(file) && readFileSync(file, "utf8").includes(JSON.stringify(title));
}

describe("docs/robustness.md", () => {
  it("names only tests that exist, by file and title", () => {
    const missing = rows.flatMap(testsOf).filter((test) => !exists(test));
    expect(missing).toEqual([]);
  });

  it("has three columns in every row, and a test for it", () => {
    expect(rows.length).toBeGreaterThan(35);
    for (const row of rows) {
      expect([row, row.split(" | ").length]).toEqual([row, 3]);
      expect([row, testsOf(row).length > 0]).toEqual([row, true]);
    }
  });

  it("says nothing twice", () => {
    const symptoms = rows.map((row) => row.split(" | ")[0]);
    expect(new Set(symptoms).size).toBe(symptoms.length);
  });
});
