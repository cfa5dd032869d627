/** Adding and removing one server, against building the index anew. */
import type { ToolCatalog } from "../../catalog/registry.js";
import { createRouter } from "../../catalog/search/index.js";
import { distractorServers } from "../../catalog/sources/distractors.js";
import type { BenchCatalog } from "./catalogs.js";
import { interleave, type Pace, type Timing, toTiming } from "./measure.js";

export interface ChangeRow {
  tools: number;
  /** Milliseconds until a request is answered again, for a server of ten tools. */
  add: Timing;
  remove: Timing;
  rebuild: Timing;
}

const request = { tool: "glaze" };

/** Measures all catalogs in turn: what a change costs is compared across them. */
export async function measureChanges(catalogs: readonly BenchCatalog[], pace: Pace): Promise<ChangeRow[]> {
  const tasks: Record<string, () => Promise<unknown>> = {};
  const changes = new Map<number, Changes>();
  for (const bench of catalogs) {
    const measured = await prepare(bench.create());
    changes.set(bench.tools, measured);
    tasks[`change ${bench.tools}`] = measured.change;
    tasks[`rebuild ${bench.tools}`] = measured.rebuild;
  }
  const timings = await interleave(tasks, pace);
  return catalogs.map(({ tools }) => {
    const { add, remove } = changes.get(tools)!;
    return { tools, add: toTiming(add), remove: toTiming(remove), rebuild: timings[`rebuild ${tools}`]! };
  });
}

interface Changes {
  /** Milliseconds of each change so far. */
  add: number[];
  remove: number[];
  /** Adds a server and removes it. */
  change: () => Promise<void>;
  rebuild: () => Promise<unknown>;
}

async function prepare(catalog: ToolCatalog): Promise<Changes> {
  const router = createRouter("hybrid", catalog);
  const ask = () => router.retrieve(request, 5);
  await ask();
  const [server] = distractorServers(10, { avoid: new Set(catalog.servers().map(({ name }) => name)) });
  const add: number[] = [];
  const remove: number[] = [];
  const time = async (into: number[], change: () => void) => {
    const started = performance.now();
    change();
    await ask();
    into.push(performance.now() - started);
  };
  return {
    add,
    remove,
    change: async () => {
      await time(add, () => catalog.addServer(server!));
      await time(remove, () => catalog.removeServer(server!.name));
    },
    rebuild: () => createRouter("hybrid", catalog).retrieve(request, 5),
  };
}
