/** The tool lists of servers, kept on disk after the first contact, so that no server has to start for its tools to be found. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { cacheFolder } from "../../cache-folder.js";
import { makeFolder } from "../../folders.js";
import type { SetAsideTool } from "../../types.js";
import type { McpServerConfig } from "./config.js";
import type { ListedTool } from "./schemas.js";

/** What a server said of itself and its tools. */
export interface Listing {
  description: string;
  /** The server's own, as it said at the last contact. */
  version?: string | undefined;
  tools: ListedTool[];
  setAside: SetAsideTool[];
}

const format = 2;

/** The first line of a file; the second is the listing. */
const headSchema = z.object({ format: z.literal(format), key: z.string(), digest: z.string() });

/** What is in the lists is not looked at tool by tool, which takes long: the digest says that it is as it was written. */
const listingSchema = z.object({
  description: z.string(),
  version: z.string().optional(),
  tools: z.array(z.unknown()),
  setAside: z.array(z.unknown()),
});

/** The folder of the manifests: the option, or `$TOOLGAP_CACHE_DIR/manifests`, or the user's cache folder. */
export function resolveManifestDirectory(option?: string): string {
  return option || cacheFolder("manifests");
}

function hash(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

function manifestKey(config: McpServerConfig): string {
  return hash(JSON.stringify([format, config.identity]));
}

/** The file of one server. It is keyed by the configuration without secret values: names of variables count, values do not. */
export function manifestPath(directory: string, config: McpServerConfig, key = manifestKey(config)): string {
  const readable = config.name.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 40);
  return join(directory, `${readable}-${key.slice(0, 32)}.json`);
}

/** Reads a manifest. No `listing` when there is none; `problem` when there is one that cannot be trusted. Never throws. */
export async function readManifest(
  directory: string,
  config: McpServerConfig,
): Promise<{ listing?: Listing; problem?: string }> {
  const expected = manifestKey(config);
  const path = manifestPath(directory, config, expected);
  let file: Buffer;
  try {
    // A start reads hundreds of small files: going through the thread pool for each costs more than reading it.
    file = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? {} : { problem: `its manifest ${path} cannot be read (${code})` };
  }
  try {
    const end = file.indexOf("\n");
    const { key, digest } = headSchema.parse(JSON.parse(file.toString("utf8", 0, end)));
    // Of the bytes as written: to write a long list again, only to compare it, takes as long as to read it.
    const body = file.subarray(end + 1);
    if (key === expected && digest === hash(body)) {
      const listing: unknown = JSON.parse(body.toString("utf8"));
      listingSchema.parse(listing);
      return { listing: listing as Listing };
    }
  } catch {
    // Told below: not JSON and another shape are the same to the person.
  }
  return { problem: `its manifest ${path} is damaged or not from this software` };
}

/** Writes a manifest: atomically, readable by its owner only. */
export async function writeManifest(directory: string, config: McpServerConfig, listing: Listing): Promise<void> {
  await makeFolder(directory, 0o700);
  const body = `${JSON.stringify(listing)}\n`;
  const head = JSON.stringify({ format, key: manifestKey(config), digest: hash(body) });
  await writeFileAtomic(manifestPath(directory, config), `${head}\n${body}`, { mode: 0o600 });
}
