/** The memory of one index, measured in a process that holds nothing else: what other engines leave behind would be in it. */
import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findCatalog } from "./catalogs.js";
import { engines, type Search } from "./engines.js";

const run = promisify(execFile);

export interface HeapRequest {
  engine: string;
  tools: number;
  folder: string | undefined;
  quick: boolean;
}

/** Bytes that the index holds after it has answered a request, the catalog left out. */
export async function measureHeap(request: HeapRequest): Promise<number> {
  const script = fileURLToPath(import.meta.url);
  const args = ["--expose-gc", ...process.execArgv, script, JSON.stringify(request)];
  const { stdout } = await run(process.execPath, args);
  const bytes = Number(stdout);
  if (!Number.isFinite(bytes)) throw new Error(`the memory of ${request.engine} was not measured: ${stdout}`);
  return bytes;
}

/** As many tools as are indexed at once: what one small index takes is less than what the engine's memory varies by itself. */
const leastTools = { full: 5_000, quick: 1_000 };

async function usedHeap(): Promise<number> {
  // What is held weakly goes in the second pass, and what waits to be freed does so between them.
  gc!();
  await setTimeout(50);
  gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measureHere({ engine, tools, folder, quick }: HeapRequest): Promise<number> {
  const { build } = engines.find(({ name }) => name === engine)!;
  const bench = await findCatalog(tools, folder, quick);
  // What is made once, tables of words above all, is no part of an index.
  const sample = await build(bench.create());
  await sample("build");
  const catalogs = Array.from({ length: Math.ceil(leastTools[quick ? "quick" : "full"] / tools) }, () =>
    bench.create(),
  );
  for (const catalog of catalogs) {
    catalog.servers();
    catalog.tools();
  }
  const before = await usedHeap();
  const indexes: Search[] = [];
  for (const catalog of catalogs) {
    const search = await build(catalog);
    await search("build");
    indexes.push(search);
  }
  const bytes = ((await usedHeap()) - before) / indexes.length;
  // All live until here.
  for (const search of [sample, ...indexes]) await search("build");
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await measureHere(JSON.parse(process.argv[2]!) as HeapRequest));
}
