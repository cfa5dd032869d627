/** The index of the router `hybrid` on disk, server by server: the next process counts the words of changed servers only. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { makeFolder } from "../folders.js";
import type { CatalogServer } from "../types.js";
import type { CatalogView } from "./catalog-view.js";
import { indexedContent } from "./hybrid/index-text.js";
import { buildServerSegments, type ServerSegments } from "./hybrid/server-segments.js";
import { decodeSegments, encodeSegments } from "./segment-file.js";

export class SavedIndex {
  readonly #path: string;
  readonly #saved: ReadonlyMap<string, ServerSegments>;
  readonly #known = new WeakMap<CatalogServer, ServerSegments>();
  #built = 0;
  #reused = 0;

  /** What was read is trusted: use `SavedIndex.read`. */
  private constructor(path: string, saved: ReadonlyMap<string, ServerSegments>) {
    this.#path = path;
    this.#saved = saved;
  }

  /**
   * Reads the file of an earlier process. One that is not there, is damaged or is of another version is as good as empty;
   * the last two are told. Never throws.
   */
  static async read(path: string, onNotice: (line: string) => void = () => {}): Promise<SavedIndex> {
    try {
      return new SavedIndex(path, decodeSegments(readFileSync(path)));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") {
        const problem = code ? `cannot be read (${code})` : "is damaged or of another version";
        onNotice(`the saved index ${path} ${problem}: it is built anew`);
      }
      return new SavedIndex(path, new Map());
    }
  }

  /** Servers whose words were counted here, and those that were taken from the file. */
  get counts(): { built: number; reused: number } {
    return { built: this.#built, reused: this.#reused };
  }

  /** What a server brings to the index: from the file when every text that the index reads is the same, else built. */
  readonly segmentsOf = (server: CatalogServer): ServerSegments => {
    const known = this.#known.get(server);
    if (known) return known;
    const key = contentKey(server);
    const saved = this.#saved.get(key);
    if (saved) this.#reused += 1;
    else this.#built += 1;
    const segments = saved ?? buildServerSegments(server);
    this.#known.set(server, segments);
    return segments;
  };

  /**
   * Writes the index of a catalog as it is now, atomically, unless the file has all of it already.
   *
   * @returns whether it was written.
   * @throws Error when the file cannot be written.
   */
  async save(catalog: CatalogView): Promise<boolean> {
    const servers = new Map<string, ServerSegments>();
    for (const server of catalog.servers()) {
      servers.set(contentKey(server), this.segmentsOf(server));
    }
    if ([...servers.keys()].every((key) => this.#saved.has(key))) return false;
    await makeFolder(dirname(this.#path), 0o700);
    await writeFileAtomic(this.#path, encodeSegments(servers), { mode: 0o600 });
    return true;
  }
}

const keys = new WeakMap<CatalogServer, string>();

/**
 * Servers with the same key have the same index. Worked out once for each server object, which never changes: for a whole
 * catalog it takes about as long as the rest of loading its index.
 */
export function contentKey(server: CatalogServer): string {
  let key = keys.get(server);
  if (key === undefined) {
    key = hash("sha256", indexedContent(server), "base64").slice(0, 24);
    keys.set(server, key);
  }
  return key;
}
