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

export async function measureChange(bench: BenchCatalog, pace: Pace): Promise<ChangeRow> {
  const catalog = bench.create();
  const router = createRouter("hybrid", catalog);
  const ask = () => router.retrieve(request, 5);
  await ask();
  const [server] = distractorServers(10, { avoid: new Set(catalog.servers().map(({ name }) => name)) });
  const add: number[] = [];
  const remove: number[] = [];
  const time = async (into: number[], change: (catalog: ToolCatalog) => void) => {
    const started = performance.now();
    change(catalog);
    await ask();
    into.push(performance.now() - started);
  };
  const timings = await interleave(
    {
      change: async () => {
        await time(add, () => catalog.addServer(server!));
        await time(remove, () => catalog.removeServer(server!.name));
      },
      rebuild: () => createRouter("hybrid", catalog).retrieve(request, 5),
    },
    pace,
  );
  return { tools: bench.tools, add: toTiming(add), remove: toTiming(remove), rebuild: timings.rebuild! };
}
