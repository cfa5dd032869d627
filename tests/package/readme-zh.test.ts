import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { expectedChineseReadme } from "./readme.js";

const english = readFileSync("README.md", "utf8");
const chinese = readFileSync("README.zh-CN.md", "utf8");

const withoutBlocks = (text: string): string => text.replace(/```[\s\S]*?\n```/g, "");
const headings = (text: string): string[] => withoutBlocks(text).match(/^#+(?= )/gm) ?? [];

/** The cells of every table, row by row. */
const tables = (text: string): string[][] =>
  (withoutBlocks(text).match(/^\|.*\|$/gm) ?? []).map((row) => row.slice(2, -2).split(" | "));

/** Whether a cell is the same in every language: code, numbers, signs. */
const isNeutral = (cell: string): boolean => !/\p{L}/u.test(cell.replace(/`[^`]*`/g, "").replace(/\d+ to (?=\d)/g, ""));

const spansOf = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
const linksOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!).sort();

describe("README.zh-CN.md", () => {
  it("has the code blocks of README.md (npm run readme copies them)", () => {
    expect(chinese.match(/^```/gm)?.length).toBe(english.match(/^```/gm)?.length);
    expect(chinese).toBe(expectedChineseReadme(english));
  });

  it("has its headings, level by level", () => {
    expect(headings(chinese)).toEqual(headings(english));
    expect(headings(chinese).length).toBeGreaterThan(10);
  });

  it("has its tables, with the same code and numbers in every cell", () => {
    const [rows, rowsOfOriginal] = [tables(chinese), tables(english)];
    expect(rows.map((row) => row.length)).toEqual(rowsOfOriginal.map((row) => row.length));
    for (const [index, row] of rowsOfOriginal.entries()) {
      for (const [column, cell] of row.entries()) {
        const translated = rows[index]![column]!;
        if (isNeutral(cell)) expect(translated).toBe(cell);
        else expect(spansOf(translated).sort()).toEqual(spansOf(cell).sort());
      }
    }
  });

  it("names the same commands, options and settings in its text", () => {
    const named = (text: string): string[] => [...new Set(spansOf(withoutBlocks(text)))].sort();
    const unwrapped = (spans: string[]): string[] => spans.map((span) => span.replace(/\s+/g, " "));
    const own = unwrapped(named(chinese)).filter((span) => !/\p{Script=Han}/u.test(span));
    const original = unwrapped(named(english)).filter((span) => !span.includes("<command>"));
    expect(own).toEqual(original);
  });

  it("links where README.md links, and both link each other", () => {
    expect(linksOf(chinese).filter((target) => target !== "README.md")).toEqual(
      linksOf(english).filter((target) => target !== "README.zh-CN.md"),
    );
    expect(linksOf(english)).toContain("README.zh-CN.md");
    expect(linksOf(chinese)).toContain("README.md");
    for (const target of linksOf(chinese).filter((link) => !link.includes("://")))
      expect(existsSync(target)).toBe(true);
  });
});
