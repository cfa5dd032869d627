/** Finds out before the work whether its result can be written. */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "../catalog/types.js";

/** @throws InputError when there is a folder in the place of the file, or none that it can be written to. */
export async function checkOutput(output: string): Promise<void> {
  const { checkFolder } = await import("../catalog/folders.js");
  const found = await stat(output).catch(() => undefined);
  const problem = found?.isDirectory()
    ? "it is a folder"
    : await checkFolder(dirname(output)).catch(({ code, message }: NodeJS.ErrnoException) => code ?? message);
  if (problem === undefined) return;
  throw new InputError(
    `--output ${output} cannot be written (${problem}): expected a file in a folder that is there and may be written to`,
  );
}
