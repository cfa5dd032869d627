import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { readCatalogFile } from "../../catalog/sources/json-file.js";
import { readCsv } from "../../evals/import/csv.js";
import { taskFromRun } from "../../evals/import/from-run.js";
import { importSource } from "../../evals/import/index.js";
import { readPythonLiteral } from "../../evals/import/python-literal.js";
import { readTaskFile } from "../../evals/task-file.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { toolgapHere } from "../cli/toolgap.js";

const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

function clone(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const data = "berkeley-function-call-leaderboard/bfcl_eval/data";
const classes = ["gorilla_file_system", "math_api", "message_api", "posting_api", "ticket_api", "trading_bot"];
const otherClasses = [
  "travel_booking",
  "vehicle_control",
  "web_search",
  "memory_kv",
  "memory_vector",
  "memory_rec_sum",
];

function bfclClone(): string {
  const doc = (name: string, description: string) => ({
    name,
    description,
    parameters: { type: "dict", properties: { n: { type: "float" }, any: { type: "any" } }, required: ["n"] },
  });
  const said = (...turns: string[]) => turns.map((content) => [{ role: "user", content }]);
  const docs = Object.fromEntries(
    [...classes, ...otherClasses].map((file) => [
      `${data}/multi_turn_func_doc/${file}.json`,
      lines(
        doc(`${file}_do`, `Belongs to ${file}. Tool description: Does it.`),
        doc("cd", `Belongs to ${file}. Tool description: Goes.`),
      ),
    ]),
  );
  const system = { role: "system", content: "Be kind." };
  return clone({
    ...docs,
    [`${data}/BFCL_v4_live_multiple.json`]: lines(
      {
        id: "live_multiple_0",
        question: [[system, { role: "user", content: "Search." }]],
        function: [doc("duck.search", "Searches."), doc("add", "Adds.")],
      },
      {
        id: "live_multiple_1",
        question: said("Add."),
        function: [doc("add", "Another text."), doc("sub", "Subtracts.")],
      },
      { id: "live_multiple_2", question: said("Lost."), function: [doc("sub", "Subtracts.")] },
    ),
    [`${data}/possible_answer/BFCL_v4_live_multiple.json`]: lines(
      { id: "live_multiple_0", ground_truth: [{ "duck.search": { q: ["x"] } }] },
      { id: "live_multiple_1", ground_truth: [{ add: {} }] },
    ),
    [`${data}/BFCL_v4_live_irrelevance.json`]: lines(
      { id: "live_irrelevance_0", question: said("Sing."), function: [doc("add", "Adds.")] },
      { id: "live_irrelevance_1", question: said("Dance."), function: [] },
    ),
    [`${data}/BFCL_v4_multi_turn_base.json`]: lines(
      { id: "multi_turn_base_0", question: said("Go.", "Wait.", "Do and go."), involved_classes: ["MathAPI"] },
      { id: "multi_turn_base_1", question: said("Search."), involved_classes: ["WebSearchAPI"] },
    ),
    [`${data}/possible_answer/BFCL_v4_multi_turn_base.json`]: lines(
      { id: "multi_turn_base_0", ground_truth: [["cd(folder='(a)')"], [], ["math_api_do(n=1)", "cd('b')", "cd('c')"]] },
      { id: "multi_turn_base_1", ground_truth: [["web_search_do()"]] },
    ),
  });
}

describe("bfcl", () => {
  it("makes three sets of one clone", async () => {
    const output = temporaryFolder();
    const summaries = await importSource("bfcl", bfclClone(), output);
    expect(summaries.map(({ set, servers, tools, tasks }) => [set, servers, tools, tasks])).toEqual([
      ["bfcl_live", 3, 3, 2],
      ["bfcl_irrelevance", 1, 1, 1],
      ["bfcl_multiturn", 12, 24, 2],
    ]);
    expect(summaries.map(({ dropped }) => dropped)).toEqual([
      { "there is no answer": 1 },
      { "no function is offered": 1 },
      {},
    ]);

    const live = await readTaskFile(join(output, "bfcl_live", "tasks.jsonl"));
    expect(live[0]).toMatchObject({
      query: "Search.",
      gold: [{ server: "duck", name: "duck.search" }],
      candidates: [{}, {}],
    });
    const catalog = new ToolCatalog(await readCatalogFile(join(output, "bfcl_live", "catalog.json")));
    expect(catalog.get({ server: "add", name: "add" })).toMatchObject({
      description: "Adds.",
      inputSchema: { type: "object", properties: { n: { type: "number" }, any: {} }, required: ["n"] },
    });

    const irrelevant = await readTaskFile(join(output, "bfcl_irrelevance", "tasks.jsonl"));
    expect(irrelevant[0]).toMatchObject({ irrelevant: true, candidates: [{ server: "add", name: "add" }] });

    const [first, second] = await readTaskFile(join(output, "bfcl_multiturn", "tasks.jsonl"));
    const cd = { server: "MathAPI", name: "cd" };
    expect(first).toMatchObject({
      query: "Go.\nWait.\nDo and go.",
      gold: [cd, { server: "MathAPI", name: "math_api_do" }],
    });
    expect(first?.steps?.map((step) => step.gold?.length)).toEqual([1, 0, 2]);
    expect(second?.gold).toEqual([{ server: "WebSearch", name: "web_search_do" }]);
    const [server] = await readCatalogFile(join(output, "bfcl_multiturn", "catalog.json"));
    expect(server).toMatchObject({ name: "GorillaFileSystem", description: "Belongs to gorilla_file_system." });
  });
});

describe("apibank", () => {
  it("reads APIs from Python classes and tasks from dialogues", async () => {
    const api = (name: string) =>
      `from apis.api import API\n\nclass ${name}(API):\n    description = "Does \\"${name}\\"."\n    input_parameters = {\n        'time': {'type': 'str', 'description': "The user's time."},  # when\n    }\n`;
    const samples = "api-bank/lv1-lv2-samples";
    const user = (text: string) => ({ role: "User", text });
    const call = (name: string) => ({ role: "API", api_name: name, param_dict: {} });
    const output = temporaryFolder();
    const [summary] = await importSource(
      "apibank",
      clone({
        "api-bank/apis/add_alarm.py": api("AddAlarm"),
        "api-bank/apis/tool_search.py": api("ToolSearcher"),
        "api-bank/apis/wiki.py": api("Wiki"),
        "api-bank/apis/api.py": "class API:\n    pass\n",
        [`${samples}/level-1-given-desc/AddAlarm-level-1-1.jsonl`]: lines(
          ...[user("Wake me."), { role: "AI", text: "When?" }, user("At six."), user("Sharp.")],
          ...[call("AddAlarm"), call("Wiki"), { role: "AI", text: "Done." }, user("Thanks.")],
        ),
        [`${samples}/level-1-given-desc/Gone-level-1-1.jsonl`]: lines(user("Go."), call("Gone")),
        [`${samples}/level-2-toolsearcher/Wiki-level-3-1.jsonl`]: lines(
          user("Who?"),
          call("ToolSearcher"),
          call("Wiki"),
        ),
      }),
      output,
    );
    expect(summary).toMatchObject({
      servers: 2,
      tools: 2,
      tasks: 2,
      dropped: { "a called API is not in the catalog": 1 },
    });
    const [first, second] = await readTaskFile(join(output, "apibank", "tasks.jsonl"));
    const alarm = { server: "Schedule management", name: "AddAlarm" };
    const wiki = { server: "Information query and processing", name: "Wiki" };
    expect(first).toMatchObject({
      id: "apibank-l1-given-desc-AddAlarm-level-1-1",
      query: "Wake me.\nAt six.\nSharp.\nThanks.",
      gold: [alarm, wiki],
      steps: [
        { query: "At six. Sharp.", gold: [alarm] },
        { query: "At six. Sharp.", gold: [wiki] },
      ],
    });
    expect(second?.gold).toEqual([wiki]);
  });
});

describe("literals of Python", () => {
  it.each([
    [`{'a': "it's", "b": [1, -2.5, (3,), ()], }`, { a: "it's", b: [1, -2.5, [3], []] }],
    [`("one " \n "two")`, "one two"],
    [`{'t': True, 'n': None, # note }\n 'f': False}`, { t: true, n: null, f: false }],
    [`'''long\n"text"'''`, 'long\n"text"'],
    [`r'\\d' '\\t\\'\\n'`, "\\d\t'\n"],
  ])("%s", (source, value) => {
    expect(readPythonLiteral(source)).toEqual(value);
  });

  it.each([
    ["{'a' 1}", /a colon in line 1/],
    ["[1\n2]", /comma or \] in line 2/],
    ["'open", /end of a string/],
    ["{'a': call()}", /a string, a number/],
  ])("%s is none", (source, problem) => {
    expect(() => readPythonLiteral(source)).toThrow(problem);
  });

  it("are those of JSON too", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, (_key, item) => (typeof item === "boolean" || item === null ? 0 : item));
        // Escapes that Python writes in another way.
        const common = text.replace(/\\(u[0-9a-f]{4}|.)/g, (whole, escaped) => (/^[ubf/]/.test(escaped) ? "" : whole));
        expect(readPythonLiteral(common)).toEqual(JSON.parse(common));
      }),
    );
  });
});

describe("comma-separated values", () => {
  it("are what was written", () => {
    const row = fc.array(fc.string(), { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom("\n", "\r\n"), (rows, end) => {
        const text = rows
          .map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(","))
          .join(end);
        expect(readCsv(text)).toEqual(rows);
      }),
    );
  });

  it("may stand without quotes and end with a line break", () => {
    expect(readCsv("a,b\r\n\r\n,d\n")).toEqual([
      ["a", "b"],
      ["", "d"],
    ]);
  });
});

describe("a task from a run", () => {
  const called = (name: string, ok = true) => ({ server: "files", name, args: {}, ok, simulated: true });
  const run = {
    task: "List it.",
    stoppedBy: "answered",
    toolsCalled: [called("list"), called("list"), called("read", false)],
    requests: [{ server: "disk", tool: "list files" }],
  };
  const write = (value: object) => join(clone({ "run.json": JSON.stringify(value) }), "run.json");

  it("has the tools whose calls succeeded, and the requests as steps", async () => {
    const { code, stdout, stderr } = await toolgapHere(["eval", "tasks", "--from-run", write(run)]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^run-[0-9a-f]{10}$/),
      query: "List it.",
      gold: [["files", "list"]],
      steps: ["disk: list files"],
      tags: ["from-run"],
    });
    expect(stderr).toMatch(/correct each line by hand/);
  });

  it("comes from what run prints", async () => {
    const { stdout } = await toolgapHere(["run", "List the files in ./docs", "--json"]);
    const task = await taskFromRun(write(JSON.parse(stdout)));
    expect(task.query).toBe("List the files in ./docs");
    expect(task.gold).toContainEqual(["filesystem", "fs_list_directory"]);
  });

  it.each([
    [{ ...run, stoppedBy: "error" }, /ended with "error": expected one that came to an answer/],
    [{ task: "x" }, /is no report of a run \(stoppedBy\): expected what toolgap run --json prints/],
  ])("%j is refused", async (value, problem) => {
    await expect(taskFromRun(write(value))).rejects.toThrow(problem);
  });
});
