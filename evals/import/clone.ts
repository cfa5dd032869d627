/** Reads the files of a local clone; whatever is not as expected is told in one line with the file's name. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../../catalog/types.js";

export interface Clone {
  text(path: string): Promise<string>;
  json(path: string): Promise<unknown>;
  /** One value for each line that is not blank. */
  jsonLines(path: string): Promise<unknown[]>;
  /** The names of the files in a folder that end so, sorted; none where the folder is empty. */
  list(path: string, ending: string): Promise<string[]>;
  /** An error that names the file and says what was expected of it. */
  unexpected(path: string, problem: string): InputError;
}

/** @param expected what the folder should be, for messages: `a clone of OWNER/REPOSITORY at COMMIT`. */
export function openClone(folder: string, expected: string): Clone {
  const problemWith = (path: string, problem: string) =>
    new InputError(`${join(folder, path)}: ${problem}; expected ${expected}.`);
  const unreadable = (path: string, error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    return problemWith(path, code === "ENOENT" ? "it is not there" : message);
  };
  const parse = (path: string, text: string, line?: number): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      const where = line === undefined ? "" : `line ${line} is `;
      throw problemWith(path, `${where}not JSON (${(error as SyntaxError).message.replace(/\s+/g, " ")})`);
    }
  };
  const text: Clone["text"] = async (path) => {
    try {
      return (await readFile(join(folder, path), "utf8")).replace(/^\ufeff/, "");
    } catch (error) {
      throw unreadable(path, error);
    }
  };
  return {
    text,
    unexpected: problemWith,
    json: async (path) => parse(path, await text(path)),
    jsonLines: async (path) =>
      (await text(path))
        .split(/\r?\n/)
        .flatMap((line, index) => (line.trim() === "" ? [] : [parse(path, line, index + 1)])),
    async list(path, ending) {
      try {
        return (await readdir(join(folder, path))).filter((name) => name.endsWith(ending)).sort();
      } catch (error) {
        throw unreadable(path, error);
      }
    },
  };
}
