/** What in the texts of a tool's author speaks against them: orders to the model, hidden text, stuffing, secrets. */
import { cleanText } from "../schema/text.js";

/** One thing that a text has; `kind` is what the findings are sorted by. */
export interface TextProblem {
  kind: "instruction" | "hidden text" | "keyword stuffing" | "secret";
  detail: string;
}

/*
 * Strangers write these texts, so no pattern may take longer than in proportion to them: what may repeat has a bound, or
 * cannot begin again within itself.
 */

/** Sentences that speak to the model about other things than this tool's own use. */
const instructions: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|other|all|your|system)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules|messages|context)\b/i,
  /\b(?:always|must(?: always)?|you should always)\s+(?:call|use|invoke|run|execute)\s+this\b[^.\n]{0,40}\b(?:first|before|every|any|instead)\b/i,
  /\b(?:call|use|invoke|run)\s+this(?:\s+\w+)?\s+(?:first|before)\b[^.\n]{0,40}\b(?:any|all|every|each|other)\b[^.\n]{0,20}\b(?:tools?|functions?|requests?|answers?)\b/i,
  /\bbefore\s+(?:using|calling|running)\s+any\s+(?:other\s+)?(?:tools?|functions?)\b/i,
  /\b(?:never|do not|don't)\s+(?:use|call)\s+(?:any\s+)?other\s+(?:tools?|functions?|servers?)\b/i,
  /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show|notify|alert)\b[^.\n]{0,40}\buser\b/i,
  /\bwithout\s+(?:telling|informing|asking|notifying)\s+the\s+user\b/i,
  /<\/?(?:important|system|instructions?|secret|admin|assistant)\b[^>]{0,200}>/i,
  /\b(?:system|developer)\s+(?:prompt|message)\s*:/i,
  /\byou are now\b[^.\n]{0,40}\b(?:mode|assistant|agent|admin)\b/i,
];

/** Characters that no reader sees; joiners and selectors inside emoji are not among them. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
/** So much empty space that what follows is out of sight. */
const gap = /(?<![ \t])[ \t]{60,}\S|(?<!\n)\n{12,}[^\n]/;

const secrets: readonly (readonly [string, RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an access key of AWS", /\bAKIA[0-9A-Z]{16}\b/],
  ["a token of GitHub", /\b(?:gh[pousr]_[A-Za-z0-9]{30}|github_pat_[A-Za-z0-9_]{30})/],
  ["a token of Slack", /\bxox[abprs]-[A-Za-z0-9-]{10}/],
  ["a key of Google", /\bAIza[0-9A-Za-z_-]{35}\b/],
  ["an API key", /\bsk-(?:[a-z]{1,20}-){0,3}[A-Za-z0-9_]{20}/],
  ["a web token", /\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{5}/],
  [
    "a password in an address",
    /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@"]{1,100}:(?!\w{0,100}(?:pass|pw|secret|token)\w{0,100}@)[^\s:/@"]{6,200}@[a-z0-9]/i,
  ],
];

/** What is wrong with one text as its author wrote it. */
export function findTextProblems(text: unknown): TextProblem[] {
  if (typeof text !== "string" || text === "") return [];
  const clean = cleanText(text);
  const problems: TextProblem[] = [];
  const order = instructions.map((pattern) => pattern.exec(clean)?.[0]).find((found) => found !== undefined);
  if (order !== undefined) problems.push({ kind: "instruction", detail: `speaks to the model: "${oneLine(order)}"` });
  const unseen = [...new Set(text.match(invisible) ?? [])];
  if (unseen.length > 0) {
    problems.push({
      kind: "hidden text",
      detail: `invisible characters, removed: ${unseen.slice(0, 5).map(codePoint).join(", ")}`,
    });
  }
  const hidden = findComment(clean) ?? gap.exec(text)?.[0];
  if (hidden !== undefined) problems.push({ kind: "hidden text", detail: `text out of sight: "${oneLine(hidden)}"` });
  const stuffed = findStuffing(clean);
  if (stuffed !== undefined) problems.push({ kind: "keyword stuffing", detail: stuffed });
  return problems;
}

function findComment(text: string): string | undefined {
  const start = text.indexOf("<!--");
  const end = start < 0 ? -1 : text.indexOf("-->", start);
  return end < 0 ? undefined : text.slice(start, end + 3);
}

/** Secrets in a text, each named by its kind and its first characters only. */
export function findSecrets(text: string): TextProblem[] {
  return secrets.flatMap(([what, pattern]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined
      ? []
      : [{ kind: "secret" as const, detail: `looks like ${what}: ${found.slice(0, 4)}...` }];
  });
}

/** A word said so often, or a list of bare words so long, that it is there for search and not for a reader. */
function findStuffing(text: string): string | undefined {
  const list = longestList(text);
  if (list.length >= 20) return `a list of ${list.length} keywords: ${list.slice(0, 3).map(oneLine).join(", ")}, ...`;
  const claims =
    text.match(/\b(?:anything|everything|anywhere|all-purpose|any (?!of\b)\w+|every \w+|best tool)\b/gi) ?? [];
  if (list.length >= 5 && claims.length >= 2) {
    return `claims to do all there is: "${claims.slice(0, 2).map(oneLine).join('", "')}" beside ${list.length} keywords`;
  }
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  if (words.length < 12) return undefined;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [word, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  return count >= 8 && count / words.length >= 0.25
    ? `"${word}" is said ${count} times in ${words.length} words`
    : undefined;
}

/** The longest run of parts of at most three words between commas, without a verb of its own to hold them. */
function longestList(text: string): string[] {
  let longest: string[] = [];
  for (const sentence of text.split(/[.\n;:()]/)) {
    const parts = sentence.split(",").map((part) => part.trim());
    const short = parts.filter((part) => part !== "" && part.split(/\s+/).length <= 3);
    if (short.length > longest.length) longest = short;
  }
  return longest;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
