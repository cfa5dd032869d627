import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolKey } from "../../../catalog/types.js";
import { fingerprint, loadSuites, ownTaskFiles, pickTask } from "../../../evals/strategies/suites.js";
import { temporaryFolder } from "../../catalog/mcp/support.js";

async function taskFile(name: string, ...lines: object[]): Promise<string> {
  const path = join(temporaryFolder(), name);
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  return path;
}

const clean = { id: "a", query: "Do it", gold: [["database", "db_query"]] };

describe("the suites of an eval", () => {
  it("are this software's own, one for each file, where none are named", async () => {
    const { suites } = await loadSuites();
    expect(suites.map((suite) => `${suite.name}.jsonl`)).toEqual(ownTaskFiles().map((path) => path.split("/").at(-1)));
    expect(suites.find((suite) => suite.name === "basic")).toMatchObject({ decoys: new Set(), catalog: { size: 35 } });
  });

  it("have the decoys of the catalog beside a task file, in that suite only", async () => {
    const { suites } = await loadSuites();
    const suite = suites.find(({ name }) => name === "decoys")!;
    expect(suite.catalog.size).toBe(35 + suite.decoys.size);
    expect([...suite.decoys]).toContain(toolKey({ server: "universal_assistant", name: "do_anything" }));
  });

  it("are filled up to the same number of tools, decoys included", async () => {
    const { suites } = await loadSuites({ numTools: 100 });
    expect(new Set(suites.map(({ catalog }) => catalog.size))).toEqual(new Set([100]));
    const decoys = suites.find(({ name }) => name === "decoys")!.decoys;
    expect([...decoys].filter((key) => key.includes("internal_service"))).toEqual([]);
  });

  it("are refused for a tool that the catalog lacks, and for an id that two files have", async () => {
    const unknown = await taskFile("x.jsonl", { ...clean, gold: [["database", "db_querry"]] });
    await expect(loadSuites({ taskFiles: [unknown] })).rejects.toThrow(/line 1 .*no tool database\/db_querry/);
    const [one, two] = [await taskFile("one.jsonl", clean), await taskFile("two.jsonl", clean)];
    await expect(loadSuites({ taskFiles: [one, two] })).rejects.toThrow(/the id "a" is in .*one\.jsonl.* and in .*two/);
  });

  it("read a catalog beside the user's own tasks in the same way", async () => {
    const path = await taskFile("mine.jsonl", clean);
    const own = ownTaskFiles().find((file) => file.endsWith("decoys.jsonl"))!;
    await cp(own.replace(".jsonl", ".catalog.json"), path.replace(".jsonl", ".catalog.json"));
    const { suites } = await loadSuites({ taskFiles: [path] });
    expect(suites[0]!.decoys.size).toBeGreaterThan(0);
  });

  it("have a fingerprint of tasks and tools, whatever the folder", async () => {
    const [one, two] = [await taskFile("t.jsonl", clean), await taskFile("t.jsonl", clean)];
    const changed = await taskFile("t.jsonl", { ...clean, query: "Do that" });
    const prints = await Promise.all(
      [one, two, changed].map(async (path) => fingerprint((await loadSuites({ taskFiles: [path] })).suites)),
    );
    expect(prints[0]).toBe(prints[1]);
    expect(prints[2]).not.toBe(prints[0]);
  });
});

describe("one task", () => {
  it("is the labeled one with that id or text, with the catalog it belongs to", async () => {
    const { suites } = await loadSuites();
    const [byId] = pickTask(suites, "decoys-01");
    expect(byId).toMatchObject({ name: "decoys", tasks: [{ id: "decoys-01" }] });
    expect(pickTask(suites, `  ${byId!.tasks[0]!.query} `)).toEqual([byId]);
  });

  it("is a text without labels where nobody labeled it", async () => {
    const { suites } = await loadSuites();
    expect(pickTask(suites, "Bake a cake")).toMatchObject([{ labeled: false, tasks: [{ query: "Bake a cake" }] }]);
    expect(() => pickTask(suites, " ")).toThrow(/^the query is empty/);
  });
});

describe("the own tasks of the catalog quality-engineering", () => {
  it("are loaded with that catalog, and every tool they name is in it", async () => {
    const loaded = await loadSuites({ builtinCatalog: "quality-engineering" });
    const tasks = loaded.suites.flatMap((suite) => suite.tasks);
    expect(loaded.suites.map(({ name }) => name)).toEqual(["quality"]);
    expect(new Set(tasks.flatMap(({ tags }) => tags))).toContain("specialized");
    expect(tasks.filter(({ irrelevant }) => irrelevant).length).toBeGreaterThan(2);
    await loaded.close();
  });

  it("do not quote the name of the tool", async () => {
    const { suites, close } = await loadSuites({ builtinCatalog: "quality-engineering" });
    for (const { query, gold } of suites.flatMap((suite) => suite.tasks)) {
      for (const { name } of gold) expect(query.toLowerCase()).not.toContain(name);
    }
    await close();
  });
});
