/** The measurements as tables for a person. */
import Table from "cli-table3";
import type { ChangeRow } from "./changing.js";
import type { Goal } from "./goals.js";
import type { LoopRow } from "./loop.js";
import type { Timing } from "./measure.js";
import type { SearchRow } from "./searching.js";
import type { StartRow } from "./start.js";
import type { WarmRow } from "./warm-start.js";

export interface BenchReport {
  /** What it was measured with. */
  conditions: {
    node: string;
    processor: string;
    quick: boolean;
    labeledSets: boolean;
    catalogs: string[];
    requests: string;
  };
  search: SearchRow[];
  warm: WarmRow[];
  change: ChangeRow[];
  loop: LoopRow[];
  start: StartRow[];
  goals: Goal[];
}

/** All tables, in the order in which they were measured. */
export function renderReport(report: BenchReport): string {
  const { conditions, search, warm, change, loop, start, goals } = report;
  const { node, processor, catalogs, requests, quick, labeledSets } = conditions;
  return [
    `Node ${node}, ${processor}${quick ? "; a quick run: few samples, no big catalogs" : ""}`,
    `catalogs: ${catalogs.join("; ")}`,
    `requests: ${requests}`,
    "milliseconds, p50 / p95; x: how many times as long as hybrid in the same run",
    "",
    "Search: the five best tools for one request",
    renderSearch(search),
    "Warm start: until the first request is answered",
    table(
      ["tools", "build", "load", "times faster", "load, common words", "keys", "file MB"],
      warm.map(({ tools, build, load, loadCommon, keys, bytes }) => [
        count(tools),
        both(build),
        both(load),
        ratio(build.p50, load.p50),
        both(loadCommon),
        both(keys),
        (bytes / 1e6).toFixed(1),
      ]),
    ),
    "One server of ten tools, until the next request is answered",
    table(
      ["tools", "add", "remove", "rebuild", "rebuild / add"],
      change.map(({ tools, add, remove, rebuild }) => [
        count(tools),
        both(add),
        both(remove),
        both(rebuild),
        ratio(rebuild.p50, add.p50),
      ]),
    ),
    "The loop with a model that answers at once: a user turn that calls one tool (active: 3 model calls, createAgent: 2)",
    table(
      ["tools", "active", "per model call", "createAgent, all tools", "per model call", "x per turn"],
      loop.map(({ tools, active, createAgent }) => [
        count(tools),
        both(active),
        milliseconds(active.p50 / 3),
        both(createAgent),
        milliseconds(createAgent.p50 / 2),
        ratio(createAgent.p50, active.p50),
      ]),
    ),
    "Start with kept tool lists of MCP servers, until the first call of the model is answered",
    table(
      ["tools", "start"],
      start.map(({ tools, start: timing }) => [count(tools), both(timing)]),
    ),
    labeledSets
      ? "Goals"
      : "Goals; those against other libraries are left out: they are judged with the labeled sets only (TOOLGAP_DATA)",
    table(
      ["what", "goal", "measured", "met"],
      goals.map(({ what, goal, measured, met }) => [what, goal, measured, met ? "yes" : "NO"]),
    ),
  ].join("\n");
}

function renderSearch(rows: readonly SearchRow[]): string {
  const hybrid = new Map(rows.filter(({ engine }) => engine === "hybrid").map((row) => [row.tools, row]));
  return table(
    ["tools", "engine", "short", "x", "long", "x", "build", "x", "heap MB"],
    rows.map(({ tools, engine, short, long, build, heap }) => {
      const own = hybrid.get(tools)!;
      return [
        count(tools),
        engine,
        both(short),
        ratio(short.p50, own.short.p50),
        both(long),
        ratio(long.p50, own.long.p50),
        milliseconds(build.p50),
        ratio(build.p50, own.build.p50),
        (heap / 1e6).toFixed(1),
      ];
    }),
  );
}

function table(head: string[], rows: string[][]): string {
  const aligned = head.map((title) => (["engine", "what"].includes(title) ? ("left" as const) : ("right" as const)));
  const result = new Table({ head, colAligns: aligned, style: { head: [], border: [], compact: true } });
  result.push(...rows);
  return `${result.toString()}\n`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function both({ p50, p95 }: Timing): string {
  return `${milliseconds(p50)} / ${milliseconds(p95)}`;
}

/** Two digits that say something. */
function milliseconds(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3);
}

function ratio(value: number, base: number): string {
  const times = value / base;
  return times >= 10 ? times.toFixed(0) : times.toFixed(1);
}
