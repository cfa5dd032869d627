/** The whole benchmark, section by section. */
import { cpus } from "node:os";
import { loadCatalogs, loadRequests } from "./catalogs.js";
import { measureChanges } from "./changing.js";
import { judgeGoals } from "./goals.js";
import { measureLoop } from "./loop.js";
import { paces } from "./measure.js";
import type { BenchReport } from "./report.js";
import { measureSearch } from "./searching.js";
import { measureStart } from "./start.js";
import { measureWarmStart } from "./warm-start.js";

export interface BenchOptions {
  /** Few samples, and no catalog above 527 tools. */
  quick: boolean;
  /** No catalog above this many tools. */
  maxTools?: number | undefined;
  /** The folder of labeled sets; distractors and their descriptions when left out. */
  folder?: string | undefined;
  /** Takes one line when something new is measured. */
  onProgress?: ((line: string) => void) | undefined;
}

/** Measures everything. The loop runs up to 5,189 tools: `createAgent` takes seconds for a turn beyond. */
export async function runBench(options: BenchOptions): Promise<BenchReport> {
  const { quick, maxTools = Number.POSITIVE_INFINITY, folder, onProgress = () => {} } = options;
  const pace = quick ? paces.quick : paces.full;
  const catalogs = (await loadCatalogs(folder, quick)).filter(({ tools }) => tools <= maxTools);
  const requests = await loadRequests(folder, catalogs.at(-1)!.create());
  const report: Omit<BenchReport, "goals"> = {
    conditions: {
      node: process.version,
      processor: `${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}`,
      quick,
      labeledSets: requests.labeled && catalogs.every(({ labeled }) => labeled),
      catalogs: catalogs.map(({ tools, source }) => `${tools.toLocaleString("en")} (${source})`),
      requests: requests.source,
    },
    search: [],
    warm: [],
    change: [],
    loop: [],
    start: [],
  };
  for (const catalog of catalogs) {
    const label = `${catalog.tools.toLocaleString("en")} tools`;
    onProgress(`${label}: building and searching`);
    report.search.push(...(await measureSearch(catalog, requests, pace, { folder, quick })));
    onProgress(`${label}: warm start`);
    report.warm.push(await measureWarmStart(catalog, pace));
    if (catalog.tools > 10_000) continue;
    onProgress(`${label}: the loop`);
    report.loop.push(await measureLoop(catalog, pace));
  }
  onProgress("servers that come and go");
  report.change.push(...(await measureChanges(catalogs, pace)));
  onProgress("start with kept tool lists");
  const small = catalogs.filter(({ tools }) => tools <= 10_000);
  report.start.push(...(await measureStart(small, pace)));
  return { ...report, goals: judgeGoals(report) };
}
