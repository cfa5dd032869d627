/** Folders that files are written to. */
import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Makes a folder and those above it that are missing; one that is there is left as it is. `mode` is that of new folders.
 * Node's own recursive `mkdir` never ends where a folder cannot be made although the one above it is there, as under /proc.
 *
 * @throws the error of the file system.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === folder) throw error;
    await makeFolder(above, mode);
    await makeOne(folder, mode);
  }
}

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}

/** Finds out whether a file can be made in a folder, by making one. @throws the error of the file system. */
export async function checkFolder(folder: string): Promise<void> {
  const path = join(folder, `.toolgap-${randomUUID()}`);
  await writeFile(path, "", { flag: "wx" });
  await rm(path, { force: true });
}
