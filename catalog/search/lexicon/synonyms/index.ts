/** All lines of the synonym tables. */
import { verbs } from "./verbs.js";

export function synonymLines(): string[] {
  return [verbs].flatMap((table) => table.trim().split("\n"));
}
