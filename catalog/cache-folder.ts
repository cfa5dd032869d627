/** Where this software keeps on disk what it can make again. */
import { join } from "node:path";
import envPaths from "env-paths";

/** A folder of the cache: `$TOOLGAP_CACHE_DIR/NAME`, or NAME in the user's cache folder. Not created here. */
export function cacheFolder(name: string): string {
  const root = process.env.TOOLGAP_CACHE_DIR || envPaths("toolgap", { suffix: "" }).cache;
  return join(root, name);
}
