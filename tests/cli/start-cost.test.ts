import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** Packages that every command pays for; all are loaded in a few milliseconds. */
const light = ["cli-progress", "cli-table3", "commander", "write-file-atomic"];

/** What a module imports when it is loaded: no types, and nothing that is imported late. */
function importsOf(path: string): string[] {
  const statement = /^(?:import|export)\s+(?!type\b)(?:[^"'();]*?\sfrom\s+)?"([^"]+)";$/gm;
  return [...readFileSync(path, "utf8").matchAll(statement)].map(([, name]) => name!);
}

/** Each package that is reached, with the way there. */
function packagesFrom(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const ways = new Map([[entry, entry]]);
  for (const [path, way] of ways) {
    for (const name of importsOf(path)) {
      if (name.startsWith("node:")) continue;
      const target = name.startsWith(".") && normalize(join(dirname(path), name.replace(/\.js$/, ".ts")));
      if (!target) packages.set(name, way);
      else if (!ways.has(target)) ways.set(target, `${way} > ${target}`);
    }
  }
  return packages;
}

it("a command loads no model, graph or validator before it is known which command it is", () => {
  const heavy = [...packagesFrom("cli/program.ts")].filter(([name]) => !light.includes(name));
  expect(heavy).toEqual([]);
});

it("the walk of imports finds what a command loads late", () => {
  expect([...packagesFrom("graphs/active.ts").keys()]).toContain("@langchain/langgraph");
});
