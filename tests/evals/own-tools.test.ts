import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { formatToolId, type JsonSchema, type ToolDefinition } from "../../catalog/types.js";
import { chooseStrategy } from "../../evals/own-tools/choose-strategy.js";
import { deriveTasks, toTasks } from "../../evals/own-tools/derive-tasks.js";
import { guardExecution, reallyCalled } from "../../evals/own-tools/guard.js";
import { requiredValues } from "../../evals/own-tools/values.js";
import { requestFrom } from "../../evals/own-tools/wording.js";
import { checkTasks, readTaskFile } from "../../evals/task-file.js";
import { temporaryFolder, writeConfig } from "../catalog/mcp/support.js";
import { toolgapHere } from "../cli/toolgap.js";
import { ScriptedModel } from "../support/scripted-model.js";

// The lists of tools are kept for the next runs; not beside those of the person who runs the tests.
beforeAll(() => void vi.stubEnv("TOOLGAP_CACHE_DIR", temporaryFolder()));
afterAll(() => void vi.unstubAllEnvs());

const serverPath = (name: string) => resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** An `mcp.json` with real servers; what they keep is in the folder. */
function realServers(folder: string, names: readonly ("filesystem" | "memory" | "everything")[]): string {
  const rest = {
    filesystem: { args: [serverPath("filesystem"), folder] },
    memory: { args: [serverPath("memory")], env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } },
    everything: { args: [serverPath("everything")] },
  };
  return writeConfig(
    folder,
    Object.fromEntries(names.map((name) => [name, { command: process.execPath, ...rest[name] }])),
  );
}

function toolOf(name: string, rest: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name, description: `Reads ${name}`, inputSchema: { type: "object" }, ...rest };
}

/** A catalog whose tools note that they were really called. */
function watched() {
  const calls: string[] = [];
  const execute = (name: string) => async () => {
    calls.push(name);
    return { content: [{ type: "text" as const, text: `real ${name}` }], isError: false };
  };
  const catalog = new ToolCatalog([
    {
      name: "s",
      description: "A server",
      tools: [
        toolOf("look", { execute: execute("look"), annotations: { readOnlyHint: true } }),
        toolOf("erase", { execute: execute("erase"), annotations: { readOnlyHint: false } }),
        toolOf("unsaid", { execute: execute("unsaid") }),
        toolOf("known"),
      ],
    },
  ]);
  const callAll = async (guarded: ToolCatalog) => {
    for (const { id } of guarded.tools()) await guarded.execute(id, {});
    return calls.splice(0);
  };
  return { catalog, callAll };
}

describe("what an eval really calls", () => {
  it("is nothing when nothing is said", async () => {
    const { catalog, callAll } = watched();
    const guarded = guardExecution(catalog);
    expect(await callAll(guarded)).toEqual([]);
    const outcome = await guarded.execute({ server: "s", name: "erase" }, { a: 1 });
    expect(outcome).toMatchObject({ simulated: true, isError: false });
    expect(guarded.tools().map(({ executable }) => executable)).toEqual([true, true, true, false]);
  });

  it("is what says that it only reads, with --execute: a tool without the hint may change something", async () => {
    const { catalog, callAll } = watched();
    expect(await callAll(guardExecution(catalog, { execute: true }))).toEqual(["look"]);
    expect(await callAll(guardExecution(catalog, { execute: true, also: ["s/un*"] }))).toEqual(["look", "unsaid"]);
    expect(reallyCalled(catalog, { also: ["s/*"] })).toEqual([]);
  });

  it("stays the same when a server announces other tools in the middle", async () => {
    const { catalog, callAll } = watched();
    const guarded = guardExecution(catalog);
    catalog.addTool("s", toolOf("late", { execute: async () => ({ content: [], isError: false }) }));
    expect(guarded.size).toBe(4);
    expect(await callAll(guarded)).toEqual([]);
  });
});

describe("requests from descriptions", () => {
  it.each([
    [
      "Reads the contents of a file. Only works within allowed folders.",
      "read_file",
      "Please look at the contents of a file.",
    ],
    ["This tool allows you to delete a repository", "delete_repository", "Please get rid of a project."],
    ["Use this tool to send an email (HTML or text).", "send_email", "Please pass on an email."],
    ["SQL queries against the warehouse", "run_sql", "Please SQL queries against the warehouse."],
  ])("says %j without the words of the tool's name where others are known", (description, name, expected) => {
    expect(requestFrom(description, name, 0)).toBe(expected);
  });

  it("is not made from a text that says nothing", () => {
    for (const text of ["", "   ", "...", "1."]) expect(requestFrom(text, "x", 0)).toBeUndefined();
  });

  it("is one line for any description and name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), fc.nat(), (description, name, variant) => {
        const request = requestFrom(description, name, variant);
        expect(request === undefined || !request.includes("\n")).toBe(true);
      }),
    );
  });

  it("names a value of the right kind for each required parameter", () => {
    const schema: JsonSchema = {
      type: "object",
      required: ["path", "kind", "limit", "when", "deep", "unknown"],
      properties: {
        path: { type: "string" },
        kind: { enum: ["a", "b"] },
        limit: { type: "integer", minimum: 10 },
        when: { type: "string", format: "date" },
        deep: { type: "object", required: ["email"], properties: { email: { type: "string" } } },
        optional: { type: "string" },
      },
    };
    expect(requiredValues(schema)).toEqual([
      ["path", "notes/today.md"],
      ["kind", "a"],
      ["limit", "10"],
      ["when", "2025-03-14"],
      ["deep", '{"email":"dana@example.com"}'],
    ]);
  });

  it("are shared by tools that are described alike: either of them will do", async () => {
    const alike = (name: string) => ({
      name,
      description: "d",
      tools: [toolOf("get", { description: "Gets the weather" })],
    });
    const { lines } = await deriveTasks(new ToolCatalog([alike("one"), alike("two")]));
    expect(lines).toMatchObject([{ query: "Please give me the weather.", any: true }]);
    expect(lines[0]!.gold).toEqual([
      ["one", "get"],
      ["two", "get"],
    ]);
  });

  it("come from a model where there is one", async () => {
    const catalog = new ToolCatalog([{ name: "s", description: "d", tools: [toolOf("a"), toolOf("b")] }]);
    const entry = (tool: number, example: string) => ({ tool, use: "u", notFor: "n", examples: [example, "other"] });
    const model = new ScriptedModel([JSON.stringify([entry(1, "What is new?"), entry(2, "What is new?")])]);
    const { lines } = await deriveTasks(catalog, { model });
    expect(lines).toEqual([
      {
        id: "s/a",
        query: "What is new?",
        gold: [
          ["s", "a"],
          ["s", "b"],
        ],
        any: true,
        tags: ["derived", "by-model"],
      },
    ]);
    expect(() => checkTasks(toTasks(lines), catalog)).not.toThrow();
  });
});

describe("the strategy for a catalog", () => {
  it.each([
    [{ tools: 9, schemaTokens: 807 }, "all-tools", "about ten ordinary tools"],
    [{ tools: 35, schemaTokens: 5_343 }, "active", "above 1,500"],
    [{ tools: 5, schemaTokens: 9_000 }, "active", "above 1,500"],
    [{ tools: 200, schemaTokens: 1_000 }, "active", "more functions than the 128"],
  ] as const)("for %j is %s", (size, strategy, reason) => {
    expect(chooseStrategy(size)).toMatchObject({ strategy, reason: expect.stringContaining(reason) });
  });

  it("is followed by run --strategy auto, which says why", async () => {
    const flags = ["--strategy", "auto", "--provider", "offline"];
    const { stderr } = await toolgapHere(["run", "List the files in ./docs", ...flags]);
    expect(stderr).toMatch(/^auto: active; 35 tools with [\d,]+ schema tokens: above 1,500/);
    expect(stderr).toContain("strategy active,");
    const small = await toolgapHere([
      "run",
      "Read the graph",
      ...flags,
      "--mcp",
      realServers(temporaryFolder(), ["memory"]),
    ]);
    expect(small.stderr).toContain("auto: all-tools; 9 tools with");
    expect(small.stderr).toContain("strategy all-tools,");
  });
});

describe("an eval over real MCP servers", () => {
  it("writes tasks to be reviewed, measures every strategy on them, recommends one, and changes nothing", async () => {
    const folder = temporaryFolder();
    const config = realServers(folder, ["filesystem", "memory"]);
    const tasks = join(folder, "tasks.jsonl");
    const output = join(folder, "report.json");
    const proposed = await toolgapHere(["eval", "tasks", "--mcp", config, "--offline", "--output", tasks]);
    expect(proposed).toMatchObject({ code: 0, stdout: "" });
    expect(proposed.stderr).toContain("flatter every router");
    const lines = await readTaskFile(tasks);
    expect(lines).toHaveLength(23);
    expect(lines.map(({ gold }) => formatToolId(gold[0]!))).toContain("filesystem/write_file");

    const { code, stdout } = await toolgapHere([
      "eval",
      "--mcp",
      config,
      "--tasks",
      tasks,
      "--offline",
      "--output",
      output,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/recommended: (active|retrieval|all-tools|tiered), for 23 tools/);
    expect(stdout).toMatch(/break-even: active costs less than all-tools from about \d+ such tools on/);
    const report = JSON.parse(readFileSync(output, "utf8"));
    expect(report.strategies.map(({ strategy }: { strategy: string }) => strategy)).toEqual([
      "active",
      "retrieval",
      "all-tools",
      "tiered",
    ]);
    const called = report.cases.flatMap(({ calls }: { calls: { name: string; simulated: boolean }[] }) => calls);
    expect(called.length).toBeGreaterThan(20);
    expect(called.every(({ simulated }: { simulated: boolean }) => simulated)).toBe(true);
    expect(existsSync(join(folder, "memory.jsonl"))).toBe(false);
    expect(existsSync(join(folder, "notes"))).toBe(false);
    expect(report.notes.join()).toContain("derived from the tools' own texts");
  });

  it("says that under about ten tools all-tools usually wins, and needs no task file", async () => {
    const config = realServers(temporaryFolder(), ["memory"]);
    const { code, stdout } = await toolgapHere(["eval", "--mcp", config, "--offline"]);
    expect(code).toBe(0);
    expect(stdout).toContain("recommended: all-tools, for 9 tools");
    expect(stdout).toContain("under about ten tools all-tools usually wins");
  });

  it("really calls what only reads with --execute", async () => {
    const folder = temporaryFolder();
    const tasks = join(folder, "tasks.jsonl");
    const config = realServers(folder, ["memory"]);
    const output = join(folder, "report.json");
    await toolgapHere(["eval", "tasks", "--mcp", config, "--offline", "--output", tasks]);
    const flags = ["--mcp", config, "--tasks", tasks, "--offline", "--strategy", "all-tools", "--execute"];
    expect((await toolgapHere(["eval", ...flags, "--output", output])).code).toBe(0);
    const { cases } = JSON.parse(readFileSync(output, "utf8")) as {
      cases: { calls: { name: string; simulated: boolean }[] }[];
    };
    const real = cases.flatMap(({ calls }) => calls).filter(({ simulated }) => !simulated);
    expect(real.map(({ name }) => name)).toContain("read_graph");
    expect(real.every(({ name }) => /^(read|search|open)_/.test(name))).toBe(true);
    expect(existsSync(join(folder, "memory.jsonl"))).toBe(false);
  });

  it.each([
    [["eval", "tasks"], "expected --from-run <file>, or else --mcp <file> or --catalog <file>"],
    [["eval", "tasks", "--from-run", "a", "--mcp", "b"], "expected --from-run <file>, or else"],
    [["eval", "--offline", "--execute-also", "s/*"], "expected --execute as well"],
    [["eval", "--offline", "--output", "x.pdf"], "expected one of .json, .csv, .md, .html"],
  ])("refuses %j in one line", async (args, message) => {
    const { code, stderr } = await toolgapHere(args);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain(message);
  });
});
