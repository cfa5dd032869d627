import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { readCatalogFile } from "../../catalog/sources/json-file.js";
import { importNames, importSource } from "../../evals/import/index.js";
import { readTaskFile } from "../../evals/task-file.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgapHere } from "../cli/toolgap.js";

type Files = Record<string, string>;
const json = (value: unknown): string => JSON.stringify(value);
const lines = (...values: unknown[]): string => values.map((value) => `${json(value)}\n`).join("");

function clone(files: Files): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** What an import writes for a set, read back as every eval reads it. */
async function imported(name: string, files: Files, set = name) {
  const output = temporaryFolder();
  const summaries = await importSource(name, clone(files), output);
  const catalog = new ToolCatalog(await readCatalogFile(join(output, set, "catalog.json")));
  const tasks = await readTaskFile(join(output, set, "tasks.jsonl"));
  return { catalog, tasks, summary: summaries.find((one) => one.set === set)! };
}

const pairs = (ids: readonly { server: string; name: string }[] = []) =>
  ids.map(({ server, name }) => `${server}/${name}`);

const livemcp = (() => {
  const server = (name: string, ...tools: string[]) => ({
    name,
    description: `The ${name}.`,
    tools: {
      [name]: { tools: tools.map((tool) => ({ name: tool, description: null, inputSchema: { type: "object" } })) },
    },
  });
  const task = (id: string, tools: string) => ({
    task_id: id,
    Question: `Do ${id}.`,
    category: "Office",
    "Annotator Metadata": { Steps: "1. first step.\n2. second step.", Tools: tools },
  });
  return {
    "tools/LiveMCPTool/tools.json": json([
      server("Fetch MCP Server", "fetch"),
      server("MCP NPX Fetch", "fetch", "write_file"),
      server("Filesystem MCP Server", "write_file", "list_directory", "move"),
      server("Cloud Drive", "list_directory"),
    ]),
    "annotated_data/all_annotations.json": json([
      task("alone", "1. fetch"),
      task("either", "1. write_file"),
      task("near", "1. move\n2. write_file"),
      task("unknown", "1. misspelled"),
      task("none", ""),
    ]),
  };
})();

describe("livemcpbench", () => {
  it("finds the server that a named tool is meant to be of", async () => {
    const { tasks, summary } = await imported("livemcpbench", livemcp);
    const [alone, either, near] = tasks;
    expect(pairs(alone?.gold)).toEqual(["Fetch MCP Server/fetch"]);
    expect(alone).toMatchObject({ id: "livemcp-alone", query: "Do alone.", tags: ["Office"] });
    expect(alone?.steps).toEqual([{ query: "first step." }, { query: "second step." }]);
    expect(either?.slots.map(pairs)).toEqual([["MCP NPX Fetch/write_file", "Filesystem MCP Server/write_file"]]);
    expect(pairs(near?.slots.flat())).toEqual(["Filesystem MCP Server/move", "Filesystem MCP Server/write_file"]);
    expect(summary).toMatchObject({ servers: 4, tools: 7, tasks: 3 });
    expect(summary.dropped).toEqual({ "a named tool is not in the catalog": 1, "no tool is named": 1 });
  });
});

describe("metatool", () => {
  it("makes each labeled plugin a server with one tool", async () => {
    const { catalog, tasks, summary } = await imported("metatool", {
      "dataset/plugin_des.json": json({ tarot: "Reads cards.", stocks: "Merged into a group." }),
      "dataset/big_tool_des.json": json({ FinanceTool: "Money." }),
      "dataset/data/all_clean_data.csv": 'Query,Tool\r\n"Read my ""cards"", please",tarot\nGone?,vanished\n',
      "dataset/data/multi_tool_query_golden.json": json([{ query: "Both?", tool: ["FinanceTool", "tarot"] }]),
    });
    expect(tasks.map(({ id, query, gold }) => [id, query, pairs(gold)])).toEqual([
      ["metatool-s-0", 'Read my "cards", please', ["tarot/tarot"]],
      ["metatool-m-0", "Both?", ["FinanceTool/FinanceTool", "tarot/tarot"]],
    ]);
    expect(pairs(catalog.tools().map((tool) => tool.id))).toEqual(["FinanceTool/FinanceTool", "tarot/tarot"]);
    expect(summary.dropped).toEqual({ "a tool has no description": 1 });
  });
});

describe("sealtools", () => {
  it("groups APIs by the upper part of their field", async () => {
    const api = (name: string, field: string) => ({
      api_name: name,
      api_description: `Does ${name}.`,
      field,
      parameters: { day: { type: "str" }, count: { type: "int" } },
      required: ["day"],
    });
    const call = (id: string, ...apis: string[]) => ({
      id,
      query: `Query ${id}.`,
      calling: apis.map((name) => ({ api: name })),
    });
    const old = "Seal-Tools_Dataset/dataset_in_old_format";
    const { catalog, tasks, summary } = await imported("sealtools", {
      "Seal-Tools_Dataset/tool.jsonl": lines(
        api("getScore", "Sports/Golf"),
        api("getTeam", "Sports/Football"),
        api("getLaw", "Law"),
      ),
      [`${old}/dev.jsonl`]: lines(call("dev-easy-0", "getScore"), call("dev-easy-1", "gone")),
      [`${old}/test_in_domain.jsonl`]: lines(call("test_in_domain-difficult-0", "getTeam", "getLaw")),
      [`${old}/test_out_domain.jsonl`]: lines(call("test_out_domain-easy-0", "getLaw")),
    });
    expect(catalog.servers().map(({ name, description }) => [name, description])).toEqual([
      ["Law", "APIs for Law"],
      ["Sports", "APIs for Sports: Football, Golf"],
    ]);
    expect(catalog.get({ server: "Sports", name: "getScore" })?.inputSchema).toEqual({
      type: "object",
      properties: { day: { type: "string" }, count: { type: "integer" } },
      required: ["day"],
    });
    expect(tasks.map(({ id, gold }) => [id, pairs(gold)])).toEqual([
      ["seal-dev-easy-0", ["Sports/getScore"]],
      ["seal-test_in_domain-difficult-0", ["Sports/getTeam", "Law/getLaw"]],
      ["seal-test_out_domain-easy-0", ["Law/getLaw"]],
    ]);
    expect(summary.dropped).toEqual({ "a called API is not in the catalog": 1 });
  });
});

describe("graphtoolcall", () => {
  it("takes the queries over its servers; a tool of two servers is a choice", async () => {
    const server = (name: string, ...tools: string[]) =>
      json({
        name,
        description: "x",
        tools: tools.map((tool) => ({ name: tool, description: "x", inputSchema: { type: "object" } })),
      });
    const truth = (...tools: string[][]) =>
      json({ queries: tools.map((expected, index) => ({ query: `Query ${index}`, expected_tools: expected })) });
    const { tasks, summary } = await imported("graphtoolcall", {
      "benchmarks/mcp_tools/git.json": server("git", "commit", "status"),
      "benchmarks/mcp_tools/shell.json": server("shell", "status"),
      "benchmarks/ground_truth/cli_agent.json": truth(["commit"], ["run_code"]),
      "benchmarks/ground_truth/mixed_mcp.json": truth(["status"]),
      "benchmarks/ground_truth/multi_mcp.json": truth(["commit", "status"]),
      "benchmarks/ground_truth/playwright.json": truth(["commit"]),
    });
    expect(tasks.map((task) => task.id)).toEqual([
      "gtc-cli_agent-0",
      "gtc-mixed_mcp-0",
      "gtc-multi_mcp-0",
      "gtc-playwright-0",
    ]);
    expect(tasks[1]?.slots.map(pairs)).toEqual([["git/status", "shell/status"]]);
    expect(summary.dropped).toEqual({ "an expected tool is not in the catalog": 1 });
  });
});

describe("mcpbench", () => {
  it("takes the tools that the concrete text names, words only where they are meant as names", async () => {
    const tool = { description: "x", input_schema: { type: "object" } };
    const task = (id: string, description: string) => ({
      task_id: id,
      task_description: description,
      fuzzy_description: `Vague ${id}.`,
      dependency_analysis: { chain: "maybe get_page" },
    });
    const group = (server_name: string, servers: string[] | undefined, ...tasks: object[]) => ({
      server_name,
      servers,
      tasks,
    });
    const file = (...groups: object[]) => json({ server_tasks: groups });
    const { tasks, summary } = await imported("mcpbench", {
      "mcp_servers_info.json": json({
        servers: {
          "Math MCP": { description: "", tools: { mean: tool, add: tool, round_up: tool } },
          Wiki: { description: "Pages.", tools: { get_page: tool, get_page_list: tool } },
        },
      }),
      "tasks/mcpbench_tasks_single_runner_format.json": file(
        group(
          "Math MCP",
          ["Math MCP"],
          task("m0", "Take the mean, add 1 and call Math MCP:mean, then round_up."),
          task("m1", "Just add."),
        ),
      ),
      "tasks/mcpbench_tasks_multi_2server_runner_format.json": file(
        group("Wiki+Math MCP", undefined, task("w0", "Use `add`.")),
      ),
      "tasks/mcpbench_tasks_multi_3server_runner_format.json": file(),
    });
    expect(tasks.map(({ id, query, gold }) => [id, query, pairs(gold)])).toEqual([
      ["mcpbench-m0-single", "Vague m0.", ["Math MCP/mean", "Math MCP/round_up"]],
      ["mcpbench-w0-2server", "Vague w0.", ["Wiki/get_page", "Math MCP/add"]],
    ]);
    expect(summary.dropped).toEqual({ "a server of the task has no named tool": 1 });
  });
});

describe("every source", () => {
  it.each([...importNames])(
    "%s: a clone that lacks a file is told in one line, and nothing is written",
    async (name) => {
      const output = join(temporaryFolder(), "out");
      const args = ["eval", "import", name, "--from", temporaryFolder(), "--output", output];
      const { code, stdout, stderr } = await toolgapHere(args);
      expect(stderr).toMatch(
        /^toolgap: [^\n]+: it is not there; expected a clone of github\.com\/\S+\/\S+ at [0-9a-f]{8}\.\n$/,
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(existsSync(output)).toBe(false);
    },
  );

  it("is told with its file where the shape is another, and nothing is written", async () => {
    const output = temporaryFolder();
    const tasks = '[{"task_id": 7}]';
    const from = clone({ ...livemcp, "annotated_data/all_annotations.json": tasks });
    await expect(importSource("livemcpbench", from, output)).rejects.toThrow(
      /all_annotations\.json: 0\.task_id has another shape \(expected string/,
    );
    const broken = clone({ ...livemcp, "tools/LiveMCPTool/tools.json": "[" });
    await expect(importSource("livemcpbench", broken, output)).rejects.toThrow(/tools\.json: not JSON \(/);
    expect(existsSync(join(output, "livemcpbench"))).toBe(false);
  });

  it("writes sets that are measured at once", async () => {
    const output = temporaryFolder();
    const { stdout } = await toolgapHere([
      "eval",
      "import",
      "livemcpbench",
      "--from",
      clone(livemcp),
      "--output",
      output,
    ]);
    expect(stdout).toMatch(/livemcpbench │ +4 │ +7 │ +3 │ 1: a named tool is not in the catalog; 1: no tool is named/);
    const measured = await toolgapHere(["eval", "retrieval", "--data", output, "--router", "bm25"]);
    expect(measured.stdout).toMatch(/livemcpbench │ bm25 +│ +3 │/);
  });

  it("is one of those there are", async () => {
    const { code, stderr } = await toolgapHere(["eval", "import", "magic", "--from", ".", "--output", "."]);
    expect(code).toBe(2);
    expect(stderr).toContain(`"magic" to import: choose one of ${importNames.join(", ")}.`);
    const help = await toolgapHere(["eval", "import", "--help"]);
    expect(help.stdout.replace(/\s+/g, " ")).toContain(importNames.join(", "));
  });
});
