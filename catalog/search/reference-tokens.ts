/** Tokens as scikit-learn's `TfidfVectorizer` makes them, for scores equal to the published reference. */
import { englishStopWords } from "./english-stop-words.js";

/**
 * Python's `\b\w\w+\b`: a maximal run of two or more word characters. Python's Unicode `\w` is every letter and every
 * numeric character of any script, and `_`; combining marks are not part of it.
 */
const token = /[\p{L}\p{N}_]{2,}/gu;

/**
 * The tokens of a text in order, lower case, English stop words removed; `github_search_repos` is one token.
 * The text is lowered before it is cut, as scikit-learn does.
 */
export function referenceTokens(text: string): string[] {
  const tokens = text.toLowerCase().match(token) ?? [];
  return tokens.filter((each) => !englishStopWords.has(each));
}
