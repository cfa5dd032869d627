/** `toolgap memory`: what a memory file holds, by namespace: listed, shown, exported, cleared. */
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { cleanText } from "../catalog/schema/text.js";
import { InputError } from "../catalog/types.js";
import type { FileStore } from "../nodes/memory/file-store.js";
import type { ReadObservations } from "../nodes/memory/observations.js";
import { formatId, type Io, note, plural, print, printJson, renderTable } from "./output.js";
import { checkOutput } from "./output-file.js";

interface MemoryFlags {
  memory: string;
  namespace?: string;
  tool?: string;
  all?: boolean;
  output?: string;
  json?: boolean;
}

/** The memory of one namespace. */
interface Memory {
  names: string[];
  read: ReadObservations;
}

export function addMemoryCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const group = program.command("memory").description("what run --memory has kept: list, show, export, clear");
  const add = (name: string, text: string, run: (flags: MemoryFlags, store: FileStore, io: Io) => Promise<number>) =>
    group
      .command(name)
      .description(text)
      .requiredOption("--memory <file>", "the file that run --memory keeps")
      .action(async (flags: MemoryFlags) => finish(await withStore(flags, io, (store) => run(flags, store, io))));
  const json = ["--json", "print one JSON document"] as const;
  const namespace = ["--namespace <names>", "only this one: alice, or team/alice"] as const;
  const tool = ["--tool <server/name>", "only what is remembered of this tool"] as const;
  add("list", "the namespaces, and how much each holds", list).option(...json);
  add("show", "the requests that each tool served, and those that it did not", show)
    .option(...namespace)
    .option(...tool)
    .option(...json);
  add("export", "the requests that tools served, as labeled tasks, one JSON object a line", exportTasks)
    .option(...namespace)
    .option("--output <file>", "write them there");
  add("clear", "forget a namespace, a tool in it or everywhere, or all", clear)
    .option(...namespace)
    .option(...tool)
    .option("--all", "everything in the file");
}

/** How a namespace is written: its names with slashes between. */
export function parseNames(text: string): string[] {
  const names = text.split("/");
  if (names.every((name) => name.trim() !== "")) return names;
  throw new InputError(`the namespace "${text}" has an empty name: expected names with / between, such as team/alice`);
}

async function withStore(
  { memory }: MemoryFlags,
  io: Io,
  work: (store: FileStore) => Promise<number>,
): Promise<number> {
  const found = await stat(memory).catch(() => undefined);
  if (!found?.isFile()) {
    const problem = found ? "it is no file" : "there is no such file";
    throw new InputError(`--memory ${memory} cannot be read (${problem}): expected one that run --memory made`);
  }
  const { FileStore } = await import("../nodes/memory/file-store.js");
  return work(new FileStore(memory, { onNotice: (line) => note(io, line, "yellow") }));
}

/** The memories that the flags name, in the order of their names. */
async function readMemories(store: FileStore, { namespace, memory }: MemoryFlags, io: Io): Promise<Memory[]> {
  const { listMemories, readObservations } = await import("../nodes/memory/observations.js");
  const wanted = namespace === undefined ? undefined : parseNames(namespace);
  const memories: Memory[] = [];
  for (const names of await listMemories(store)) {
    if (wanted && JSON.stringify(names) !== JSON.stringify(wanted)) continue;
    const read = await readObservations(store, names);
    const [broken] = read.broken;
    if (broken)
      note(
        io,
        `${formatNames(names)}: ${plural(read.broken.length, "item")} cannot be read, ${broken.reason}`,
        "yellow",
      );
    if (read.stored.length + read.broken.length > 0) memories.push({ names, read });
  }
  if (wanted && memories.length === 0) {
    const there = (await listMemories(store)).map(formatNames).join(", ");
    throw new InputError(
      `${memory} has no namespace "${namespace}"${there ? `: there are ${there}` : ": it holds nothing"}`,
    );
  }
  return memories.sort((a, b) => (formatNames(a.names) < formatNames(b.names) ? -1 : 1));
}

function formatNames(names: readonly string[]): string {
  return names.join("/");
}

async function list(flags: MemoryFlags, store: FileStore, io: Io): Promise<number> {
  const memories = await readMemories(store, flags, io);
  const rows = memories.map(({ names, read: { stored, broken } }) => {
    const tools = new Set(stored.flatMap(({ observation }) => observation.tools.map(formatId)));
    const newest = stored[0] ? new Date(stored[0].observation.at).toISOString() : "";
    return { namespace: formatNames(names), requests: stored.length, tools: tools.size, broken: broken.length, newest };
  });
  if (flags.json) printJson(io, rows);
  else if (rows.length === 0) print(io, "nothing is remembered");
  else {
    const right = (title: string) => ({ title, align: "right" as const });
    const cells = rows.map(({ namespace, requests, tools, newest }) => [namespace, requests, tools, newest]);
    print(io, renderTable([{ title: "namespace" }, right("requests"), right("tools"), { title: "newest" }], cells));
  }
  return 0;
}

/** What stands in a file comes from anywhere: no line of its own, nothing invisible. */
function inOneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}

async function show(flags: MemoryFlags, store: FileStore, io: Io): Promise<number> {
  const { selectExamples } = await import("../catalog/memory/index.js");
  const memories = await readMemories(store, flags, io);
  const shown = memories.map(({ names, read: { stored } }) => ({
    namespace: formatNames(names),
    tools: selectExamples(stored.map(({ observation }) => observation))
      .filter(({ id }) => flags.tool === undefined || formatId(id) === flags.tool)
      .map(({ id, examples }) => ({
        tool: formatId(id),
        examples: examples.map(({ words, sources, at, ...example }) => ({
          ...example,
          at: new Date(at).toISOString(),
        })),
      })),
  }));
  if (flags.tool !== undefined && shown.every(({ tools }) => tools.length === 0)) {
    throw new InputError(`nothing is remembered of "${flags.tool}": expected server/name, as memory show lists them`);
  }
  if (flags.json) printJson(io, shown);
  else {
    for (const { namespace, tools } of shown) {
      print(io, inOneLine(namespace));
      for (const { tool, examples } of tools) {
        print(io, `  ${inOneLine(tool)}`);
        for (const { text, used, notUsed, failed } of examples) {
          print(io, `    used ${used}, not used ${notUsed}, failed ${failed}: ${inOneLine(text)}`);
        }
      }
    }
    if (shown.length === 0) print(io, "nothing is remembered");
  }
  return 0;
}

async function exportTasks(flags: MemoryFlags, store: FileStore, io: Io): Promise<number> {
  const { toTaskLines } = await import("../evals/memory/export.js");
  if (flags.output !== undefined) await checkOutput(flags.output);
  const memories = await readMemories(store, flags, io);
  // One request may be remembered in several namespaces: ids of a task file are unique.
  const lines = new Map(
    memories.flatMap(({ read }) => toTaskLines(read.stored)).map((line) => [line.id, JSON.stringify(line)]),
  );
  const text = [...lines.values()].map((line) => `${line}\n`).join("");
  if (flags.output === undefined) io.stdout.write(text);
  else {
    const { default: writeFileAtomic } = await import("write-file-atomic");
    await writeFileAtomic(flags.output, text);
    note(io, `${plural(lines.size, "task")} in ${flags.output}: read them before you use them`);
  }
  return 0;
}

async function clear(flags: MemoryFlags, store: FileStore, io: Io): Promise<number> {
  const { namespace, tool, all } = flags;
  if (all ? namespace !== undefined || tool !== undefined : namespace === undefined && tool === undefined) {
    throw new InputError("memory clear forgets what you name: expected --namespace, --tool or both, or --all alone");
  }
  const { forgetObservations } = await import("../nodes/memory/observations.js");
  let forgotten = 0;
  for (const { names, read } of await readMemories(store, flags, io)) {
    forgotten += await forgetObservations(store, names, read, tool);
  }
  // What is forgotten is gone from the disk, too.
  await store.compact();
  print(io, forgotten === 0 ? "nothing was remembered of that" : `forgot ${plural(forgotten, "request")}`);
  return 0;
}
