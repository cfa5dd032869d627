/** A lock that is a file: one process at a time has it, and one that died does not keep it for ever. */
import { type FileHandle, open, rm, stat } from "node:fs/promises";

/** Milliseconds after which a lock is taken for left behind by a process that died. */
const staleAfter = 60_000;

/** A lock that this process has. */
export interface FileLock {
  /** False when another process took it away, since this one seemed to be dead. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes the lock; undefined while another process has it. @throws what the file system throws. */
export async function takeLock(path: string): Promise<FileLock | undefined> {
  const taken = await create(path);
  if (taken) return taken;
  const found = await look(path);
  if (!found || Date.now() - found.mtimeMs < staleAfter) return undefined;
  // Of several that find it left behind, one takes it away: another would take away the lock that the first has then.
  const clearing = await takeLock(`${path}.old`);
  if (!clearing) return undefined;
  try {
    const now = await look(path);
    if (now?.ino === found.ino && now.mtimeMs === found.mtimeMs) await rm(path, { force: true });
    return await create(path);
  } finally {
    await clearing.release();
  }
}

async function create(path: string): Promise<FileLock | undefined> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  return file && new HeldLock(path, file);
}

function look(path: string) {
  return stat(path).catch(() => undefined);
}

class HeldLock implements FileLock {
  constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  async isHeld(): Promise<boolean> {
    const [own, found] = await Promise.all([this.file.stat(), look(this.path)]);
    return own.ino === found?.ino;
  }

  async release(): Promise<void> {
    if (await this.isHeld()) await rm(this.path, { force: true });
    await this.file.close();
  }
}
