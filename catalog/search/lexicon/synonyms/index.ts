/** All lines of the synonym tables: one sense a line, in the form that `readRelations` reads. */
import { business } from "./business.js";
import { computing } from "./computing.js";
import { engineering } from "./engineering.js";
import { entertainment } from "./entertainment.js";
import { general } from "./general.js";
import { healthcare } from "./healthcare.js";
import { household } from "./household.js";
import { kinds } from "./kinds.js";
import { leisure } from "./leisure.js";
import { living } from "./living.js";
import { money } from "./money.js";
import { naturalSciences } from "./natural-sciences.js";
import { office } from "./office.js";
import { places } from "./places.js";
import { sciences } from "./sciences.js";
import { shopping } from "./shopping.js";
import { society } from "./society.js";
import { travel } from "./travel.js";
import { verbs } from "./verbs.js";
import { wordForms } from "./word-forms.js";
import { writing } from "./writing.js";

/** In the order in which they were written: where weights are equal, the earlier line's word comes first. */
const tables = [
  verbs,
  office,
  computing,
  travel,
  shopping,
  living,
  leisure,
  sciences,
  general,
  wordForms,
  kinds,
  money,
  business,
  engineering,
  healthcare,
  household,
  entertainment,
  places,
  naturalSciences,
  society,
  writing,
];

/** Every line, trimmed, in the order of the tables. */
export function synonymLines(): string[] {
  return tables.flatMap((table) => table.trim().split(/\s*\n\s*/));
}
