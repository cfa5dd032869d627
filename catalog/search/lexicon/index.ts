/** Synonyms, phrases and a small Chinese-English table of the words in which tools are asked for and described. */
import { createLexicon } from "./lexicon.js";
import type { Lexicon } from "./types.js";

/** The tables as they are. They are read at the first question, not at import. */
export const lexicon: Lexicon = createLexicon();

/** Knows nothing: for measuring what the tables are worth. */
export const emptyLexicon: Lexicon = { synonymsOf: () => [], phrasesIn: () => [], translate: () => [] };

/**
 * The tables without every group, phrase and Chinese entry that holds a word of these texts (single words, or the queries
 * of an eval set): what is left was not made for them.
 */
export function lexiconWithout(texts: Iterable<string>): Lexicon {
  return createLexicon(texts);
}

export type * from "./types.js";
export { unsupportedLanguage } from "./unsupported-language.js";
