/** Forms by which a value is recognised wherever it stands. */

export const quotes = [
  /"([^"\n]*)"/g,
  /`([^`\n]*)`/g,
  /“([^”]*)”/g,
  /‘([^’]*)’/g,
  /「([^」]*)」/g,
  /『([^』]*)』/g,
  /《([^》]*)》/g,
  /(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu,
] as const;

/** "the word deprecated": a word that is spoken of. */
export const mentioned = /(?<=\bthe (?:word|term|phrase|string) )([^\s"'`,;:]+)/gi;
/**
 * What follows the first colon of a clause of one line, behind three words or more: "report a bug: search finds nothing".
 * No pattern: one that looks back over the words takes cubic time for a long text.
 */
export function findAnnouncedText(text: string): { start: number; value: string } | undefined {
  const start = text.indexOf(":");
  if (start === -1 || text.includes("\n")) return undefined;
  const before = text.slice(0, start);
  const after = text.slice(start + 1);
  const value = after.trim();
  const isAnnounced = before.trimEnd() === before && before.split(/\s/).length >= 3;
  return isAnnounced && /^\s/.test(after) && !value.startsWith(":") && /\s/.test(value) ? { start, value } : undefined;
}

export const json = /\{[^{}]*:[^{}]*\}|\[[^[\]]*\]/g;

const sqlHead =
  /\b(?:select\s(?:(?!\bthen\b)[^;])*?\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s\w+\s+where\s|create\s+table\s|alter\s+table\s|drop\s+table\s)/;
/** An "and" goes on with a condition, or the statement ends before it. */
const sqlTail =
  /(?:(?!,?\s+then\b|,?\s+and\s+(?!\(?[\w."']+\)?\s*(?:[<>=!]|like\b|in\b|is\b|between\b|not\b))|[,，]\s+(?:[a-z]+\s+(?:the|it|them|a)\b))[^;；。])*/;
export const sql = new RegExp(sqlHead.source + sqlTail.source, "gi");

export const url = /\b(?:https?|wss?|ftp|s3|gs|file):\/\/[^\s"'<>()，。；]+/gi;
export const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
export const cron = /(?<![\w*/])(?:[\d*][\d*/,-]*|\*)(?:\s+(?:[\d*][\d*/,-]*|\*)){4}(?![\w*/])/g;
export const glob = /(?<![\w*])[\w./-]*\*[\w.*/{},-]*/g;
export const address = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\w.]*\w)/g;
export const version = /(?<![\w.])v?\d+\.\d+\.\d+(?:[-+][\w.]+)?(?![\w/])|(?<![\w.])v\d+(?:\.\d+)*\b/gi;
export const channel = /(?<![\w&/])#[a-z][\w-]*/gi;
export const number = /(?<![\w.#-])-?\d+(?:[.,]\d+)*(?=\D|$)|(?<=#)\d+\b/g;
/** Letters of file names in alphabets; Chinese is written without blanks, where a name would have no beginning. */
const letter = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d_`;
export const path = new RegExp(
  String.raw`(?<![${letter}@])(?:[a-z]:\\[${letter}\\.\-]+|~?\.{0,2}\/[${letter}.\/~\-]*[${letter}\/]|[${letter}.\-]+(?:\/[${letter}.\-]+)+\/?|[${letter}\-]+\/(?![${letter}])|(?:[${letter}\-]+\.)+(?:[a-z][a-z0-9]{0,4})(?![${letter}@])|(?<=\s|^)\.(?=\s|$))`,
  "giu",
);
/** "the folder src", and not "the folder with the photos" or "the folder structure". */
export const namedDirectory =
  /(?<=\b(?:folder|directory|subfolder|dir) (?:called |named )?)(?!(?:a|an|the|and|or|but|then|for|in|into|of|with|without|to|on|at|from|by|as|is|are|has|have|that|which|where|who|whose|when|if|so|it|its|this|please|now|again|contents?|structure|tree|listing|names?|paths?|sizes?|called|named|itself|there|here)\b)[\p{L}\d_][\p{L}\d_.-]*(?<!\.)/giu;
export const cjkDirectory = /(?<![\w/])[\w.-]+(?=\s*(?:目录|文件夹))/g;
export const identifier = /\b(?:[A-Z]{2,}-\d+|[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[A-Z]\w*(?: [A-Z]\w*)*)\b/g;
/** `key=value`; `key: value` too. Group 1 is the key, group 2 the value. */
export const assignment = /(?<![\w/?&])([a-z_][\w-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s,;，；]+)/gi;
export const labelled = /(?<![\w/])([a-z_][\w-]+)\s*[:：]\s*("[^"]*"|'[^']*'|[^\s,;，；]+)/gi;
export const quotedLabelled = /(?<![\w/])([a-z_][\w-]*)\s*[:：]\s*("[^"]*"|'[^']*')/gi;

const timeUnits = "milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|secs?|mins?|hrs?";
export const duration = new RegExp(
  `(?<![\\w.])(?:(?:last|past|next|previous|coming) )?\\d+(?:\\.\\d+)?[ -]?(?:${timeUnits})\\b|(?:最近|过去|未来)?\\d+(?:分钟|小时|天|周|个月)`,
  "gi",
);

const clock = String.raw`(?: at \d{1,2}(?::\d{2})?\s?(?:am|pm)?\b)`;
const day = "today|tomorrow|yesterday|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const monthName = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
export const date = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?\b${clock}?`,
    String.raw`\b(?:(?:next|last|this|on) )?(?:${day})\b(?:'s)?(?: (?:morning|afternoon|evening))?${clock}?`,
    String.raw`\b(?:next|last|this) (?:week|month|quarter|year)\b(?:'s)?`,
    String.raw`\b${monthName} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b${clock}?`,
    String.raw`\b\d{1,2}:\d{2}\s?(?:am|pm)?\b|\b\d{1,2}\s?(?:am|pm)\b`,
    String.raw`今天|明天|昨天|下周[一二三四五六日]?|\d{1,2}月\d{1,2}日`,
  ].join("|"),
  "gi",
);

/** Milliseconds of a unit by the first letters of its name. */
export function unitMilliseconds(unit: string): number | undefined {
  const name = unit.toLowerCase();
  const table: readonly [RegExp, number][] = [
    [/^(?:ms|milli)/, 1],
    [/^(?:s$|sec)/, 1000],
    [/^(?:min|分)/, 60_000],
    [/^(?:h$|hr|hour|小)/, 3_600_000],
    [/^(?:d$|day|天)/, 86_400_000],
    [/^(?:w$|week|周)/, 604_800_000],
    [/^(?:mon|个月)/, 2_592_000_000],
    [/^(?:y$|year)/, 31_536_000_000],
  ];
  return table.find(([pattern]) => pattern.test(name))?.[1];
}
