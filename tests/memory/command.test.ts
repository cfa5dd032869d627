import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseTasks } from "../../evals/task-file.js";
import { toolgap, toolgapHere } from "../cli/toolgap.js";

const folder = mkdtempSync(join(tmpdir(), "toolgap-memory-command-"));
const file = join(folder, "memory.jsonl");
const task = "Read the file notes.txt and email a summary to bob@example.com";
const runWith = (...more: string[]) => ["run", task, "--provider", "offline", "--memory", file, ...more];
const memory = (...args: string[]) => toolgapHere(["memory", ...args, "--memory", file]);

beforeAll(async () => {
  const outcomes = [await toolgap(runWith("--memory-namespace", "team/alice")), await toolgapHere(runWith())];
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("toolgap run --memory", () => {
  it("keeps no value of the task", () => {
    expect(readFileSync(file, "utf8")).not.toContain("bob@example.com");
  });

  it("is remembered between two processes", async () => {
    const asked = await toolgapHere([...runWith("--memory-namespace", "team/alice"), "--json", "--trace"]);
    const plain = await toolgapHere(["run", task, "--provider", "offline", "--json", "--trace"]);
    type Report = { routing: { tools: { id: { name: string }; score: number }[] }[] };
    const [with_, without] = [asked, plain].map(({ stdout }) => (JSON.parse(stdout) as Report).routing[0]!.tools[0]!);
    expect(with_!.id).toEqual(without!.id);
    expect(with_!.score).toBeGreaterThan(without!.score);
  });
});

describe("toolgap memory", () => {
  it("lists the namespaces with how much each holds", async () => {
    const { stdout } = await memory("list", "--json");
    const rows = JSON.parse(stdout) as { namespace: string; requests: number }[];
    expect(rows.map(({ namespace }) => namespace)).toEqual(["shared", "team/alice"]);
    expect(rows.every(({ requests }) => requests >= 2)).toBe(true);
    expect((await memory("list")).stdout).toMatch(/team\/alice/);
  });

  it("shows what each tool served, of one namespace and of one tool", async () => {
    const { stdout } = await memory(
      "show",
      "--namespace",
      "team/alice",
      "--tool",
      "communication/comm_send_email",
      "--json",
    );
    const [shown, ...more] = JSON.parse(stdout) as {
      namespace: string;
      tools: { tool: string; examples: { used: number }[] }[];
    }[];
    expect(more).toEqual([]);
    expect(shown?.namespace).toBe("team/alice");
    expect(shown?.tools.map(({ tool }) => tool)).toEqual(["communication/comm_send_email"]);
    expect(shown?.tools[0]?.examples[0]?.used).toBeGreaterThan(0);
    expect((await memory("show")).stdout).toMatch(/used 1, not used 0, failed 0: .*email/);
  });

  it("exports what tools served as labeled tasks that the evals read", async () => {
    const output = join(folder, "tasks.jsonl");
    const { stdout } = await memory("export");
    expect((await memory("export", "--output", output)).code).toBe(0);
    expect(readFileSync(output, "utf8")).toBe(stdout);
    const gold = parseTasks(stdout, "memory").map((one) => one.gold.map(({ name }) => name).join());
    expect(gold).toEqual(expect.arrayContaining(["comm_send_email", "fs_read_file"]));
    const ranked = await toolgapHere(["eval", "retrieval", "--tasks", output, "--router", "hybrid", "--json"]);
    expect(ranked.code).toBe(0);
  });

  it("forgets a tool, a namespace, and all of it, on the disk too", async () => {
    const copy = join(folder, "copy.jsonl");
    writeFileSync(copy, readFileSync(file));
    const on = (...args: string[]) => toolgapHere(["memory", ...args, "--memory", copy]);
    const spaces = async () =>
      (JSON.parse((await on("list", "--json")).stdout) as { namespace: string }[]).map((one) => one.namespace);
    await on("clear", "--tool", "communication/comm_send_email");
    expect((await on("show")).stdout).not.toContain("comm_send_email");
    expect(readFileSync(copy, "utf8")).not.toContain("comm_send_email");
    expect(await spaces()).toEqual(["shared", "team/alice"]);
    expect((await on("clear", "--namespace", "team/alice")).stdout).toMatch(/forgot \d+ requests/);
    expect(await spaces()).toEqual(["shared"]);
    await on("clear", "--all");
    expect(readFileSync(copy, "utf8").trim().split("\n")).toHaveLength(1);
    expect((await on("list")).stdout).toMatch(/nothing is remembered/);
  });

  it("goes on where a line is broken, and tells it", async () => {
    const copy = join(folder, "broken.jsonl");
    writeFileSync(copy, readFileSync(file));
    appendFileSync(copy, "\nnot json\n");
    const { code, stderr, stdout } = await toolgapHere(["memory", "list", "--memory", copy]);
    expect([code, stderr.trim().split("\n").length]).toEqual([0, 1]);
    expect(stderr).toMatch(/broken line/);
    expect(stdout).toMatch(/shared/);
  });
});

describe("wrong input about memory is one line and exit code 2", () => {
  const other = join(folder, "other.txt");
  beforeAll(() => writeFileSync(other, "something else\n"));

  it.each([
    ["no file", ["memory", "list"], /--memory <file>/],
    ["a file that is not there", ["memory", "list", "--memory", join(folder, "none")], /there is no such file/],
    ["a folder", ["memory", "show", "--memory", folder], /it is no file/],
    ["another file", ["memory", "list", "--memory", other], /is no memory file/],
    ["another file for a run", ["run", "x", "--provider", "offline", "--memory", other], /is no memory file/],
    ["a folder for a run", ["run", "x", "--provider", "offline", "--memory", folder], /expected a file/],
    [
      "an unknown namespace",
      ["memory", "show", "--memory", file, "--namespace", "bob"],
      /no namespace "bob": there are/,
    ],
    ["an empty name", ["memory", "show", "--memory", file, "--namespace", "a//b"], /has an empty name/],
    ["an unknown tool", ["memory", "show", "--memory", file, "--tool", "a/b"], /nothing is remembered of "a\/b"/],
    ["clear without what", ["memory", "clear", "--memory", file], /expected --namespace, --tool or both/],
    ["clear of all and of one", ["memory", "clear", "--memory", file, "--all", "--tool", "a/b"], /or --all alone/],
    ["a namespace without a memory", ["run", "x", "--memory-namespace", "a"], /expected --memory/],
    ["no command", ["memory"], /expected one of clear, export, list, show/],
    ["an eval of a set without its folder", ["eval", "memory", "--set", "a"], /give the folder too/],
  ])("%s", async (_what, args, expected) => {
    const { code, stderr } = await toolgapHere(args);
    expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
    expect(stderr).toMatch(expected);
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});

describe("what is shown of a file that somebody else wrote", () => {
  it("stays in its line and holds nothing that cannot be seen", async () => {
    const path = join(folder, "forged.jsonl");
    const lines = readFileSync(file, "utf8").replaceAll("comm_send_email", "comm\\u202e\\nnot used 0");
    writeFileSync(path, lines);
    const { stdout } = await toolgapHere(["memory", "show", "--memory", path]);
    expect(stdout).toContain("communication/comm not used 0");
    expect(stdout).not.toContain("\u202e");
    expect(stdout.split("\n").every((line) => !line.startsWith("not used"))).toBe(true);
  });
});
