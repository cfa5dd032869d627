/** Building each index and searching it. */
import type { BenchCatalog, BenchRequests } from "./catalogs.js";
import { type Engine, engines, type Search } from "./engines.js";
import { cycle, interleave, type Pace, type Timing, timed, toTiming, usedHeap } from "./measure.js";

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
export async function measureSearch(catalog: BenchCatalog, requests: BenchRequests, pace: Pace): Promise<SearchRow[]> {
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
  return built.map(({ engine, build, heap }) => ({
    engine: engine.name,
    tools: catalog.tools,
    build,
    heap,
    short: short[engine.name]!,
    long: long[engine.name]!,
  }));
}

interface Built {
  engine: Engine;
  search: Search;
  build: Timing;
  heap: number;
}

/** Small catalogs several times, in turn; the last index of each engine is kept, its heap measured. */
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
    const before = usedHeap();
    const { value: search, milliseconds } = await timed(() => engine.build(catalog));
    const heap = usedHeap() - before;
    built.push({ engine, search, heap, build: toTiming([...times.get(engine.name)!, milliseconds]) });
  }
  return built;
}
