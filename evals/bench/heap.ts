/** The memory of one index, measured in a process that holds nothing else: what other engines leave behind would be in it. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findCatalog } from "./catalogs.js";
import { engines } from "./engines.js";

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

function usedHeap(): number {
  // What is held weakly goes in the second pass.
  gc!();
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
  const catalog = bench.create();
  catalog.servers();
  const before = usedHeap();
  const search = await build(catalog);
  await search("build");
  const bytes = usedHeap() - before;
  // Both live until here.
  await sample("build");
  await search("build");
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await measureHere(JSON.parse(process.argv[2]!) as HeapRequest));
}
