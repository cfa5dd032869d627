/** The one registry of servers and tools: what is searched, what is bound and what is executed are the same entries. */
import { createArgumentChecker, toOwnArguments } from "./arguments.js";
import { defaults } from "./defaults.js";
import { checkServer, nameOfTool } from "./definition.js";
import {
  distinctTexts,
  expectTexts,
  findDefect,
  type ServerEntry,
  snapshotOf,
  type ToolEntry,
  textOf,
  toCatalogTool,
} from "./entries.js";
import { failure, runExecutor } from "./execution.js";
import { nearestTools } from "./nearest.js";
import type {
  CatalogServer,
  CatalogTool,
  ExecutionOptions,
  ServerDefinition,
  SetAsideTool,
  ToolDefinition,
  ToolId,
  ToolOutcome,
} from "./types.js";
import { formatToolId, InputError, toolKey } from "./types.js";

/** What one change of the catalog added and removed. */
export interface CatalogChange {
  /** The catalog's version after the change. */
  version: number;
  addedServers: string[];
  removedServers: string[];
  addedTools: ToolId[];
  removedTools: ToolId[];
}

/**
 * Servers and their tools, changeable at run time.
 *
 * Two servers may have tools of one name. A tool with `execute` can be run; one without is known only by its schema.
 */
export class ToolCatalog {
  #servers = new Map<string, ServerEntry>();
  #tools = new Map<string, ToolEntry>();
  #nameCounts = new Map<string, number>();
  #listeners = new Set<(change: CatalogChange) => void>();
  #checkArguments = createArgumentChecker();
  #version = 0;
  #serverList: readonly CatalogServer[] | undefined;
  #toolList: readonly CatalogTool[] | undefined;

  /** @throws InputError when two servers have one name. */
  constructor(servers: readonly ServerDefinition[] = []) {
    for (const server of servers) this.addServer(server);
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  /** How many tools there are. */
  get size(): number {
    return this.#tools.size;
  }

  /** Tools that were offered and not accepted, each with its reason. */
  get setAside(): readonly SetAsideTool[] {
    return [...this.#servers.values()].flatMap((server) => server.setAside);
  }

  /** All servers in the order of their addition; the same array until the catalog changes. */
  servers(): readonly CatalogServer[] {
    this.#serverList ??= Object.freeze([...this.#servers.values()].map(snapshotOf));
    return this.#serverList;
  }

  /** All tools in the order of their addition; the same array until the catalog changes. */
  tools(): readonly CatalogTool[] {
    this.#toolList ??= Object.freeze([...this.#tools.values()].map((entry) => entry.tool));
    return this.#toolList;
  }

  server(name: string): CatalogServer | undefined {
    const entry = this.#servers.get(name);
    return entry && snapshotOf(entry);
  }

  get(id: ToolId): CatalogTool | undefined {
    return this.#tools.get(toolKey(id))?.tool;
  }

  has(id: ToolId): boolean {
    return this.#tools.has(toolKey(id));
  }

  /** True when two or more servers offer a tool of this name. */
  isNameShared(name: string): boolean {
    return (this.#nameCounts.get(name) ?? 0) > 1;
  }

  /**
   * Adds a server with its tools. A malformed tool is set aside with its reason; the rest is added.
   *
   * @throws InputError when the name is empty or taken, or when its tools are not a list; the catalog is as before then.
   */
  addServer(definition: ServerDefinition): void {
    checkServer(definition);
    const { name } = definition;
    if (this.#servers.has(name)) {
      throw new InputError(
        `The catalog already has a server "${name}": give this one another name, or remove it first.`,
      );
    }
    const entry: ServerEntry = { name, description: "", tools: new Map(), setAside: [], snapshot: undefined };
    this.#servers.set(name, entry);
    this.#changed({ addedServers: [name], addedTools: this.#fill(entry, definition) });
  }

  /**
   * Gives a server a new description and new tools, for example when it says that its tools have changed. What it keeps
   * keeps its place in the order, and its usage examples. Tools of the old and the new definition are both reported as removed and added.
   *
   * @throws InputError when there is no such server, or when its tools are not a list.
   */
  replaceServer(definition: ServerDefinition): void {
    checkServer(definition);
    const entry = this.#expectServer(definition.name);
    const earlier = [...entry.tools.values()];
    const removedTools = earlier.map((tool) => tool.id);
    entry.tools.clear();
    for (const id of removedTools) this.#count(id.name, -1);
    const addedTools = this.#fill(entry, definition);
    for (const { id, examples } of earlier) {
      const kept = entry.tools.get(id.name);
      if (kept) this.#put(entry, { ...kept, examples: distinctTexts([...kept.examples, ...examples]) });
      else this.#tools.delete(toolKey(id));
    }
    this.#changed({ addedTools, removedTools });
  }

  /**
   * Removes a server with all of its tools.
   *
   * @throws InputError when there is no such server.
   */
  removeServer(name: string): void {
    const entry = this.#expectServer(name);
    this.#servers.delete(name);
    const removedTools = [...entry.tools.values()].map((tool) => tool.id);
    for (const id of removedTools) this.#forget(id);
    this.#changed({ removedServers: [name], removedTools });
  }

  /**
   * Adds a tool to a server.
   *
   * @throws InputError when there is no such server, when the tool is malformed, or when its name is taken there.
   */
  addTool(serverName: string, definition: ToolDefinition): void {
    const entry = this.#expectServer(serverName);
    const reason = findDefect(definition, entry.tools);
    if (reason !== undefined) {
      throw new InputError(`Tool "${nameOfTool(definition)}" cannot be added to server "${serverName}": ${reason}.`);
    }
    this.#changed({ addedTools: [this.#insert(entry, definition)] });
  }

  /** @throws InputError when there is no such tool. */
  removeTool(id: ToolId): void {
    this.#expectTool(id);
    this.#servers.get(id.server)?.tools.delete(id.name);
    this.#forget(id);
    this.#changed({ removedTools: [id] });
  }

  /**
   * Adds usage examples to a tool: requests that it served. Empty ones and ones that it has already are passed over.
   *
   * @throws InputError when there is no such tool, or when the examples are not a list of texts.
   */
  addExamples(id: ToolId, requests: readonly string[]): void {
    expectTexts(requests);
    const { tool } = this.#expectTool(id);
    this.#setExamples(tool, [...tool.examples, ...requests]);
  }

  /**
   * Removes these usage examples of a tool, all of them when none are named.
   *
   * @throws InputError when there is no such tool, or when the examples are not a list of texts.
   */
  removeExamples(id: ToolId, requests?: readonly string[]): void {
    if (requests !== undefined) expectTexts(requests);
    const { tool } = this.#expectTool(id);
    const removed = new Set(requests?.map((request) => request.trim()) ?? tool.examples);
    this.#setExamples(
      tool,
      tool.examples.filter((request) => !removed.has(request)),
    );
  }

  /**
   * Calls the listener after each change, until the returned function is called. One that throws stops neither the change
   * nor the other listeners: its error becomes a warning of the process.
   */
  subscribe(listener: (change: CatalogChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Checks arguments against the tool's own schema, as its source gave it.
   *
   * A schema that cannot be compiled lets everything through: the tool itself is the judge then.
   *
   * @returns undefined when they are valid, else a text that tells a model what to change.
   */
  validate(id: ToolId, args: unknown): string | undefined {
    const entry = this.#tools.get(toolKey(id));
    return entry ? this.#checkArguments(entry.definition, args) : this.#describeUnknown(id);
  }

  /**
   * Runs a tool: the only place where one is run. Arguments may have the form of the schema that is sent or the tool's own.
   *
   * Everything that can go wrong with the tool, too little time included, is an outcome with `isError` and a text for the
   * model.
   *
   * @throws the signal's reason, when it is aborted.
   */
  async execute(id: ToolId, args: Record<string, unknown>, options: ExecutionOptions = {}): Promise<ToolOutcome> {
    options.signal?.throwIfAborted();
    const entry = this.#tools.get(toolKey(id));
    if (!entry) return failure(this.#describeUnknown(id), false);
    const { tool, definition } = entry;
    if (!definition.execute) {
      return failure(`Tool ${formatToolId(id)} is known only by its schema: nothing here can execute it.`, false);
    }
    const invalid = this.#checkArguments(definition, args);
    if (invalid !== undefined) return failure(invalid, tool.simulated);
    const { timeout } = definition;
    const own = toOwnArguments(definition.inputSchema, args);
    return runExecutor(definition.execute.bind(definition), own, { ...options, timeout }, tool);
  }

  /** The tools whose names are nearest to a name that does not exist, nearest first; none when nothing is near. */
  nearest(name: string, limit: number = defaults.nearestNames): ToolId[] {
    return nearestTools(name, this.tools(), limit);
  }

  #fill(entry: ServerEntry, definition: ServerDefinition): ToolId[] {
    entry.description = textOf(definition.description);
    entry.domains = definition.domains;
    entry.setAside = [...(definition.setAside ?? [])];
    entry.snapshot = undefined;
    const added: ToolId[] = [];
    for (const tool of definition.tools) {
      const reason = findDefect(tool, entry.tools);
      if (reason === undefined) added.push(this.#insert(entry, tool));
      else entry.setAside.push({ server: entry.name, name: nameOfTool(tool), reason });
    }
    return added;
  }

  #insert(server: ServerEntry, definition: ToolDefinition): ToolId {
    const id: ToolId = Object.freeze({ server: server.name, name: definition.name });
    const tool = toCatalogTool(id, definition);
    server.tools.set(id.name, tool);
    server.snapshot = undefined;
    this.#tools.set(toolKey(id), { tool, definition });
    this.#count(id.name, 1);
    return id;
  }

  #forget(id: ToolId): void {
    this.#tools.delete(toolKey(id));
    const server = this.#servers.get(id.server);
    if (server) server.snapshot = undefined;
    this.#count(id.name, -1);
  }

  #setExamples(tool: CatalogTool, requests: readonly string[]): void {
    const examples = distinctTexts(requests);
    if (examples.length === tool.examples.length) return;
    this.#put(this.#expectServer(tool.id.server), { ...tool, examples });
    this.#changed({});
  }

  /** Puts a changed tool in the place of the one with its id. */
  #put(server: ServerEntry, tool: CatalogTool): void {
    const changed = Object.freeze(tool);
    server.tools.set(tool.id.name, changed);
    server.snapshot = undefined;
    this.#expectTool(tool.id).tool = changed;
  }

  #count(name: string, change: 1 | -1): void {
    const count = (this.#nameCounts.get(name) ?? 0) + change;
    if (count > 0) this.#nameCounts.set(name, count);
    else this.#nameCounts.delete(name);
  }

  #changed(change: Partial<CatalogChange>): void {
    this.#version += 1;
    this.#serverList = undefined;
    this.#toolList = undefined;
    const full: CatalogChange = {
      addedServers: [],
      removedServers: [],
      addedTools: [],
      removedTools: [],
      ...change,
      version: this.#version,
    };
    for (const listener of [...this.#listeners]) {
      try {
        listener(full);
      } catch (error) {
        warn(error);
      }
    }
  }

  #expectServer(name: string): ServerEntry {
    const entry = this.#servers.get(name);
    if (entry) return entry;
    const known = [...this.#servers.keys()].slice(0, 10).join(", ") || "none";
    throw new InputError(`The catalog has no server "${name}"; its servers are: ${known}.`);
  }

  #expectTool(id: ToolId): ToolEntry {
    const entry = this.#tools.get(toolKey(id));
    if (entry) return entry;
    throw new InputError(`${this.#describeUnknown(id)} Nothing was changed.`);
  }

  #describeUnknown(id: ToolId): string {
    const nearest = this.nearest(id.name).map(formatToolId).join(", ");
    return `There is no tool ${formatToolId(id)}.${nearest ? ` The nearest are: ${nearest}.` : ""}`;
  }
}

function warn(error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.emitWarning(`A listener of the tool catalog failed: ${reason}`, "ToolgapWarning");
}
