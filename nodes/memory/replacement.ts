/** A file that is written beside another one and then takes its place. */
import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Each has a name of its own, so that two that are written at the same time never mix. One process at a time replaces a
 * file, under a lock; who takes the lock first removes what others left. So one that was stopped for so long that its
 * lock was taken away, and goes on in the end, has nothing to put in place any more.
 */
export class Replacement {
  readonly #path: string;

  constructor(private readonly target: string) {
    this.#path = `${target}.${randomUUID()}.new`;
  }

  /** Removes those of processes that were killed, or seemed to be. Where this is not allowed, they stay. */
  async removeOthers(): Promise<void> {
    const folder = dirname(this.target);
    const start = `${basename(this.target)}.`;
    const names = await readdir(folder).catch(() => []);
    const others = names.filter((name) => name.startsWith(start) && isOwnEnding(name.slice(start.length)));
    await Promise.all(others.map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
  }

  /** For its owner's eyes only. @throws what the file system throws. */
  async write(text: string): Promise<void> {
    const file = await open(this.#path, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** @returns false when another process removed it. @throws what the file system throws. */
  async putInPlace(): Promise<boolean> {
    try {
      await rename(this.#path, this.target);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  }

  /** Removes it where it was not put in place; where that fails, the next one does. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true }).catch(() => {});
  }
}

/** Files of users that are named alike are not touched. */
function isOwnEnding(ending: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.new$/.test(ending);
}
