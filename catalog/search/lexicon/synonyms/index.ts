/** All lines of the synonym tables: one sense a line, in the form that `readRelations` reads. */
import { computing } from "./computing.js";
import { general } from "./general.js";
import { kinds } from "./kinds.js";
import { leisure } from "./leisure.js";
import { living } from "./living.js";
import { office } from "./office.js";
import { sciences } from "./sciences.js";
import { shopping } from "./shopping.js";
import { travel } from "./travel.js";
import { verbs } from "./verbs.js";
import { wordForms } from "./word-forms.js";

const tables = [verbs, office, computing, travel, shopping, living, leisure, sciences, general, wordForms, kinds];

/** Every line, trimmed, in the order of the tables. */
export function synonymLines(): string[] {
  return tables.flatMap((table) => table.trim().split(/\s*\n\s*/));
}
