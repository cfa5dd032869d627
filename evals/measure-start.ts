/**
 * What a start with kept tool lists of MCP servers costs in processor time of this process, up to the first call of a model:
 * 35 tools against some 5,000. Unlike times by the clock it can be measured on a machine that does other things.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { medianSorted } from "simple-statistics";
import { findCatalog } from "./bench/catalogs.js";
import { keepLists, start } from "./bench/start.js";

const sizes = [35, 5_189];
const warmUps = 3;
const rounds = 11;

const folder = await mkdtemp(join(tmpdir(), "toolgap-start-"));
try {
  const data = process.env.TOOLGAP_DATA || undefined;
  const catalogs = await Promise.all(sizes.map((tools) => findCatalog(tools, data, false)));
  const configs = await Promise.all(catalogs.map((catalog) => keepLists(catalog, folder)));
  const times: number[][] = sizes.map(() => []);
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const [index, config] of configs.entries()) {
      const before = process.cpuUsage();
      await start(config, folder);
      const { user, system } = process.cpuUsage(before);
      if (round >= warmUps) times[index]!.push((user + system) / 1_000);
    }
  }
  const medians = times.map((list) => medianSorted(list.toSorted((one, other) => one - other)));
  for (const [index, { source }] of catalogs.entries())
    console.log(`${sizes[index]} tools (${source}): ${medians[index]!.toFixed(0)} ms of processor time`);
  console.log(`beyond 35 tools: ${(medians[1]! - medians[0]!).toFixed(0)} ms (median of ${rounds}; goal: 150)`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
