/** A catalog that changes under running conversations, and a record of who called what. */
import { type ServerDefinition, ToolCatalog, type ToolDefinition } from "../../catalog/index.js";
import { server, tool } from "../nodes/support.js";

/** A generator of numbers below `most`, the same for the same seed (mulberry32). */
export function randomOf(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

export interface Effect {
  name: string;
  thread: string;
  /** True when the tool was taken out of the catalog before it was called. */
  wasGone: boolean;
}

const stableServers = 10;
const toolsEach = 10;
export const stableTools = stableServers * toolsEach;

export class ChangingCatalog {
  readonly catalog: ToolCatalog;
  readonly effects: Effect[] = [];
  changes = 0;
  readonly #definitions = new Map<string, ServerDefinition>();
  /** For each volatile server the tools that are offered now. */
  readonly #offered = new Map<string, { gone: boolean }>();
  readonly #random: (most: number) => number;
  #made = 0;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    const stable = Array.from({ length: stableServers }, (_, group) =>
      server(
        `stable${group}`,
        ...Array.from({ length: toolsEach }, (_, index) =>
          this.#tool(`op${group * toolsEach + index}`, { gone: false }),
        ),
      ),
    );
    for (const definition of stable) this.#definitions.set(definition.name, definition);
    this.catalog = new ToolCatalog(stable);
    for (let index = 0; index < 5; index++) this.#add();
  }

  /** The names of tools that may vanish at any time. */
  volatileTools(): string[] {
    return [...this.#offered.keys()].flatMap((name) => this.#definitions.get(name)!.tools.map((one) => one.name));
  }

  /** One change: a server comes, goes, or offers other tools. */
  change(): void {
    const names = [...this.#offered.keys()];
    const picked = names[this.#random(Math.max(1, names.length))];
    const kind = this.#random(3);
    if (kind === 0 || picked === undefined) this.#add();
    else if (kind === 1) this.#remove(picked);
    else this.#replace(picked);
    this.changes += 1;
  }

  /** The same servers in the same order, in a catalog built anew. */
  rebuild(): ToolCatalog {
    return new ToolCatalog(this.catalog.servers().map(({ name }) => this.#definitions.get(name)!));
  }

  #add(): void {
    const name = `volatile${this.#made}`;
    this.#offered.set(name, { gone: false });
    const definition = this.#define(name);
    this.catalog.addServer(definition);
  }

  #remove(name: string): void {
    this.#offered.get(name)!.gone = true;
    this.#offered.delete(name);
    this.#definitions.delete(name);
    this.catalog.removeServer(name);
  }

  #replace(name: string): void {
    this.#offered.get(name)!.gone = true;
    this.#offered.set(name, { gone: false });
    this.catalog.replaceServer(this.#define(name));
  }

  #define(name: string): ServerDefinition {
    const offer = this.#offered.get(name)!;
    const definition = server(name, ...[0, 1, 2].map(() => this.#tool(this.#freshName(), offer)));
    this.#definitions.set(name, definition);
    return definition;
  }

  /** In letters and of one length: a name that shares a number or a stem with another one would be near it. */
  #freshName(): string {
    const letters = String(this.#made++)
      .padStart(5, "0")
      .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
    return `vol${letters}x`;
  }

  #tool(name: string, offer: { gone: boolean }): ToolDefinition {
    return tool(name, {
      inputSchema: { type: "object", properties: { thread: { type: "string" } }, required: ["thread"] },
      execute: async ({ thread }) => {
        this.effects.push({ name, thread: String(thread), wasGone: offer.gone });
        this.change();
        for (let waits = this.#random(4); waits > 0; waits--) await new Promise((done) => setImmediate(done));
        return { content: [{ type: "text", text: `${name} did it for ${thread}` }], isError: false };
      },
    });
  }
}
