/** What limits an answer. */
import { unsupportedLanguage } from "../lexicon/index.js";
import type { QueryPart } from "./query.js";

/** Says so when a request is in a language for which there are no tables and the catalog has few of its words. */
export function noticesFor({ text, own, groups }: QueryPart): string[] | undefined {
  if (own.length === 0 && groups.length === 0) {
    return text.trim() === "" ? undefined : ["The request holds no word to search by."];
  }
  let known = 0;
  for (const said of own) if (said.known.term !== undefined) known++;
  // Which language it is takes longer to tell than whether it matters.
  const language = known * 2 <= own.length ? unsupportedLanguage(text) : undefined;
  if (language !== undefined) {
    return [
      `The request seems to be written in ${language}: there is no word table for it, and the catalog holds ${known} of its ${own.length} words. Ask in English.`,
    ];
  }
  if (groups.length === 0) return ["No tool of the catalog holds a word of the request, or one that means the same."];
  return undefined;
}
