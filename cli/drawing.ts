/** Text and scores within the width of the terminal. */
import { Help } from "commander";
import type { ToldRouting } from "../evals/demos/routing.js";
import { formatCount, formatId, type Io, plural, print } from "./output.js";

export interface Bar {
  name: string;
  score: number;
  /** A word behind the score. */
  note?: string;
}

/** Characters a line may take: of the terminal, or the usual number where there is none. */
export function widthOf(io: Io): number {
  return Math.max(40, io.stdout.columns ?? 80);
}

/** Text behind a label, in lines that fit; those after the first are indented as far, or as given. */
export function printWrapped(io: Io, label: string, text: string, indent = " ".repeat(label.length)): void {
  const help = new Help();
  help.minWidthToWrap = 0;
  const width = Math.max(20, widthOf(io) - Math.max(label.length, indent.length));
  const words = text.trim().replace(/\s+/g, " ");
  const breakable = words.replace(new RegExp(`\\S{${width}}(?=\\S)`, "g"), "$& ");
  for (const [index, line] of help.boxWrap(breakable, width).split("\n").entries()) {
    print(io, `${index === 0 ? label : indent}${line}`);
  }
}

const mostBar = 24;
const scoreDigits = 3;

/** One line a bar; the longest is the highest of `all`, or of what is drawn. */
export function drawBars(io: Io, label: string, bars: readonly Bar[], all: readonly Bar[] = bars): void {
  const notes = Math.max(0, ...all.map(({ note = "" }) => note.length + 2));
  const scores = Math.max(0, ...all.map(({ score }) => score.toFixed(scoreDigits).length));
  const rest = widthOf(io) - label.length - scores - notes - 3;
  const names = Math.min(Math.max(0, ...all.map(({ name }) => name.length)), rest - 4);
  const length = Math.min(mostBar, rest - names);
  const highest = Math.max(...all.map(({ score }) => score), Number.MIN_VALUE);
  for (const [index, { name, score, note = "" }] of bars.entries()) {
    const filled = score > 0 ? Math.max(1, Math.round((length * score) / highest)) : 0;
    const shownName = name.length > names ? `${name.slice(0, names - 1)}…` : name.padEnd(names);
    const line = `${shownName}  ${"█".repeat(filled).padEnd(length)} ${score.toFixed(scoreDigits).padStart(scores)}`;
    print(io, `${index === 0 ? label : " ".repeat(label.length)}${line}${note && `  ${note}`}`.trimEnd());
  }
}

/** Servers below the cut that are drawn; the rest is counted. */
const shownCut = 5;

function drawRule(io: Io, text: string): void {
  printWrapped(io, "  -- ", text);
}

/** Both stages of a request: bars of servers, the cut, bars of their tools, the margin, and what is bound. */
export function drawRouting(told: ToldRouting, serverCount: number, io: Io): void {
  const { request, router, threshold, servers, serversCut, tools, cut, margin, bound, maxTools, schemaTokens } = told;
  const best = Math.max(0, ...[...tools, ...cut].map(({ fit }) => fit));
  printWrapped(io, "Request: ", [request.server, request.tool].filter(Boolean).join(": "));
  const fits = `something fits from ${threshold.toFixed(2)} on, the best fit here is ${best.toFixed(2)}`;
  printWrapped(io, "Router: ", `${router}; ${fits}`);
  print(io, `\nStage 1: ${plural(serverCount, "server")}`);
  const passed = servers.map(({ name, score }): Bar => ({ name, score }));
  const others = serversCut.slice(0, shownCut).map(({ name, score }): Bar => ({ name, score }));
  drawBars(io, "  ", passed, [...passed, ...others]);
  if (servers.length === 0) print(io, "  no server shares a word with the request");
  else drawRule(io, `the cut: the best ${servers.length} go on`);
  drawBars(io, "  ", others, [...passed, ...others]);
  if (serversCut.length > shownCut) print(io, `  and ${formatCount(serversCut.length - shownCut)} more`);

  print(io, "\nStage 2: their tools");
  const bar = (hit: (typeof tools)[number], note: string): Bar => ({ name: formatId(hit.id), score: hit.score, note });
  const taken = tools.slice(0, bound.length).map((hit) => bar(hit, "bound"));
  const left = tools.slice(bound.length).map((hit) => bar(hit, `fit ${hit.fit.toFixed(2)}`));
  const dropped = cut.slice(0, shownCut).map((hit) => bar(hit, `fit ${hit.fit.toFixed(2)}`));
  const all = [...taken, ...left, ...dropped];
  drawBars(io, "  ", taken, all);
  if (tools.length === 0) print(io, "  nothing fits");
  else
    drawRule(
      io,
      `the margin: ${margin.share} of the best score, ${margin.score.toFixed(scoreDigits)}; at most ${maxTools}`,
    );
  drawBars(io, "  ", left, all);
  if (dropped.length > 0) {
    drawRule(io, "no match");
    drawBars(io, "  ", dropped, all);
    if (cut.length > shownCut) print(io, `  and ${formatCount(cut.length - shownCut)} more`);
  }
  const names = bound.map(formatId).join(", ") || "nothing";
  print(io, "");
  printWrapped(io, "Bound: ", names);
  print(io, `Schema tokens: ${formatCount(schemaTokens.bound)} of ${formatCount(schemaTokens.all)}`);
}
