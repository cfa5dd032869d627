/** Finds the values in a text that can become arguments: what is quoted, what has a form of its own, what a word announces. */
import { determiners, prepositions } from "./language.js";

export type EvidenceKind =
  | "quoted"
  | "path"
  | "url"
  | "email"
  | "repository"
  | "number"
  | "date"
  | "cron"
  | "sql"
  | "channel"
  | "json"
  | "identifier"
  | "pair"
  | "phrase";

export interface Evidence {
  kind: EvidenceKind;
  value: string;
  /** For a pair its key; for a phrase the word that announces it ("titled", "to", "about"). */
  key?: string | undefined;
  start: number;
  end: number;
  /** Up to three words before and after, lower case, nearest first. */
  before: string[];
  after: string[];
}

/** Kinds with a form of their own: a tool without a place for them does not fit. */
export const strongKinds: ReadonlySet<EvidenceKind> = new Set([
  "path",
  "url",
  "email",
  "repository",
  "sql",
  "cron",
  "channel",
]);

const quotes = [
  /"([^"\n]*)"/g,
  /`([^`\n]*)`/g,
  /“([^”]*)”/g,
  /‘([^’]*)’/g,
  /「([^」]*)」/g,
  /『([^』]*)』/g,
  /《([^》]*)》/g,
  /(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu,
];

/** A statement ends where an "and" or "then" is not followed by another condition. */
const sql =
  /\b(?:select\s(?:(?!\bthen\b)[^;])*?\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s\w+\s+where\s|create\s+table\s|alter\s+table\s|drop\s+table\s)(?:(?!,?\s+then\b|,?\s+and\s+(?!\(?[\w."']+\)?\s*(?:[<>=!]|like\b|in\b|is\b|between\b|not\b))|[,，]\s+(?:[a-z]+\s+(?:the|it|them|a)\b))[^;；。])*/gi;
const url = /\b(?:https?|wss?|ftp|s3|gs|file):\/\/[^\s"'<>()，。；]+/gi;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const cron = /(?<![\w*/])(?:[\d*][\d*/,-]*|\*)(?:\s+(?:[\d*][\d*/,-]*|\*)){4}(?![\w*/])/g;
const date =
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?\b(?: at \d{1,2}(?::\d{2})?\s?(?:am|pm)?\b)?|\b(?:(?:next|last|this) )?(?:today|tomorrow|yesterday|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|quarter)\b(?: (?:morning|afternoon|evening))?(?: at \d{1,2}(?::\d{2})?\s?(?:am|pm)?)?|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?(?: at \d{1,2}(?::\d{2})?\s?(?:am|pm)?)?|\b\d{1,2}(?::\d{2})\s?(?:am|pm)?\b|\b\d{1,2}\s?(?:am|pm)\b|今天|明天|昨天|下周[一二三四五六日]?|\d{1,2}月\d{1,2}日/gi;
const bareUnit = /^(?:week|month|quarter)$/i;
const path =
  /(?<![\w@])(?:[a-z]:\\[\w\\.-]+|~?\.{0,2}\/[\w./~-]*[\w/]|[\w.-]+(?:\/[\w.-]+)+\/?|[\w-]+\/(?![\w])|(?:[\w-]+\.)+(?:[a-z][a-z0-9]{0,4})(?![\w@]))/gi;
const channel = /(?<![\w&/])#[a-z][\w-]*/gi;
const number = /(?<![\w.#-])-?\d+(?:[.,]\d+)*(?:\.\d+)?(?=\D|$)|(?<=#)\d+\b/g;
const identifier =
  /\b(?:[A-Z]{2,}-\d+|v?\d+\.\d+\.\d+[\w.-]*|[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[A-Z][\w]*(?: [A-Z][\w]*)*)\b/g;
const pair = /(?<![\w/])([a-z_][\w-]*)\s*[=:：]\s*("[^"]*"|'[^']*'|[^\s,;，；]+)/gi;

/** Spans that must not be cut apart when a text is split into clauses. */
export function protectedSpans(text: string): string[] {
  return [...text.matchAll(sql)].map(([match]) => match.trim());
}

/** Finds all values of a clause, each span used once, in the order of the text. Phrases overlap with the others. */
export function findEvidence(text: string): Evidence[] {
  const found: Evidence[] = [];
  const free = text.split("");
  const take = (
    kind: EvidenceKind,
    pattern: RegExp,
    read: (match: RegExpMatchArray) => { value: string; key?: string } | undefined,
  ) => {
    for (const match of free.join("").matchAll(pattern)) {
      const start = match.index;
      // Masked spans are not part of anything else.
      if (match[0].includes("\u0000")) continue;
      const result = read(match);
      if (!result || result.value === "") continue;
      const end = start + match[0].length;
      found.push({ kind, ...result, start, end, ...around(text, start, end) });
      free.fill("\u0000", start, end);
    }
  };
  take("json", /\{[^{}]*:[^{}]*\}|\[[^[\]]*\]/g, ([match]) => (isJson(match) ? { value: match } : undefined));
  // A pair whose value is quoted would lose its key to the quotes.
  take("pair", /(?<![\w/])([a-z_][\w-]*)\s*[=:：]\s*("[^"]*"|'[^']*')/gi, ([, key = "", value = ""]) => ({
    key,
    value: value.slice(1, -1),
  }));
  for (const pattern of quotes) take("quoted", pattern, ([, value = ""]) => ({ value }));
  take("sql", sql, ([match]) => ({ value: match.trim().replace(/[.?!]$/, "") }));
  take("url", url, ([match]) => ({ value: trimmed(match) }));
  take("email", email, ([match]) => ({ value: trimmed(match) }));
  take("pair", pair, ([, key = "", value = ""]) =>
    /^\d/.test(value) && /^\d/.test(key) ? undefined : { key, value: trimmed(value.replace(/^["']|["']$/g, "")) },
  );
  take("cron", cron, ([match]) => ({ value: match }));
  take("date", date, ([match]) => (bareUnit.test(match) ? undefined : { value: match }));
  take("path", path, ([match]) =>
    /^\d+(?:[./]\d+)*$/.test(match) || /^(?:e\.g|i\.e|etc|and\/or|n\/a)$/i.test(match)
      ? undefined
      : { value: match.replace(/(?<=.)\.$/, "") },
  );
  take("channel", channel, ([match]) => ({ value: match }));
  // A capital at the start of a sentence says nothing.
  if (/^[A-Z][a-z]*\b/.test(text)) free[0] = free[0]!.toLowerCase();
  take("identifier", identifier, ([match]) => (match === "I" ? undefined : { value: match }));
  take("number", number, ([match]) => ({ value: match.replace(/,(?=\d{3}\b)/g, "") }));
  for (const evidence of found) sharpen(evidence);
  return [...found, ...findPhrases(text, found)].sort((a, b) => a.start - b.start);
}

/** What stands in quotes may have a form of its own. */
function sharpen(evidence: Evidence): void {
  const { value } = evidence;
  const whole = (pattern: RegExp) => [...value.matchAll(pattern)].some(([match]) => match === value);
  if (evidence.kind === "quoted") {
    if (whole(url)) evidence.kind = "url";
    else if (whole(email)) evidence.kind = "email";
    else if (/^\s*(?:select|insert|update|delete|create|alter|drop|with)\s/i.test(value) && whole(sql))
      evidence.kind = "sql";
    else if (whole(cron)) evidence.kind = "cron";
    else if (whole(path)) evidence.kind = "path";
    else if (whole(channel)) evidence.kind = "channel";
  }
  if (evidence.kind === "path" && /^[\w-]+\/[\w.-]+$/.test(value) && !/\.[a-z]{1,4}$/i.test(value))
    evidence.kind = "repository";
}

const announced = new Set([
  "named",
  "called",
  "titled",
  "entitled",
  "saying",
  "about",
  "to",
  "in",
  "on",
  "at",
  "from",
  "with",
  "for",
  "by",
  "into",
  "onto",
  "as",
  "of",
  "where",
  "under",
  "containing",
  "using",
  "via",
  "over",
  "since",
  "until",
  "before",
  "after",
  "per",
  "within",
  "that",
]);
/** Words whose phrase runs on over prepositions. */
const greedy = new Set(["saying", "about", "where", "containing", "titled", "entitled", "that"]);

/** "titled Weekly report", "about the outage", "to the design team": the words up to the next preposition. */
function findPhrases(text: string, found: Evidence[]): Evidence[] {
  const tokens = [...text.matchAll(/[^\s,，。；;]+/g)].map((match) => ({ word: match[0], start: match.index }));
  const phrases: Evidence[] = [];
  tokens.forEach(({ word }, index) => {
    const key = word.toLowerCase();
    if (!announced.has(key)) return;
    const first = tokens[index + 1];
    if (!first) return;
    let last = index + 1;
    while (last + 1 < tokens.length && continues(text, tokens[last]!, tokens[last + 1]!, greedy.has(key), found))
      last += 1;
    while (last > index + 1 && prepositions.has(tokens[last]!.word.toLowerCase())) last -= 1;
    const start =
      tokens[index + 1 + leadingDeterminers(tokens.slice(index + 1, last + 1).map((token) => token.word))]?.start;
    const lastToken = tokens[last]!;
    if (start === undefined || start > lastToken.start) return;
    const end = lastToken.start + lastToken.word.length;
    const value = text
      .slice(start, end)
      .replace(/[.!?:]+$/, "")
      .replace(/^["'`]|["'`]$/g, "");
    if (value) phrases.push({ kind: "phrase", key, value, start, end, ...around(text, tokens[index]!.start, end) });
  });
  return phrases;
}

/** Values that do not stand inside a title. */
const endsTitle = new Set<EvidenceKind>(["date", "email", "url", "channel", "repository", "quoted"]);

interface Token {
  word: string;
  start: number;
}

function continues(text: string, token: Token, next: Token, isGreedy: boolean, found: Evidence[]): boolean {
  if (text.slice(token.start + token.word.length, next.start).trim() !== "") return false;
  if (found.some(({ kind, start, end }) => kind !== "identifier" && next.start > start && next.start < end))
    return true;
  if (isGreedy && found.some(({ kind, start }) => endsTitle.has(kind) && next.start === start)) return false;
  return isGreedy || !(prepositions.has(next.word.toLowerCase()) || /^(?:and|or|then|but)$/i.test(next.word));
}

function leadingDeterminers(words: string[]): number {
  const first = words.findIndex((word) => !determiners.has(word.toLowerCase()));
  return first < 0 ? words.length : first;
}

function around(text: string, start: number, end: number): { before: string[]; after: string[] } {
  const wordsOf = (part: string) => part.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return { before: wordsOf(text.slice(0, start)).slice(-3).reverse(), after: wordsOf(text.slice(end)).slice(0, 3) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function trimmed(text: string): string {
  return text.replace(/[.,;:!?)\]}]+$/, "");
}
