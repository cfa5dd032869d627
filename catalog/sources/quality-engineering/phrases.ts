/** Lists of phrases, and those that every domain has. */

/** The phrases of a list with commas between them. */
export function phrasesOf(text: string): string[] {
  const phrases = text.split(",").map((phrase) => phrase.replace(/\s+/g, " ").trim());
  return [...new Set(phrases.filter((phrase) => phrase !== ""))];
}

/** What shows in every domain that its words are only the subject: of tests that are to be written, of a note. */
export const otherSenses =
  "tests for ..., test for ..., test cases for ..., tests of ..., tests on ..., tests around ..., test data for ..., " +
  "... needs tests, ... need tests, ... needs a test, remember the ..., memorize the ..., " +
  "note that ..., remember that ..., write down that ..., keep in mind that ..., tests that check ...";
