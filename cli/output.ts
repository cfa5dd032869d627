/** How things are written: lines, tables, JSON, the routing trace. */
import { stripVTControlCharacters, styleText } from "node:util";
import Table from "cli-table3";
import { formatFit } from "../catalog/search/route-options.js";
import type { RoutingTrace } from "../catalog/search/types.js";
import { type CatalogTool, InputError, type ToolId, toolKey } from "../catalog/types.js";

/** Where a command writes to, and what tells it to stop. */
export interface Io {
  signal: AbortSignal;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Set by a command that ends by itself once the signal is aborted: it is waited for. */
  endsItself?: boolean | undefined;
  /** The variables that came from a .env file. */
  fileVariables?: ReadonlySet<string> | undefined;
}

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

/** Colors text for a terminal; leaves it alone for files, pipes, and where NO_COLOR is set. */
export function paint(stream: NodeJS.WriteStream, style: Style, text: string): string {
  const colored = stream.isTTY === true && !process.env.NO_COLOR;
  return colored ? styleText(style, text, { validateStream: false }) : text;
}

/** A text of a stranger (a server, a model) without what would steer a terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

/** Writes a line of the result. */
export function print(io: Io, text: string): void {
  io.stdout.write(`${printable(text)}\n`);
}

/** Writes a line about the work. */
export function note(io: Io, text: string, style?: Style): void {
  const clean = printable(text);
  io.stderr.write(`${style ? paint(io.stderr, style, clean) : clean}\n`);
}

/** Writes the one JSON document of a command. */
export function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** How the program was called, as a person would type it again. */
export function invocation(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.npm_lifecycle_event === "start" ? "npm start --" : "toolgap";
}

export interface Column {
  title: string;
  align?: "left" | "right";
  /** Characters; longer cells are wrapped. */
  width?: number;
}

/** Lays rows out as a table. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly (string | number)[])[]): string {
  const table = new Table({
    head: columns.map((column) => column.title),
    colAligns: columns.map((column) => column.align ?? "left"),
    colWidths: columns.map((column) => column.width ?? null),
    wordWrap: true,
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) table.push(row.map((cell) => printable(formatCell(cell))));
  return table.toString();
}

function formatCell(cell: string | number): string {
  return typeof cell === "number" ? formatCount(cell) : cell;
}

/** `12345` as `12,345`. */
export function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}

/** `2 tools`, `1 tool`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatId({ server, name }: ToolId): string {
  return `${server}/${name}`;
}

/** What can be done with a tool. */
export function kindOf(tool: CatalogTool): "executable" | "simulated" | "schema only" {
  if (!tool.executable) return "schema only";
  return tool.simulated ? "simulated" : "executable";
}

/** Cut tools that a trace shows; the rest is counted. */
const shownCuts = 5;

/** The routing of one request in lines: both stages with scores, which tools were loaded, and what was cut and why. */
export function renderTrace(trace: RoutingTrace, loaded: readonly ToolId[]): string[] {
  const { router, request, threshold, servers, tools, cut, comparisons, notices = [] } = trace;
  const asked = [request.server, request.tool].filter(Boolean).join(": ");
  const score = (value: number): string => value.toFixed(3);
  const loadedKeys = new Set(loaded.map(toolKey));
  return [
    `routing of "${asked}" (router ${router}, threshold ${threshold}, ${plural(comparisons, "comparison")})`,
    ...notices.map((notice) => `  ${notice}`),
    ...(servers.length > 0 ? ["  stage 1, servers"] : []),
    ...servers.map((server) => `    ${score(server.score)}  ${server.name}`),
    "  stage 2, tools",
    ...tools.map(
      (hit) =>
        `    ${score(hit.score)}  ${formatId(hit.id)}  fit ${formatFit(hit.fit)}, server ${score(hit.serverScore)}, tool ${score(hit.toolScore)}${loadedKeys.has(toolKey(hit.id)) ? ", loaded" : ", not loaded"}`,
    ),
    ...(tools.length === 0 ? ["    nothing fits"] : []),
    ...renderCut(cut).map((line) => `    ${line}`),
  ];
}

/** What was scored and left out, and why; the first few, the rest counted. */
export function renderCut(cut: RoutingTrace["cut"]): string[] {
  return [
    ...cut.slice(0, shownCuts).map(({ id, score, reason }) => `${score.toFixed(3)}  ${formatId(id)}  cut: ${reason}`),
    ...(cut.length > shownCuts ? [`and ${formatCount(cut.length - shownCuts)} more cut`] : []),
  ];
}

/** A signal ended the work. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor(
    signal: string,
    readonly exitCode: number,
  ) {
    super(`stopped by ${signal}`);
  }
}

/** The exit code of what went wrong: 2 for wrong input, 128 and its number for a signal, else 1. */
export function failureCode(error: unknown): number {
  if (error instanceof StoppedError) return error.exitCode;
  return error instanceof InputError ? 2 : 1;
}

/** One line for what went wrong. An error that nobody foresaw says how to see its stack. */
export function failureLine(error: unknown, debug: string | undefined): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const line = printable(message).replace(/\s*\n\s*/g, " ");
  if (error instanceof InputError || error instanceof StoppedError) return `toolgap: ${line}`;
  const shown = (debug ?? "").split(/[\s,]+/).some((part) => part === "toolgap" || part === "*");
  if (shown) return `toolgap: ${stack ?? line}`;
  return `toolgap: unexpected error: ${line} (set DEBUG=toolgap to see the stack)`;
}
