/** Puts the tables together, each one read when it is first asked for. */
import { words } from "../words.js";
import { chineseLines } from "./chinese/index.js";
import { createTranslator, readDictionary, toSimplified } from "./chinese/translator.js";
import { lazy } from "./lazy.js";
import { createPhraseFinder, readPhrases } from "./phrase-finder.js";
import { phraseLines } from "./phrases.js";
import { readRelations, stemsOfLine } from "./relations.js";
import { synonymLines } from "./synonyms/index.js";
import type { Lexicon } from "./types.js";

/** @param without texts whose words are taken out of all tables. */
export function createLexicon(without: Iterable<string> = []): Lexicon {
  const removed = [...without].map(toSimplified).join("\n");
  // Also as lines of the tables are read, where "401k" is one word.
  const removedStems = lazy(() => new Set([...words(removed), ...stemsOfLine(removed.replaceAll(">", " "))]));
  const keepsLine = (line: string) => removed === "" || !stemsOfLine(line).some((stem) => removedStems().has(stem));
  const isKept = (chinese: string) => !removed.includes(chinese);

  const relations = lazy(() => readRelations(synonymLines().filter(keepsLine)));
  const findPhrases = lazy(() => createPhraseFinder(readPhrases(phraseLines().filter(keepsLine))));
  const translate = createTranslator(() => readDictionary(chineseLines(), isKept));
  return {
    synonymsOf: (stem) => relations()(stem),
    phrasesIn: (text) => findPhrases()(text),
    translate,
  };
}
