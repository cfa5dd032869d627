/** Finds the values in a text that can become arguments: what is quoted, what has a form of its own, what a word announces. */
import { findPhrases } from "./phrases.js";
import * as forms from "./value-forms.js";

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
  | "glob"
  | "duration"
  | "version"
  | "address"
  | "identifier"
  | "pair"
  | "phrase";

export interface Evidence {
  kind: EvidenceKind;
  value: string;
  /** For a pair its key; for a phrase the word that announces it ("titled", "to", "about"). */
  key?: string | undefined;
  /** For a phrase: whether "the", "a" or the like stands before it. */
  determined?: boolean | undefined;
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

/** The first address in any text, JSON included. */
export function firstUrl(text: string): string | undefined {
  const [match] = text.matchAll(forms.url);
  return match && trimmed(match[0]);
}

/** Spans that must not be cut apart when a text is split into clauses. */
export function protectedSpans(text: string): string[] {
  return [...text.matchAll(forms.sql)].map(([match]) => match.trim());
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
  const takeAnnounced = () => {
    const announced = forms.findAnnouncedText(free.join(""));
    if (!announced || announced.value.includes("\u0000")) return;
    const { start, value } = announced;
    found.push({ kind: "quoted", value, start, end: text.length, ...around(text, start, text.length) });
    free.fill("\u0000", start);
  };
  const plainly = ([match]: RegExpMatchArray) => ({ value: trimmed(match!) });
  const keyed = ([, key = "", value = ""]: RegExpMatchArray) => ({
    key,
    value: trimmed(value.replace(/^["']|["']$/g, "")),
  });
  take("json", forms.json, ([match]) => (isJson(match!) ? { value: match! } : undefined));
  // A pair whose value is quoted would lose its key to the quotes.
  take("pair", forms.quotedLabelled, keyed);
  take("sql", forms.sql, plainly);
  take("pair", forms.assignment, keyed);
  for (const pattern of forms.quotes) take("quoted", pattern, ([, value = ""]) => ({ value }));
  take("quoted", forms.mentioned, ([, value = ""]) => ({ value: trimmed(value) }));
  takeAnnounced();
  take("url", forms.url, plainly);
  take("email", forms.email, plainly);
  take("pair", forms.labelled, keyed);
  take("cron", forms.cron, ([match]) => ({ value: match! }));
  take("glob", forms.glob, plainly);
  take("address", forms.address, plainly);
  take("version", forms.version, plainly);
  take("path", forms.cjkDirectory, ([match]) => ({ value: match! }));
  take("path", forms.path, ([match]) => (isNoPath(match!) ? undefined : { value: match!.replace(/(?<=.)\.$/, "") }));
  take("path", forms.namedDirectory, ([match]) => ({ value: match! }));
  take("duration", forms.duration, plainly);
  take("date", forms.date, ([match]) => ({ value: match!.replace(/^on |'s$/gi, "").trim() }));
  take("channel", forms.channel, ([match]) => ({ value: match! }));
  // A capital at the start of a sentence says nothing.
  if (/^[A-Z][a-z]*\b/.test(text) && free[0] !== "\u0000") free[0] = free[0]!.toLowerCase();
  take("identifier", forms.identifier, ([match]) => (match === "I" ? undefined : { value: match! }));
  take("number", forms.number, ([match]) => ({ value: match!.replace(/,(?=\d{3}\b)/g, "") }));
  for (const evidence of found) sharpen(evidence);
  tellBranches(found);
  const statements = found.filter(({ kind }) => kind === "sql");
  const outside = ({ start }: { start: number }) => !statements.some((one) => start >= one.start && start < one.end);
  const phrases = findPhrases(text, found)
    .filter(outside)
    .map(({ announcement, ...phrase }): Evidence => {
      return { kind: "phrase", ...phrase, ...around(text, announcement, phrase.end) };
    });
  for (const statement of statements) phrases.push(...tablesOf(statement));
  return [...found, ...phrases].sort((a, b) => a.start - b.start);
}

const fileWords = /^(?:folder|directory|dir|path|subfolder|file|files)$/i;
const commonDirectory = /^(?:src|lib|tests?|docs?|dist|build|app|assets|public|data|tmp|var|etc|home|usr)\//i;

/** What stands in quotes may have a form of its own. */
function sharpen(evidence: Evidence): void {
  const { value } = evidence;
  const whole = (pattern: RegExp) => [...value.matchAll(pattern)].some(([match]) => match === value);
  if (evidence.kind === "quoted") {
    if (whole(forms.url)) evidence.kind = "url";
    else if (whole(forms.email)) evidence.kind = "email";
    else if (/^\s*(?:select|insert|update|delete|create|alter|drop|with)\s/i.test(value) && whole(forms.sql))
      evidence.kind = "sql";
    else if (whole(forms.cron)) evidence.kind = "cron";
    else if (whole(forms.path)) evidence.kind = "path";
    else if (whole(forms.channel)) evidence.kind = "channel";
    else if (whole(forms.glob)) evidence.kind = "glob";
  }
  const isFile = [...evidence.before, ...evidence.after.slice(0, 1)].some((word) => fileWords.test(word));
  if (
    evidence.kind === "path" &&
    !isFile &&
    !commonDirectory.test(value) &&
    /^[\w-]+\/[\w.-]+$/.test(value) &&
    !/\.[a-z]{1,4}$/i.test(value)
  )
    evidence.kind = "repository";
}

const branchPrefix = /^(?:feature|feat|fix|bugfix|hotfix|release|chore|refactor|topic|dev)\//i;
const beforeBranch = /^(?:from|into|onto|to|branch|branches|base|head|against|merge)$/;
const beforeRepository = /^(?:in|of|on|at|for|repo|repository)$/;

/** "from feature/login into main in acme/webapp": two names of one form, of which the prepositions say which is which. */
function tellBranches(found: Evidence[]): void {
  const repositories = found.filter(({ kind }) => kind === "repository");
  const isNamed = repositories.some(({ before }) => beforeRepository.test(before[0] ?? ""));
  for (const one of repositories) {
    const isApart = repositories.length > 1 && isNamed && beforeBranch.test(one.before[0] ?? "");
    if (isApart || branchPrefix.test(one.value)) one.kind = "identifier";
  }
  // "merge feature/login into main" is from the one into the other.
  const merged = found.filter(
    ({ kind, value, before }) => kind === "identifier" && before[0] === "merge" && /\//.test(value),
  );
  for (const one of merged) found.push({ ...one, kind: "phrase", key: "from", determined: false });
}

/** The table of a statement, for tools that take it apart. */
function tablesOf({ value, start }: Evidence): Evidence[] {
  const [, key = "", table] = /\b(from|into|update|table)\s+["'`]?([\w.]+)/i.exec(value) ?? [];
  if (!table) return [];
  const announcement = /into/i.test(key) ? "into" : "from";
  return [
    { kind: "phrase", key: announcement, determined: false, value: table, start, end: start, before: [], after: [] },
  ];
}

function isNoPath(text: string): boolean {
  return /^\d+(?:[./]\d+)*$/.test(text) || /^(?:e\.g|i\.e|etc|and\/or|n\/a)$/i.test(text);
}

/** Characters on each side in which the words around a value are looked for: a long text is not read anew for each. */
const neighbourhood = 200;

function around(text: string, start: number, end: number): { before: string[]; after: string[] } {
  const wordsOf = (part: string) => part.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const before = wordsOf(text.slice(Math.max(0, start - neighbourhood), start));
  const after = wordsOf(text.slice(end, end + neighbourhood));
  return { before: before.slice(-3).reverse(), after: after.slice(0, 3) };
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
