/** Starting from a saved index, against building it. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHybridRouter } from "../../catalog/search/index.js";
import { contentKey, SavedIndex } from "../../catalog/search/saved-index.js";
import type { RouteRequest } from "../../catalog/search/types.js";
import type { BenchCatalog } from "./catalogs.js";
import { interleave, type Pace, type Timing } from "./measure.js";

export interface WarmRow {
  tools: number;
  /** Milliseconds until the first request is answered. */
  build: Timing;
  load: Timing;
  /** The same where the request has common words: most of the file is looked at then. */
  loadCommon: Timing;
  /** Milliseconds to work out by what servers are looked up: once for each catalog, before the first load. */
  keys: Timing;
  /** Size of the saved index. */
  bytes: number;
}

export async function measureWarmStart(bench: BenchCatalog, pace: Pace): Promise<WarmRow> {
  const folder = await mkdtemp(join(tmpdir(), "toolgap-bench-"));
  const path = join(folder, "index");
  const catalog = bench.create();
  const rare = { tool: "glaze" };
  const common = { tool: "send an email to the team" };
  const load = async (request: RouteRequest) => {
    const { segmentsOf } = await SavedIndex.read(path);
    await createHybridRouter(catalog, { segmentsOf }).retrieve(request, 5);
  };
  try {
    await (await SavedIndex.read(path)).save(catalog);
    const { size } = await stat(path);
    const timings = await interleave(
      {
        build: () => createHybridRouter(catalog).retrieve(rare, 5),
        keys: () => {
          // New objects, of which nothing is known yet.
          for (const server of catalog.servers()) contentKey({ ...server });
        },
        load: () => load(rare),
        loadCommon: () => load(common),
      },
      pace,
    );
    const { build, load: loadRare, loadCommon, keys } = timings;
    return {
      tools: bench.tools,
      build: build!,
      load: loadRare!,
      loadCommon: loadCommon!,
      keys: keys!,
      bytes: size,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
