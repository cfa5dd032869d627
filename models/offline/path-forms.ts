/** Files and directories: which one a path names, and which one a parameter takes. */
import type { Evidence } from "./evidence.js";
import type { Parameter } from "./parameters.js";

export type PathForm = "file" | "directory" | "either";

const fileWord = /^(?:files?|documents?)$/;
const directoryWord = /^(?:folders?|director(?:y|ies)|dirs?|subfolders?)$/;

/** By the noun beside it, else by its ending: what has one is a file, what has none is more likely a directory. */
export function formOfPath({ value, before, after }: Pick<Evidence, "value" | "before" | "after">): PathForm {
  const beside = [before[0] ?? "", after[0] ?? ""];
  if (/[\\/]$/.test(value) || beside.some((word) => directoryWord.test(word))) return "directory";
  if (beside.some((word) => fileWord.test(word))) return "file";
  if (/[^./\\]\.[a-z][a-z0-9]{0,4}$/i.test(value)) return "file";
  // A name that begins with a dot may be either: ".env", ".github".
  return /(?:^|[\\/])\.[^./\\]+$/.test(value) ? "either" : "directory";
}

/** By its name, else by its description. */
export function formTaken({ name, description }: Parameter): PathForm {
  const spaced = name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " ");
  return formIn(spaced) ?? formIn(description) ?? "either";
}

function formIn(text: string): PathForm | undefined {
  const tokens = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const isFile = tokens.some((token) => fileWord.test(token) || token === "filename");
  const isDirectory = tokens.some((token) => directoryWord.test(token));
  if (isFile && isDirectory) return "either";
  return isFile ? "file" : isDirectory ? "directory" : undefined;
}
