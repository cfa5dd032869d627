/** The list of functions that clients get, kept in step with the catalog: it names the servers that there are. */
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/index.js";
import { isAllowed } from "../permissions.js";
import { advertisedServers } from "../prompt.js";
import { type AgentContext, type AgentSettings, resolveSettings } from "../settings.js";
import { type ProxyFunction, proxyFunctions } from "./functions.js";

export interface DirectoryOptions {
  catalog: ToolCatalog;
  settings: AgentContext;
  /** Milliseconds from a change to the one notice of it. Default: `defaults.serve.changePause`. */
  changePause?: number | undefined;
  /** Takes the list when it is another one than before; the first one too. */
  onChange: (functions: readonly ProxyFunction[]) => void;
}

export class Directory {
  readonly #options: DirectoryOptions;
  readonly #settings: AgentSettings;
  readonly #unsubscribe: () => void;
  #last = "";
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @throws InputError for settings that are out of range. */
  constructor(options: DirectoryOptions) {
    const { catalog, settings, changePause = defaults.serve.changePause } = options;
    this.#options = options;
    this.#settings = resolveSettings({}, settings);
    this.#unsubscribe = catalog.subscribe(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#update(), changePause).unref();
    });
    void this.#update();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  async #update(): Promise<void> {
    const usable = this.#options.catalog.servers().flatMap((server) => {
      const tools = server.tools.filter(({ id }) => isAllowed(id, this.#settings));
      return tools.length > 0 ? [{ ...server, tools }] : [];
    });
    // A missing hint means that the tool may reach anything.
    const openWorld = usable.some(({ tools }) => tools.some(({ annotations }) => annotations.openWorldHint !== false));
    const servers = await advertisedServers(usable, this.#settings.advertise);
    const functions = proxyFunctions({ servers, openWorld });
    const text = JSON.stringify(functions);
    if (this.#closed || text === this.#last) return;
    this.#last = text;
    this.#options.onChange(functions);
  }
}
