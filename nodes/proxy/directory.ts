/** The list of functions that clients get, kept in step with the catalog: it names the servers that there are. */
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/index.js";
import { isAllowed } from "../permissions.js";
import { advertisedServers } from "../prompt.js";
import { type AgentContext, type AgentSettings, resolveSettings } from "../settings.js";
import { type ProxyFunction, proxyFunctions } from "./functions.js";

export interface DirectoryOptions {
  /** Comes when the catalog is loaded; the list names no server before. */
  catalog: Promise<ToolCatalog>;
  settings: AgentContext;
  /** Milliseconds from a change to the one notice of it. Default: `defaults.serve.changePause`. */
  changePause?: number | undefined;
  /** The list is another one now. */
  onChange: () => void;
}

export class Directory {
  readonly #options: DirectoryOptions;
  readonly #settings: AgentSettings;
  #functions = proxyFunctions({ servers: [], openWorld: true });
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe = () => {};
  #closed = false;

  /** @throws InputError for settings that are out of range. */
  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#settings = resolveSettings({}, options.settings);
    // A catalog that cannot be loaded is told by whoever loads it.
    options.catalog.then((catalog) => this.#follow(catalog)).catch(() => undefined);
  }

  get functions(): readonly ProxyFunction[] {
    return this.#functions;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  async #follow(catalog: ToolCatalog): Promise<void> {
    if (this.#closed) return;
    this.#unsubscribe = catalog.subscribe(() => {
      clearTimeout(this.#timer);
      const pause = this.#options.changePause ?? defaults.serve.changePause;
      this.#timer = setTimeout(() => void this.#update(catalog), pause).unref();
    });
    await this.#update(catalog);
  }

  async #update(catalog: ToolCatalog): Promise<void> {
    const usable = catalog.servers().flatMap((server) => {
      const tools = server.tools.filter(({ id }) => isAllowed(id, this.#settings));
      return tools.length > 0 ? [{ ...server, tools }] : [];
    });
    // A missing hint means that the tool may reach anything.
    const openWorld = usable.some(({ tools }) => tools.some(({ annotations }) => annotations.openWorldHint !== false));
    const servers = await advertisedServers(usable, this.#settings.advertise);
    const functions = proxyFunctions({ servers, openWorld });
    if (this.#closed || JSON.stringify(functions) === JSON.stringify(this.#functions)) return;
    this.#functions = functions;
    this.#options.onChange();
  }
}
