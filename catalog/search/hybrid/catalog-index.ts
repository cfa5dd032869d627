/** The three indexes over a catalog (tools, servers, usage examples), kept in step with it server by server. */
import type { CatalogServer, CatalogTool, ToolId } from "../../types.js";
import type { CatalogView } from "../catalog-view.js";
import { NameTable } from "./exact-names.js";
import { FieldIndex } from "./field-index.js";
import { exampleFields, serverFields, toolFields } from "./fields.js";
import { buildServerSegments, type ServerSegments } from "./server-segments.js";
import type { Placed } from "./term.js";

/** A server as it stands in the indexes. */
export interface IndexedServer {
  readonly server: CatalogServer;
  readonly segments: ServerSegments;
  readonly tools: Placed;
  readonly own: Placed;
  readonly examples: Placed;
  /** For each example the position of its tool in the server. */
  readonly exampleTools: readonly number[];
}

export class CatalogIndex {
  readonly tools = new FieldIndex(toolFields);
  readonly servers = new FieldIndex(serverFields);
  readonly examples = new FieldIndex(exampleFields);
  readonly names = new NameTable();
  /** Servers without tools. */
  readonly emptyServers = new Set<IndexedServer>();
  /** How many tools have usage examples. */
  toolsWithExamples = 0;
  readonly #catalog: CatalogView;
  readonly #saved: ((server: CatalogServer) => ServerSegments | undefined) | undefined;
  readonly #indexed = new Map<CatalogServer, IndexedServer>();
  #catalogVersion: number | undefined;
  #servers: readonly CatalogServer[] = [];
  #toolOwners: IndexedServer[] = [];
  #serverNumbers = new Int32Array(0);
  #serverOwners: IndexedServer[] = [];
  #exampleOwners: IndexedServer[] = [];

  /** @param saved segments that were built earlier for a server with the same texts. */
  constructor(catalog: CatalogView, saved?: (server: CatalogServer) => ServerSegments | undefined) {
    this.#catalog = catalog;
    this.#saved = saved;
  }

  /** Takes over what has changed in the catalog. Costs in proportion to the servers that changed. */
  refresh(): void {
    const { version } = this.#catalog;
    if (version === this.#catalogVersion) return;
    const servers = this.#catalog.servers();
    const { removed, added } = difference(this.#servers, servers);
    for (const server of removed) this.#remove(this.#indexed.get(server)!);
    const found = added.map((server) => ({ server, segments: this.#saved?.(server) ?? buildServerSegments(server) }));
    // Those that were read together first: an index takes them in as a whole only while it knows no other word.
    for (const { server, segments } of found) if (segments.pools !== undefined) this.#add(server, segments);
    for (const { server, segments } of found) if (segments.pools === undefined) this.#add(server, segments);
    this.#servers = servers;
    if (this.tools.isSparse || this.servers.isSparse || this.examples.isSparse) this.#renumber();
    this.#catalogVersion = version;
  }

  /** Whose tool, server text or example a document of the index is. */
  ownerOfTool(document: number): IndexedServer {
    return this.#toolOwners[document]!;
  }

  /** The number of a tool's server among the servers. */
  serverOf(document: number): number {
    return this.#serverNumbers[document]!;
  }

  /** The same for all tools; valid until the next refresh. */
  get serverNumbers(): Int32Array {
    return this.#serverNumbers;
  }

  ownerOfServer(document: number): IndexedServer {
    return this.#serverOwners[document]!;
  }

  ownerOfExample(document: number): IndexedServer {
    return this.#exampleOwners[document]!;
  }

  tool(document: number): CatalogTool {
    const { server, tools } = this.ownerOfTool(document);
    return server.tools[document - tools.base]!;
  }

  /** The number of a tool; undefined when the catalog has none of that id. */
  documentOf({ server, name }: ToolId): number | undefined {
    return this.names.documents(name.toLowerCase()).find((document) => {
      const { id } = this.tool(document);
      return id.server === server && id.name === name;
    });
  }

  /** The text of an example. */
  example(document: number): string {
    const { server, examples } = this.ownerOfExample(document);
    return server.tools.flatMap((tool) => tool.examples)[document - examples.base]!;
  }

  #add(server: CatalogServer, segments: ServerSegments): void {
    const indexed: IndexedServer = {
      server,
      segments,
      tools: this.tools.add(segments.tools, segments.pools?.tools, segments.toolTexts),
      own: this.servers.add(segments.server, segments.pools?.server),
      examples: this.examples.add(segments.examples, segments.pools?.examples),
      exampleTools: segments.examples.size === 0 ? none : exampleTools(server),
    };
    this.#indexed.set(server, indexed);
    if (server.tools.length === 0) this.emptyServers.add(indexed);
    this.names.add(indexed);
    this.toolsWithExamples += toolsWithExamples(indexed);
    this.#own(indexed);
  }

  #remove(indexed: IndexedServer): void {
    this.tools.remove(indexed.tools, indexed.segments.toolTexts);
    this.servers.remove(indexed.own);
    this.examples.remove(indexed.examples);
    this.names.remove(indexed);
    this.toolsWithExamples -= toolsWithExamples(indexed);
    this.#indexed.delete(indexed.server);
    this.emptyServers.delete(indexed);
  }

  #renumber(): void {
    for (const index of [this.tools, this.servers, this.examples]) index.renumber();
    this.#toolOwners = [];
    this.#serverOwners = [];
    this.#exampleOwners = [];
    for (const indexed of this.#indexed.values()) this.#own(indexed);
  }

  #own(indexed: IndexedServer): void {
    fill(this.#toolOwners, indexed.tools, indexed);
    this.#reserve(this.tools.capacity);
    const { base, segment } = indexed.tools;
    this.#serverNumbers.fill(indexed.own.base, base, base + segment.size);
    fill(this.#serverOwners, indexed.own, indexed);
    fill(this.#exampleOwners, indexed.examples, indexed);
  }

  /** Grows by doubling, so that many additions cost little each. */
  #reserve(tools: number): void {
    const numbers = this.#serverNumbers;
    if (numbers.length >= tools) return;
    this.#serverNumbers = new Int32Array(Math.max(tools, 2 * numbers.length));
    this.#serverNumbers.set(numbers);
  }
}

/** Which entries are in one list only. Costs little where the lists begin and end the same, as they do after one change. */
function difference<T>(before: readonly T[], after: readonly T[]): { removed: T[]; added: T[] } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const gone = new Set(before.slice(start, before.length - end));
  const added = after.slice(start, after.length - end).filter((entry) => !gone.delete(entry));
  return { removed: [...gone], added };
}

function fill<T>(list: T[], { base, segment }: Placed, value: T): void {
  for (let document = base; document < base + segment.size; document++) list[document] = value;
}

const none: readonly number[] = [];

function exampleTools({ tools }: CatalogServer): number[] {
  const positions: number[] = [];
  for (let position = 0; position < tools.length; position++) {
    for (const _ of tools[position]!.examples) positions.push(position);
  }
  return positions;
}

function toolsWithExamples({ exampleTools }: IndexedServer): number {
  return exampleTools.length === 0 ? 0 : new Set(exampleTools).size;
}
