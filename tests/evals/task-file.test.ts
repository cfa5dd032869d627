import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { readCatalogFile } from "../../catalog/sources/json-file.js";
import { InputError } from "../../catalog/types.js";
import { checkTasks, parseTasks, readTaskFile, toTaskFile } from "../../evals/task-file.js";
import { temporaryFolder } from "../catalog/mcp/support.js";

const folder = temporaryFolder();
const path = join(folder, "tasks.jsonl");

async function readText(text: string) {
  writeFileSync(path, text);
  return readTaskFile(path);
}

const readLines = (...lines: unknown[]) => readText(lines.map((line) => JSON.stringify(line)).join("\n"));

async function problemWith(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => "nothing was thrown",
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message).not.toContain("\n");
  return message.replaceAll(path, "FILE");
}

const read = { server: "files", name: "read" };
const write = { server: "files", name: "write" };
const store = { server: "cloud", name: "store" };

describe("a good line", () => {
  it("needs every tool of gold: one slot for each, repeats once", async () => {
    const gold = [
      ["files", "read"],
      ["cloud", "store"],
      ["files", "read"],
    ];
    const [task] = await readLines({ id: "a", query: "Back it up.", gold, difficulty: "easy" });
    expect(task).toEqual({
      id: "a",
      query: "Back it up.",
      gold: [read, store],
      slots: [[read], [store]],
      any: false,
      irrelevant: false,
      tags: [],
      place: `${path}, line 1`,
    });
  });

  it("with any needs one tool of gold: one slot with all", async () => {
    const gold = [
      ["files", "write"],
      ["cloud", "store"],
    ];
    const [task] = await readLines({ id: "a", query: "Keep this.", gold, any: true });
    expect(task).toMatchObject({ gold: [write, store], slots: [[write, store]], any: true });
  });

  it("with slots has its alternatives, and gold as the file says it", async () => {
    const slots = [
      [["files", "read"]],
      [
        ["files", "write"],
        ["cloud", "store"],
      ],
    ];
    const gold = [
      ["files", "read"],
      ["files", "write"],
    ];
    const [task] = await readLines({ id: "a", query: "Copy it.", gold, slots });
    expect(task).toMatchObject({ gold: [read, write], slots: [[read], [write, store]] });
  });

  it("without a gold tool is one that nothing fits", async () => {
    const candidates = [["files", "read"]];
    const tasks = await readLines(
      { id: "a", query: "Sing.", gold: [], irrelevant: true, candidates },
      { id: "b", query: "Dance.", gold: [], unmet: ["dance"] },
    );
    expect(tasks[0]).toMatchObject({ slots: [], irrelevant: true, candidates: [read] });
    expect(tasks[1]).toMatchObject({ slots: [], irrelevant: true, unmet: ["dance"] });
  });

  it("has steps as texts or with their own gold, and a request in parts", async () => {
    const [task] = await readLines({
      id: "a",
      query: "Do it all.",
      gold: [["files", "read"]],
      steps: ["First read.", { query: "Then wait.", gold: [] }, { query: "Read.", gold: [["files", "read"]] }],
      request: { server: "file system", tool: "read a file" },
      tags: ["zh"],
    });
    expect(task?.steps).toEqual([
      { query: "First read." },
      { query: "Then wait.", gold: [] },
      { query: "Read.", gold: [read] },
    ]);
    expect(task).toMatchObject({ request: { server: "file system", tool: "read a file" }, tags: ["zh"] });
  });

  it("with turns alone gets its query and slots from them", async () => {
    const gold = [["files", "read"]];
    const either = {
      query: "Keep it.",
      gold: [
        ["files", "write"],
        ["cloud", "store"],
      ],
      any: true,
    };
    const [task] = await readLines({
      id: "a",
      turns: [{ query: "Read it.", gold }, either, { query: "Again.", gold }],
    });
    expect(task).toMatchObject({ query: "Read it.\nKeep it.\nAgain.", slots: [[read], [write, store]] });
    expect(task?.turns?.[1]).toEqual({ query: "Keep it.", slots: [[write, store]] });
  });
});

describe("a good file", () => {
  it("may begin with a byte order mark, end its lines in two characters, and have blank lines", async () => {
    const line = (id: string) => JSON.stringify({ id, query: "Read.", gold: [["files", "read"]] });
    const tasks = await readText(`\ufeff${line("a")}\r\n\r\n${line("b")}\r\n`);
    expect(tasks.map(({ id, place }) => [id, place])).toEqual([
      ["a", `${path}, line 1`],
      ["b", `${path}, line 3`],
    ]);
  });

  it("gives back the texts of any ids and queries", async () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== "");
    const lines = fc.uniqueArray(fc.record({ id: texts, query: texts }), { selector: ({ id }) => id, minLength: 1 });
    await fc.assert(
      fc.asyncProperty(lines, async (given) => {
        const tasks = await readLines(...given.map((line) => ({ ...line, gold: [] })));
        expect(tasks.map(({ id, query }) => ({ id, query }))).toEqual(given);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a broken file", () => {
  it("that is missing or a directory", async () => {
    expect(await problemWith(readTaskFile(join(folder, "none.jsonl")))).toMatch(
      /none\.jsonl cannot be read: there is no/,
    );
    expect(await problemWith(readTaskFile(folder))).toContain("it is a directory, not a file.");
  });

  it.each(["", "\n\n", "\ufeff"])("that is empty: %j", async (text) => {
    expect(await problemWith(readText(text))).toMatch(/^Task file FILE has no task: expected one JSON object a line/);
  });

  it("that is not UTF-8", async () => {
    const path = join(folder, "latin.jsonl");
    writeFileSync(path, Buffer.from('{"id": "a", "query": "caf\u00e9", "gold": []}', "latin1"));
    expect(await problemWith(readTaskFile(path))).toMatch(
      /latin\.jsonl is not UTF-8 text: save it in that encoding\.$/,
    );
  });

  it("with an id twice, and both lines are told", async () => {
    const line = { id: "a", query: "Read.", gold: [] };
    expect(await problemWith(readLines(line, { ...line, id: "b" }, line))).toBe(
      'Task file FILE, line 3: the id "a" is taken by line 1; give each task its own.',
    );
  });

  it("whose second line is not JSON", async () => {
    const reading = readText('{"id": "a", "query": "q", "gold": []}\n{"id": "b", "query');
    expect(await problemWith(reading)).toMatch(/^Task file FILE, line 2: not JSON: .+\.$/);
  });

  const good = { id: "a", query: "Read.", gold: [["files", "read"]] };
  it.each([
    [7, "expected an object, given a number"],
    [{ ...good, id: undefined }, '"id": expected string, given nothing'],
    [{ ...good, id: " " }, '"id": expected a non-empty text, given " "'],
    [{ ...good, query: undefined }, '"query" is missing; expected the task\'s text'],
    [{ ...good, gold: undefined }, '"gold" is missing; expected pairs ["server", "tool"], [] where no tool fits'],
    [{ ...good, gold: ["read"] }, '"gold[0]": expected a pair ["server", "tool"], given "read"'],
    [{ ...good, gold: [["files"]] }, '"gold[0]": expected a pair ["server", "tool"], given an array'],
    [{ ...good, gold: [["files", 7]] }, '"gold[0][1]": expected string, given a number'],
    [{ ...good, slots: [[]] }, '"slots[0]": expected at least one pair in each slot, given an array'],
    [{ ...good, slots: [] }, '"slots" is empty, but "gold" names tools'],
    [
      { ...good, slots: [good.gold], any: true },
      '"any" and "slots" both say which tools suffice; expected one of them',
    ],
    [{ ...good, request: { tool: " " } }, '"request": expected a "server", a "tool" or both, given an object'],
    [{ ...good, irrelevant: true }, '"irrelevant" tasks have "gold": []'],
    [{ ...good, gold: [], irrelevant: false }, '"gold" is empty, but "irrelevant" is false'],
    [{ ...good, turns: [{ query: "Now?" }] }, 'the turn "Now?" has no "gold"'],
    [{ ...good, tags: "zh" }, '"tags": expected array, given "zh"'],
  ])("%j", async (line, problem) => {
    expect(await problemWith(readLines(line))).toBe(`Task file FILE, line 1: ${problem}.`);
  });
});

describe("tasks and their catalog", () => {
  const inputSchema = { type: "object" };
  const catalog = new ToolCatalog([
    {
      name: "files",
      description: "",
      tools: [{ name: "read_file", description: "Reads a file.", inputSchema }],
      setAside: [{ server: "files", name: "odd", reason: "its input schema must be an object" }],
    },
  ]);
  const check = async (line: object) => checkTasks(await readLines({ id: "a", query: "Read.", ...line }), catalog);

  it("belong together when every labeled tool is there", async () => {
    await expect(
      check({ gold: [["files", "read_file"]], candidates: [["files", "read_file"]] }),
    ).resolves.toBeUndefined();
  });

  it("do not where one is missing: the line, the task and the nearest names are told", async () => {
    expect(await problemWith(check({ gold: [["files", "readfile"]] }))).toBe(
      'Task file FILE, line 1 (task "a"): the catalog has no tool files/readfile; the nearest are: files/read_file.',
    );
  });

  it("do not where one was set aside: the reason is told", async () => {
    expect(await problemWith(check({ gold: [["files", "odd"]] }))).toMatch(
      /the tool files\/odd is set aside in the catalog: its input schema must be an object\.$/,
    );
  });

  it.each(["candidates", "steps", "turns"])("are checked in %s too", async (key) => {
    const pairs = [["files", "zzzz"]];
    const value = key === "candidates" ? pairs : [{ query: "Now.", gold: pairs }];
    expect(await problemWith(check({ gold: [["files", "read_file"]], [key]: value }))).toMatch(
      /no tool files\/zzzz; correct/,
    );
  });
});

describe.runIf(process.env.TOOLGAP_DATA)("the labeled sets of others", () => {
  const data = process.env.TOOLGAP_DATA ?? "";
  const files = data === "" ? [] : readdirSync(data).filter((name) => existsSync(join(data, name, "tasks.dev.jsonl")));

  it.each(files)("%s is read, and every tool is in its catalog", async (name) => {
    const tasks = await readTaskFile(join(data, name, "tasks.dev.jsonl"));
    const catalog = new ToolCatalog(await readCatalogFile(join(data, name, "catalog.json")));
    expect(() => checkTasks(tasks, catalog)).not.toThrow();
    expect(tasks.length).toBeGreaterThan(40);
  });
});

describe("lines that are written", () => {
  it("are read as the same tasks, one object a line and a line end after the last", () => {
    const lines = [
      { id: "one", query: "read\nit", gold: [["files", "read"]] as [string, string][] },
      { id: "two", query: "none", gold: [] },
    ];
    const text = toTaskFile(lines);
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.trimEnd().split("\n")).toHaveLength(2);
    expect(parseTasks(text, "FILE").map(({ id, query }) => [id, query])).toEqual([
      ["one", "read\nit"],
      ["two", "none"],
    ]);
  });
});
