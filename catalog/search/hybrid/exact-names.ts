/** Tools that a request calls by their name, in whole or in part. */
import type { ToolId } from "../../types.js";
import { asciiEnd, flagCodes, isLower, isPunctuation, isSpace, isUpper } from "../characters.js";
import type { RouteRequest } from "../types.js";
import { words } from "../words.js";
import type { CatalogIndex, IndexedServer } from "./catalog-index.js";

/** `full` names server and tool, `name` the tool, `part` a piece of an identifier. */
export type NamedKind = "full" | "name" | "part";

export interface NamedTool {
  readonly document: number;
  readonly kind: NamedKind;
  /** As the request says it. */
  readonly text: string;
}

const none: readonly number[] = [];

/** Which servers have a tool of a name, in lower case. */
export class NameTable {
  /** Most names are the name of one tool; those of many lose one of them without a look at all. */
  readonly #owners = new Map<string, IndexedServer | Set<IndexedServer>>();
  /** By their names in lower case. */
  readonly #servers = new Map<string, Set<IndexedServer>>();
  /** How many names of servers begin so. */
  readonly #beginnings = new Map<string, number>();

  add(indexed: IndexedServer): void {
    const server = indexed.server.name.toLowerCase();
    const called = this.#servers.get(server) ?? new Set();
    this.#servers.set(server, called.add(indexed));
    count(this.#beginnings, server.slice(0, beginning), 1);
    for (const { id } of indexed.server.tools) {
      const name = id.name.toLowerCase();
      const owners = this.#owners.get(name);
      if (owners === undefined) this.#owners.set(name, indexed);
      else if (owners instanceof Set) owners.add(indexed);
      else if (owners !== indexed) this.#owners.set(name, new Set([owners, indexed]));
    }
  }

  remove(indexed: IndexedServer): void {
    const server = indexed.server.name.toLowerCase();
    const called = this.#servers.get(server);
    called?.delete(indexed);
    if (called?.size === 0) this.#servers.delete(server);
    count(this.#beginnings, server.slice(0, beginning), -1);
    for (const { id } of indexed.server.tools) {
      const name = id.name.toLowerCase();
      const owners = this.#owners.get(name);
      if (owners instanceof Set) owners.delete(indexed);
      if (owners === indexed || (owners instanceof Set && owners.size === 0)) this.#owners.delete(name);
    }
  }

  /** Whether a server has this name, in lower case. */
  hasServer(name: string): boolean {
    return this.#servers.has(name);
  }

  /** Numbers of all tools of the servers with this name, in lower case. */
  documentsOfServer(name: string): number[] {
    return [...(this.#servers.get(name) ?? [])].flatMap(({ tools: { base, segment } }) =>
      Array.from({ length: segment.size }, (_, position) => base + position),
    );
  }

  /** Numbers of the tools whose names hold a piece of text in lower case. */
  documentsHolding(piece: string): number[] {
    return [...this.#owners.keys()].filter((name) => name.includes(piece)).flatMap((name) => this.documents(name));
  }

  /** False only where no name of a server, in lower case, begins the text; which it is for most texts. */
  mayBeginWithServer(text: string): boolean {
    for (let length = 1; length <= beginning; length++) if (this.#beginnings.has(text.slice(0, length))) return true;
    return false;
  }

  /** Numbers of the tools with this name, in lower case. */
  documents(name: string): readonly number[] {
    const owners = this.#owners.get(name);
    if (owners === undefined) return none;
    const found: number[] = [];
    for (const { server, tools } of owners instanceof Set ? owners : [owners]) {
      for (const [position, { id }] of server.tools.entries()) {
        if (id.name.toLowerCase() === name) found.push(tools.base + position);
      }
    }
    return found;
  }
}

/** Characters by which names of servers are told apart at a glance; shorter names stand for themselves. */
const beginning = 4;

function count(counts: Map<string, number>, text: string, change: number): void {
  const left = (counts.get(text) ?? 0) + change;
  if (left === 0) counts.delete(text);
  else counts.set(text, left);
}

const separators = /\/|__|\.|:|\s+/g;
const openers = flagCodes("\"'“‘`«「(<[");
const closers = flagCodes("\"'”’`»」)>],;:!?.。，");
/** Joined by signs, or `lowerCamel`: plain words and names of products are no identifiers. */
const identifier = /[\p{L}\p{N}][_./:-]+[\p{L}\p{N}]|^\p{Ll}{2,}\p{Lu}/u;
/** A piece of one is looked for only where nothing but an identifier looks like this: no path, no address, no hyphen. */
const pieceShape = /^[\p{L}\p{N}_-]{4,}$/u;
const joinInPiece = /_|\p{Ll}\p{Lu}/u;
/** Of a long request this many words are looked up. */
const mostWords = 400;
/** Nothing longer is a server and a tool. */
const longestName = 200;

/**
 * The tools that a request names. A single plain word is a name only where it is all that is asked for; within a sentence
 * only what looks like an identifier is, so that "search the web" names no tool `search`.
 */
export function findNamed(request: RouteRequest, names: NameTable, index: CatalogIndex): NamedTool[] {
  const found = new Map<number, NamedTool>();
  const note = (document: number, kind: NamedKind, text: string) => {
    const known = found.get(document);
    if (known === undefined || order.indexOf(kind) < order.indexOf(known.kind))
      found.set(document, { document, kind, text });
  };
  const server = strip(request.server ?? "").toLowerCase();
  if ((request.tool ?? "").trim() === "") {
    // Who names a server only asks for what it has.
    for (const document of names.documentsOfServer(server)) note(document, "part", server);
  }
  for (const text of namesIn(request)) {
    const name = text.toLowerCase();
    const isHere = (id: ToolId) => id.server.toLowerCase() === server;
    const exact = names.documents(name);
    for (const document of exact) note(document, isHere(index.tool(document).id) ? "full" : "name", text);
    const full = qualified(name, names, index);
    for (const document of full) note(document, "full", text);
    if (exact.length + full.length > 0 || !(pieceShape.test(text) && joinInPiece.test(text))) continue;
    for (const document of holding(name, text, names, index)) note(document, "part", text);
  }
  return [...found.values()];
}

const order: readonly NamedKind[] = ["full", "name", "part"];

function namesIn({ server = "", tool = "" }: RouteRequest): Set<string> {
  const found = new Set([strip(tool), ...(tool.trim() === "" ? [strip(server)] : [])]);
  for (const token of tokensLikeNames(tool)) {
    const text = strip(token);
    if (identifier.test(text) || /^`[^`]+`/.test(token)) found.add(text);
  }
  found.delete("");
  return found;
}

const signs = flagCodes("_./:-");

/** Those among the first words of a text that may be names: all others lack what `identifier` and code marks need. */
function tokensLikeNames(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  let tokens = 0;
  let mayBeName = false;
  for (let at = 0; at <= text.length && tokens < mostWords; at++) {
    const code = text.charCodeAt(at);
    if (at === text.length || isSpace(code)) {
      if (mayBeName) found.push(text.slice(start, at));
      if (at > start || at === 0) tokens++;
      start = at + 1;
      mayBeName = false;
    } else if (at === start) mayBeName = isBacktick(code) || isForeign(code);
    else mayBeName ||= isForeign(code) || signs[text.charCodeAt(at - 1)] === 1 || isInnerCapital(text, at);
  }
  return found;
}

function isBacktick(code: number): boolean {
  return code === 0x60;
}

/** Not ASCII, typographic punctuation aside. */
function isForeign(code: number): boolean {
  return code >= asciiEnd && !isPunctuation(code);
}

function isInnerCapital(text: string, at: number): boolean {
  return isUpper(text.charCodeAt(at)) && isLower(text.charCodeAt(at - 1));
}

function strip(text: string): string {
  const trimmed = text.trim();
  let start = 0;
  let end = trimmed.length;
  while (openers[trimmed.charCodeAt(start)] === 1) start++;
  while (end > start && closers[trimmed.charCodeAt(end - 1)] === 1) end--;
  return trimmed.slice(start, end);
}

/**
 * Tools whose server and name stand on both sides of some separator: `server/tool`, `server__tool`. Of a server's name of
 * several words the last one is enough: in a sentence nothing tells where such a name begins.
 */
function qualified(text: string, names: NameTable, index: CatalogIndex): readonly number[] {
  if (text.length > longestName) return none;
  const found: number[] = [];
  const mayBegin = names.mayBeginWithServer(text);
  if (!mayBegin && !text.includes("/")) return none;
  for (const { 0: separator, index: at } of text.matchAll(separators)) {
    const server = text.slice(0, at);
    if (separator !== "/" && !(mayBegin && names.hasServer(server))) continue;
    for (const document of names.documents(text.slice(at + separator.length))) {
      const name = index.tool(document).id.server.toLowerCase();
      if (name === server || (separator === "/" && name.endsWith(` ${server}`))) found.push(document);
    }
  }
  return found;
}

/** Tools whose names hold a piece of text; looked for among those that share its first word, where there are any. */
function holding(piece: string, text: string, names: NameTable, index: CatalogIndex): number[] {
  const [first] = words(text);
  const term = first === undefined ? undefined : index.tools.term(first);
  // The piece may end within a word.
  if (term === undefined) return names.documentsHolding(piece);
  const { named } = index.tools.scores(term);
  return [...named].filter((document) => index.tool(document).id.name.toLowerCase().includes(piece));
}
