/** All lines of the Chinese tables, in the form that `readDictionary` reads. */
import { computing } from "./computing.js";
import { knowledge } from "./knowledge.js";
import { life } from "./life.js";
import { office } from "./office.js";
import { particles } from "./particles.js";
import { regional } from "./regional.js";
import { travel } from "./travel.js";
import { verbs } from "./verbs.js";

const tables = [verbs, computing, office, travel, life, knowledge, regional, particles];

/** Every line, trimmed, in the order of the tables. */
export function chineseLines(): string[] {
  return tables.flatMap((table) => table.trim().split(/\s*\n\s*/));
}
