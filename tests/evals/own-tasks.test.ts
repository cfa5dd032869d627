import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { stem } from "porter2";
import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../catalog/registry.js";
import { stopWords } from "../../catalog/search/stop-words.js";
import { builtinServers } from "../../catalog/sources/builtin/index.js";
import { readCatalogFile } from "../../catalog/sources/json-file.js";
import { formatToolId, type ToolId } from "../../catalog/types.js";
import { checkTasks, type EvalTask, readTaskFile } from "../../evals/task-file.js";

const folder = resolve("evals/tasks");
const fileNames = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const files = new Map<string, EvalTask[]>();
for (const name of fileNames) files.set(name, await readTaskFile(join(folder, name)));
const everyTask = [...files.values()].flat();
const decoyServers = await readCatalogFile(join(folder, "decoys.catalog.json"));

const builtin = new ToolCatalog();
for (const server of builtinServers()) builtin.addServer(server);

/** File, first tag of each of its tasks, and how many tasks it has at least. */
const kinds: [file: string, kind: string, atLeast: number][] = [
  ["basic.jsonl", "basic", 10],
  ["several.jsonl", "several", 20],
  ["look-alikes.jsonl", "look-alike", 15],
  ["indirect.jsonl", "indirect", 15],
  ["no-fit.jsonl", "no-fit", 15],
  ["follow-up.jsonl", "follow-up", 10],
  ["chinese-open.jsonl", "zh", 8],
  ["chinese-held.jsonl", "zh", 7],
  ["decoys.jsonl", "decoy", 10],
];

function tasksIn(file: string): EvalTask[] {
  const tasks = files.get(file);
  if (!tasks) throw new Error(`evals/tasks has no ${file}`);
  return tasks;
}

function namesOf(ids: readonly ToolId[]): string[] {
  return ids.map(formatToolId);
}

function goldOf(tasks: readonly EvalTask[]): Set<string> {
  return new Set(tasks.flatMap((task) => namesOf(task.gold)));
}

/** Every text that a person wrote in a task. */
function queriesOf(task: EvalTask): string[] {
  return [...new Set([task.query, ...(task.turns ?? []).map((turn) => turn.query)])];
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Whether a text holds the words of a tool's name in a row, whatever stands between them: the whole name, or the part
 * behind the prefix of the server when that part has two words (one word, such as "deploy", is ordinary English).
 */
function quotes(text: string, toolName: string): boolean {
  const spaced = ` ${splitWords(text).join(" ")} `;
  const name = splitWords(toolName.replaceAll("_", " "));
  const rest = name.slice(1);
  return [name, ...(rest.length > 1 ? [rest] : [])].some((words) => spaced.includes(` ${words.join(" ")} `));
}

function contentStems(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter((word) => !stopWords.has(word))
      .map((word) => stem(word)),
  );
}

/** The content words that a query shares with the names and descriptions of a tool and of its server. */
function sharedWords(query: string, id: ToolId): string[] {
  const server = builtin.servers().find(({ name }) => name === id.server);
  const tool = server?.tools.find((candidate) => candidate.id.name === id.name);
  const texts = [server?.name, server?.description, id.name.replaceAll("_", " "), tool?.description];
  const theirs = contentStems(texts.join(" "));
  return [...contentStems(query)].filter((word) => theirs.has(word));
}

describe("the rules themselves", () => {
  it("see a name with blanks, in capitals or without the prefix of its server", () => {
    for (const text of ["Use DB_QUERY for it", "a db query, please", "How do I Send Email to her?"]) {
      expect(["db_query", "comm_send_email"].some((name) => quotes(text, name))).toBe(true);
    }
    expect(quotes("Send an email to her", "comm_send_email")).toBe(false);
    expect(quotes("Query the orders", "db_query")).toBe(false);
  });

  it("see a shared word in another form, in the text of the tool and of its server", () => {
    const deploy = { server: "devops", name: "devops_deploy" };
    expect(sharedWords("They were deploying it", deploy)).toEqual(["deploy"]);
    expect(sharedWords("Is the uptime what it was?", deploy)).toEqual(["uptim"]);
    expect(sharedWords("Is it what you want?", deploy)).toEqual([]);
  });
});

describe("all own tasks", () => {
  it("are in files of which each has a kind", () => {
    expect(fileNames.sort()).toEqual(kinds.map(([file]) => file).sort());
  });

  it.each(kinds)("%s: tasks of kind %s, at least %i", (file, kind, atLeast) => {
    const tasks = tasksIn(file);
    expect(tasks.length).toBeGreaterThanOrEqual(atLeast);
    expect(tasks.filter((task) => task.tags[0] !== kind).map((task) => task.id)).toEqual([]);
  });

  it.each(fileNames)("%s: every gold tool is in the built-in catalog", (file) => {
    expect(() => checkTasks(tasksIn(file), builtin)).not.toThrow();
  });

  it("have ids and queries of their own", () => {
    for (const values of [everyTask.map((task) => task.id), everyTask.map((task) => task.query.toLowerCase())]) {
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  it.each(fileNames)("%s: ids are the name of the file and a number that grows", (file) => {
    const ids = tasksIn(file).map((task) => task.id);
    const numbers = ids.map((id) => Number(new RegExp(`^${file.replace(".jsonl", "")}-(\\d{2,})$`).exec(id)?.[1]));
    expect(ids.filter((_id, index) => !(numbers[index]! > (numbers[index - 1] ?? 0)))).toEqual([]);
  });

  it("never quote the name of a gold tool", () => {
    const quoting = everyTask.flatMap((task) =>
      queriesOf(task).flatMap((query) =>
        task.gold.filter((id) => quotes(query, id.name)).map((id) => `${task.id}: ${formatToolId(id)}`),
      ),
    );
    expect(quoting).toEqual([]);
  });

  it("say with a tag when more than one tool is needed", () => {
    for (const task of everyTask)
      expect([task.id, task.tags.includes("multi")]).toEqual([task.id, task.slots.length > 1]);
  });

  it("need every built-in tool at least once in English and once in Chinese", () => {
    const all = new Set(builtin.servers().flatMap((server) => namesOf(server.tools.map((tool) => tool.id))));
    const isChinese = (task: EvalTask) => task.tags.includes("zh");
    expect(goldOf(everyTask.filter(isChinese))).toEqual(all);
    expect(goldOf(everyTask.filter((task) => !isChinese(task)))).toEqual(all);
  });

  it("have no fitting tool only where the kind says so", () => {
    const empty = everyTask.filter((task) => task.irrelevant).map((task) => task.tags[0]);
    expect(new Set(empty)).toEqual(new Set(["no-fit"]));
  });
});

describe("tasks of one kind", () => {
  it("basic: one tool each, the ten of the published comparison", () => {
    const names = tasksIn("basic.jsonl").flatMap((task) => task.gold.map((id) => id.name));
    expect(names.sort()).toEqual([
      "analytics_summarize",
      "cloud_upload_storage",
      "comm_send_email",
      "db_query",
      "devops_deploy",
      "devops_monitor",
      "fs_list_directory",
      "fs_read_file",
      "github_search_repos",
      "web_scrape",
    ]);
  });

  it("several: two to four tools from more than one server", () => {
    for (const task of tasksIn("several.jsonl")) {
      expect([2, 3, 4], task.id).toContain(task.slots.length);
      expect(new Set(task.gold.map((id) => id.server)).size, task.id).toBeGreaterThan(1);
    }
  });

  it.each(["look-alikes.jsonl", "indirect.jsonl", "decoys.jsonl"])("%s: one tool is needed", (file) => {
    expect(tasksIn(file).filter((task) => task.slots.length !== 1)).toEqual([]);
  });

  it("indirect: no content word of the tool's own name or description, or of its server's", () => {
    const shared = tasksIn("indirect.jsonl").flatMap((task) =>
      task.gold.flatMap((id) => sharedWords(task.query, id).map((word) => `${task.id}: ${word}`)),
    );
    expect(shared).toEqual([]);
  });

  it("no fit: alone without gold, partly with the words of what is unmet", () => {
    const tasks = tasksIn("no-fit.jsonl");
    const alone = tasks.filter((task) => task.tags.includes("alone"));
    const partly = tasks.filter((task) => task.tags.includes("partly"));
    expect([...alone, ...partly].map((task) => task.id).sort()).toEqual(tasks.map((task) => task.id).sort());
    expect(Math.min(alone.length, partly.length)).toBeGreaterThanOrEqual(5);
    expect(alone.every((task) => task.irrelevant && task.unmet === undefined)).toBe(true);
    for (const { id, query, unmet = [], irrelevant } of partly) {
      expect(unmet.length, id).toBeGreaterThan(0);
      expect(irrelevant, id).toBe(false);
      for (const words of unmet) expect(query, id).toContain(words);
    }
  });

  it("follow-up: two to four turns; the line has the first query and the tools of all turns", () => {
    for (const { id, query, gold, turns = [] } of tasksIn("follow-up.jsonl")) {
      expect([2, 3, 4], id).toContain(turns.length);
      expect(query, id).toBe(turns[0]?.query);
      expect(turns.every((turn) => turn.slots.length > 0)).toBe(true);
      expect(namesOf(gold), id).toEqual([...new Set(turns.flatMap((turn) => namesOf(turn.slots.flat())))]);
    }
  });

  it("follow-up: a later turn needs a tool of the first turn and one that no turn had before", () => {
    for (const { id, turns = [] } of tasksIn("follow-up.jsonl")) {
      const needs = turns.map((turn) => namesOf(turn.slots.flat()));
      const mixed = needs.slice(1).filter((names, index) => {
        const before = new Set(needs.slice(0, index + 1).flat());
        return names.some((name) => needs[0]?.includes(name)) && names.some((name) => !before.has(name));
      });
      expect(mixed.length, id).toBeGreaterThan(0);
    }
  });

  it("Chinese: each query has Chinese characters, and no query of one file is in the other", () => {
    const [open, held] = [tasksIn("chinese-open.jsonl"), tasksIn("chinese-held.jsonl")];
    // Only ids are compared: a failure must not show a held query.
    const foreign = [...open, ...held].filter((task) => !/\p{Script=Han}{2}/u.test(task.query));
    expect(foreign.map((task) => task.id)).toEqual([]);
    const squeezed = (task: EvalTask) => splitWords(task.query).join("");
    const opened = new Set(open.map(squeezed));
    const shared = held.filter((task) => opened.has(squeezed(task)));
    expect(shared.map((task) => task.id)).toEqual([]);
  });
});

describe("the catalog of decoys", () => {
  it("loads beside the built-in catalog with twenty tools or more, none set aside", () => {
    const catalog = new ToolCatalog();
    for (const server of [...builtinServers(), ...decoyServers]) catalog.addServer(server);
    expect(catalog.size - builtin.size).toBeGreaterThanOrEqual(20);
    expect(catalog.setAside).toEqual([]);
    expect(catalog.servers().length).toBe(builtin.servers().length + decoyServers.length);
  });

  it("shares no name of a server or tool with the built-in catalog", () => {
    const taken = new Set(builtin.servers().flatMap(({ name, tools }) => [name, ...tools.map((tool) => tool.id.name)]));
    const names = decoyServers.flatMap(({ name, tools }) => [name, ...tools.map((tool) => tool.name)]);
    expect(names.filter((name) => taken.has(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});
