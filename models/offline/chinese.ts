/** Chinese clauses in English: catalogs are mostly written in it, and a request in Chinese alone finds nothing there. */
import { lexicon } from "../../catalog/search/lexicon/index.js";
import { kindOfVerb } from "./actions.js";

/** The first verb and the nouns of a clause that the lexicon knows, by their first meaning; empty where none is. */
export function inEnglish(clause: string): { verb: string; nouns: string[] } {
  const found = lexicon.translate(clause).map(({ meanings }) => meanings.filter(({ weight }) => weight === 1));
  const terms = [...new Set(found.flatMap((meanings) => meanings.map(({ word }) => word)))];
  const isVerb = (word: string) => kindOfVerb(word) !== undefined;
  return { verb: terms.find(isVerb) ?? "", nouns: terms.filter((word) => !isVerb(word)) };
}
