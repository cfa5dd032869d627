import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { routerNames } from "../../catalog/search/index.js";
import { importNames } from "../../evals/import/index.js";
import { retrievalMetricNames } from "../../evals/metrics/retrieval.js";
import { evalRouterNames } from "../../evals/routers/index.js";
import { toolgapHere } from "../cli/toolgap.js";

const docs = readFileSync("docs/evals.md", "utf8");
const optionsOf = async (...command: string[]) => {
  const { stdout } = await toolgapHere([...command, "--help"]);
  return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag!);
};

describe("docs/evals.md", () => {
  it("names only options that exist", async () => {
    const known = new Set(
      (
        await Promise.all([
          optionsOf("eval", "retrieval"),
          optionsOf("eval", "import"),
          optionsOf("eval", "tasks"),
          optionsOf("run"),
        ])
      ).flat(),
    );
    const named = [...docs.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((flag) => !known.has(flag))).toEqual([]);
  });

  it("names every option of eval retrieval that is not about the catalog", async () => {
    const ofCatalog = await optionsOf("catalog", "list");
    const options = (await optionsOf("eval", "retrieval")).filter((flag) => !ofCatalog.includes(flag));
    expect(options.length).toBeGreaterThan(10);
    expect(options.filter((flag) => !docs.includes(flag))).toEqual([]);
  });

  it("names every source, every metric and every router for comparison", () => {
    const comparison = evalRouterNames.filter((name) => !routerNames.includes(name));
    const metrics = retrievalMetricNames.map((name) =>
      name.replace(/@.*/, "").replace("serverRecall", "server recall"),
    );
    const words = [...importNames.map((name) => `| \`${name}\` |`), ...comparison.map((name) => `\`${name}\``)];
    for (const word of [...words, ...metrics]) expect(docs.toLowerCase()).toContain(word.toLowerCase());
  });
});
