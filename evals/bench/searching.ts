/** Building each index and searching it. */
import type { BenchCatalog, BenchRequests } from "./catalogs.js";
import { type Engine, engines, type Search } from "./engines.js";
import { type HeapRequest, measureHeap } from "./heap.js";
import { cycle, interleave, type Pace, type Timing, timed, toTiming } from "./measure.js";

export interface SearchRow {
  engine: string;
  tools: number;
  /** Milliseconds. */
  build: Timing;
  /** Bytes that the index holds. */
  heap: number;
  short: Timing;
  long: Timing;
}

/** Every engine over one catalog. */
export async function measureSearch(
  catalog: BenchCatalog,
  requests: BenchRequests,
  pace: Pace,
  { folder, quick }: Pick<HeapRequest, "folder" | "quick">,
): Promise<SearchRow[]> {
  const heap = new Map<string, number>();
  for (const { name } of engines) {
    heap.set(name, await measureHeap({ engine: name, tools: catalog.tools, folder, quick }));
  }
  const built = await buildAll(catalog, pace);
  const run = (texts: readonly string[]) =>
    interleave(
      Object.fromEntries(
        built.map(({ engine, search }) => {
          const next = cycle(texts);
          return [engine.name, () => search(next())];
        }),
      ),
      pace,
    );
  const short = await run(requests.short);
  const long = await run(requests.long);
  return built.map(({ engine, build }) => ({
    engine: engine.name,
    tools: catalog.tools,
    build,
    heap: heap.get(engine.name)!,
    short: short[engine.name]!,
    long: long[engine.name]!,
  }));
}

interface Built {
  engine: Engine;
  search: Search;
  build: Timing;
}

/** Small catalogs several times, in turn; the last index of each engine is kept. */
async function buildAll({ tools, create }: BenchCatalog, { rounds }: Pace): Promise<Built[]> {
  const times = new Map<string, number[]>(engines.map(({ name }) => [name, []]));
  const repeats = tools < 1_000 ? rounds : tools < 10_000 ? Math.min(rounds, 2) : 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const { name, build } of engines) {
      const catalog = create();
      times.get(name)!.push((await timed(() => build(catalog))).milliseconds);
    }
  }
  const built: Built[] = [];
  for (const engine of engines) {
    const catalog = create();
    const { value: search, milliseconds } = await timed(() => engine.build(catalog));
    built.push({ engine, search, build: toTiming([...times.get(engine.name)!, milliseconds]) });
  }
  return built;
}
