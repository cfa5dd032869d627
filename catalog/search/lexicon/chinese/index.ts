/** All lines of the Chinese tables. */
import { verbs } from "./verbs.js";

export function chineseLines(): string[] {
  return [verbs].flatMap((table) => table.trim().split("\n"));
}
