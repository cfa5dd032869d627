/** The lines of a memory file: their form, and how they are read and appended. */
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";

/** The first line, by which a file is known. */
export const header = `${JSON.stringify({ toolgapStore: 1 })}\n`;

/** The last time that a Date can hold, in milliseconds. */
const lastTime = 8.64e15;

const entry = z.object({
  namespace: z.array(z.string()).min(1),
  key: z.string(),
  value: z.record(z.string(), z.unknown()).nullable(),
  at: z.number().min(0).max(lastTime),
});

/** One item as it was written at a time; null where it was deleted. */
export type Entry = z.infer<typeof entry>;

/** A line break before, too: what a process that died left unfinished spoils its own line only. */
export function toLine(line: Entry): string {
  return `\n${JSON.stringify(line)}\n`;
}

/** @returns undefined for a broken line. */
export function readEntry(line: string): Entry | undefined {
  try {
    return entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The bytes between two places; fewer where the file ends before. */
export async function readFrom(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** In one call of the system: `appendFile` would cut a long text, and others could write in between. */
export async function appendAtOnce(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += (await file.write(bytes, written)).bytesWritten;
}
