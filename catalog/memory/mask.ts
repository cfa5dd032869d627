/** What is taken out of a text before it is remembered: values. The words stay, they are what is searched. */
import { defaults } from "../defaults.js";
import { redact } from "../secrets.js";

/** Quoted texts up to this length are taken for names ("Q3 report"), longer ones for contents. */
const longestQuoted = 24;

const quotes = [
  ["`", "`"],
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["‘", "’"],
  ["「", "」"],
] as const;

/** The word for a secret, what joins it to the value, and the value. */
const secretPhrases: readonly RegExp[] = [
  // "password: x", "the api key is x", "token=x"; a following word that only joins the sentence is no value.
  /\b(pass(?:word|wort|phrase|code)?|pwd|kennwort|secret|api[ _-]?key|(?:access|auth|bearer)[ _-]?token|token|bearer|credentials?|pin)\b(\s*[:=]\s*|\s+(?:is|ist)\s+|\s+(?=\S*\d))(["']?(?!(?:the|a|an|not|in|for|of|to|and|or)\b)[^\s"',;]+["']?)/gi,
  /(密[码碼钥鑰]|口令|令牌)(\s*(?:[是为為:：=]\s*)?)([^\s\p{Script=Han}\p{P}][^\s\p{Script=Han}，。；、"'“”]{2,})/gu,
];

const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, "[secret]"],
  [/```[\s\S]*?(?:```|$)/g, "[text]"],
  ...quotes.map(([open, close]): [RegExp, string] => [
    new RegExp(`${open}[^${open}${close}]{${longestQuoted + 1},}${close}`, "g"),
    "[text]",
  ]),
  // An apostrophe within a word opens nothing.
  [new RegExp(`(?<!\\p{L})'[^'\\n]{${longestQuoted + 1},}'(?!\\p{L})`, "gu"), "[text]"],
  ...secretPhrases.map((phrase): [RegExp, string] => [phrase, "$1$2[secret]"]),
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'，。]+/gi, "[address]"],
  [/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.\p{L}{2,}/gu, "[email]"],
  [/\b(?:sk|pk|rk|ghp|gho|ghs|xox[abprs]|AKIA|ASIA|AIza|glpat|eyJ)[-_A-Za-z0-9.]{8,}/g, "[secret]"],
  // No spaces, many characters: a key, a hash, a long path.
  [/(?<!\S)[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}[\]]{41,}/gu, "[text]"],
  [/(?<![\p{L}\p{N}])(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9_+/=-]{20,}(?![\p{L}\p{N}])/gu, "[secret]"],
  // Five digits and more, also in groups: cards, telephones, accounts. Years and small counts stay.
  [/(?<![\p{L}\p{N}])[+(]*\d(?:[ ().\-/]{0,2}\d){4,}(?![\p{L}])/gu, "[number]"],
];

/** Marks that stand for values; no words of the request. */
const marks = /\[(?:secret|text|address|email|number)\]/g;

/**
 * Takes values out of a text: known secrets and what looks like one, e-mail and web addresses, quoted texts and code
 * blocks, numbers of five digits and more, runs of characters without a space. Then it is cut to
 * `defaults.memory.maxCharacters`, at a space where there is one.
 */
export function maskValues(given: string, secrets: readonly string[] = []): string {
  let text = redact(given, secrets);
  // What lies far beyond the cut costs time and is not kept.
  text = text.slice(0, 20 * defaults.memory.maxCharacters);
  for (const [pattern, mark] of patterns) text = text.replace(pattern, mark);
  return shorten(text.replace(/\s+/g, " ").trim());
}

/** Values that a text itself calls secret ("the password is hunter2"): to be taken out where they are said without that word, too. */
export function secretValues(text: string): string[] {
  const start = text.slice(0, 20 * defaults.memory.maxCharacters);
  return secretPhrases
    .flatMap((phrase) => [...start.matchAll(phrase)].map((match) => match[3]!.replace(/^["']|["'.!?)]+$/g, "")))
    .filter((value) => value.length >= 4 && /\d/.test(value))
    .sort((a, b) => b.length - a.length);
}

/** The text without the marks that stand for values. */
export function withoutMarks(text: string): string {
  return text.replace(marks, " ");
}

function shorten(text: string): string {
  const most = defaults.memory.maxCharacters;
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return space > most / 2 ? cut.slice(0, space) : cut;
}
