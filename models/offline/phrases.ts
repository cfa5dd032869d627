/** Words that a preposition or a participle announces: "titled Weekly report", "about the outage", "to the design team". */
import type { Evidence, EvidenceKind } from "./evidence.js";
import { determiners, prepositions } from "./language.js";

const announced = new Set(
  (
    "named called titled entitled saying about to in on at from with for by into onto as of where under containing using via over " +
    "since until before after per within that between"
  ).split(" "),
);
/** Words whose phrase runs on over prepositions. */
const greedy = new Set(["saying", "about", "where", "containing", "titled", "entitled", "that"]);
/** Words whose phrase is a sentence: it may say when. */
const sayings = new Set(["saying", "that"]);
/** Values that do not stand inside a title. */
const endsTitle = new Set<EvidenceKind>(["date", "email", "url", "channel", "repository", "quoted", "path"]);

interface Token {
  word: string;
  start: number;
  end: number;
}

interface Phrase {
  key: string;
  value: string;
  determined: boolean;
  /** Where the announcing word begins. */
  announcement: number;
  start: number;
  end: number;
}

/** All announced phrases of a text, each up to the next preposition, comma or conjunction. */
export function findPhrases(text: string, found: readonly Evidence[]): Phrase[] {
  const tokens = [...text.matchAll(/[^\s,，。；;]+/g)].map((match): Token => {
    const word = match[0];
    return { word, start: match.index, end: match.index + word.length };
  });
  return tokens.flatMap((token, index) => {
    const word = token.word.toLowerCase();
    if (!announced.has(word)) return [];
    const sorting =
      word === "by" ? /^(?:sorted|ordered|grouped)$/i.exec(tokens[index - 1]?.word ?? "")?.[0] : undefined;
    const key = sorting === undefined ? word : /^grouped$/i.test(sorting) ? "grouped by" : "sorted by";
    const phrase = readPhrase(text, tokens, index + 1, { isGreedy: greedy.has(key), isSaid: sayings.has(key) }, found);
    if (!phrase) return [];
    const first = { key, announcement: token.start, ...phrase };
    if (key !== "between") return [first];
    // "between A and B" announces two values.
    const next = tokens.findIndex(({ start }) => start >= phrase.end);
    const second = /^and$/i.test(tokens[next]?.word ?? "") ? readPhrase(text, tokens, next + 1, {}, found) : undefined;
    return second ? [first, { key: "between and", announcement: tokens[next]!.start, ...second }] : [first];
  });
}

interface Reach {
  isGreedy?: boolean;
  isSaid?: boolean;
}

function readPhrase(text: string, tokens: Token[], from: number, reach: Reach, found: readonly Evidence[]) {
  const first = tokens[from];
  if (!first) return undefined;
  let last = from;
  while (last + 1 < tokens.length && continues(text, tokens[last]!, tokens[last + 1]!, reach, found)) last += 1;
  while (last > from && prepositions.has(tokens[last]!.word.toLowerCase())) last -= 1;
  let start = from;
  while (start < last && determiners.has(tokens[start]!.word.toLowerCase())) start += 1;
  if (determiners.has(tokens[start]!.word.toLowerCase())) return undefined;
  const raw = text.slice(tokens[start]!.start, tokens[last]!.end);
  const value = raw
    .replace(/^(?:words?|phrase|string|text|term) (?=\S)/i, "")
    .replace(/[.!?:]+$/, "")
    .replace(/^["'`]|["'`]$/g, "");
  return value === ""
    ? undefined
    : { value, determined: start > from, start: tokens[start]!.start, end: tokens[last]!.end };
}

function continues(
  text: string,
  token: Token,
  next: Token,
  { isGreedy = false, isSaid = false }: Reach,
  found: readonly Evidence[],
): boolean {
  if (text.slice(token.end, next.start).trim() !== "" || token.word.endsWith(":")) return false;
  if (found.some(({ kind, start, end }) => kind !== "identifier" && next.start > start && next.start < end))
    return true;
  const ends = (kind: EvidenceKind) => endsTitle.has(kind) && !(isSaid && kind === "date");
  if (isGreedy && found.some(({ kind, start }) => ends(kind) && next.start === start)) return false;
  if (!isGreedy && /^(?:sorted|ordered|grouped|filtered|limited)$/i.test(next.word)) return false;
  return isGreedy || !(prepositions.has(next.word.toLowerCase()) || /^(?:and|or|then|but)$/i.test(next.word));
}
