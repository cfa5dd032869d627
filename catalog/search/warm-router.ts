/** A router that starts from the index of an earlier process, for programs that end soon. */
import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "../cache-folder.js";
import { defaults } from "../defaults.js";
import type { CatalogView } from "./catalog-view.js";
import { createHybridRouter, createRouter } from "./index.js";
import { SavedIndex } from "./saved-index.js";
import type { Router } from "./types.js";

export interface WarmRouter {
  router: Router;
  /** Keeps the index for the next process, where that pays. Call it when the work is done. Never throws. */
  keep(): Promise<void>;
}

export interface WarmRouterOptions {
  /** Where the indexes are. Default: `indexes` in the user's cache folder. */
  directory?: string | undefined;
  /** Takes one line about something the person should know. */
  onNotice?: ((line: string) => void) | undefined;
}

/**
 * Like `createRouter`. The router `hybrid` over a catalog of `defaults.savedIndex.leastTools` or more takes the part of its
 * index that servers with unchanged texts bring from disk; there is a file for each set of server names.
 *
 * @throws InputError for an unknown name.
 */
export async function openRouter(
  name: string,
  catalog: CatalogView,
  { directory = cacheFolder("indexes"), onNotice = () => {} }: WarmRouterOptions = {},
): Promise<WarmRouter> {
  const servers = catalog.servers();
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  if (name !== "hybrid" || tools < defaults.savedIndex.leastTools) {
    return { router: createRouter(name, catalog), keep: async () => {} };
  }
  const names = servers.map((server) => server.name).sort();
  const identity = createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 32);
  const saved = await SavedIndex.read(join(directory, `${identity}${extension}`), onNotice);
  const keep = async () => {
    try {
      if (await saved.save(catalog)) await removeOldest(directory);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      onNotice(`the index cannot be kept in ${directory} (${code ?? message}): the next run builds it again`);
    }
  };
  return { router: createHybridRouter(catalog, { segmentsOf: saved.segmentsOf }), keep };
}

const extension = ".index";

/** Catalogs that nobody used lately make room. */
async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(extension));
  if (names.length <= defaults.savedIndex.keptFiles) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, time: (await stat(path)).mtimeMs };
    }),
  );
  files.sort((a, b) => b.time - a.time);
  await Promise.all(files.slice(defaults.savedIndex.keptFiles).map(({ path }) => rm(path, { force: true })));
}
