/** Cutting a task into its steps. */

import { flagCodes, isSpace } from "./characters.js";
import { announcesText, beginsCjkClause, beginsClause, type Joint, standsAlone } from "./clause-heads.js";
import { findClosedSpans } from "./closed-spans.js";

/** Tasks with more steps keep the rest of the text in the last one. */
export const maxClauses = 24;

const joiningWords =
  "and then|after that|after this|and|then|also|afterwards?|before|finally|lastly|next|subsequently|plus";

/** Where a clause may end. The groups say what is there. */
const joints = new RegExp(
  [
    "(?<line>\\n)",
    "(?<stop>(?<![.!?…])[.!?…]+[\"'”’»)\\]]*(?=\\s))",
    '(?<cjkStop>[。！？；]+["”’」』）]*)',
    "(?<pause>[,;:](?=\\s)|\\s[-–—]+(?=\\s))",
    "(?<cjkPause>[，、：])",
    `(?<word>(?<=\\s)(?:${joiningWords})(?=[\\s,]))`,
    "(?<cjkWord>然后|接着|随后|并且|并|再|それから|そして)",
  ].join("|"),
  "iuy",
);

/** What a joint begins with, beside white space before a dash and the first two letters of the joining words. */
const jointMarks = flagCodes("\n.!?…。！？；,;:，、：然接随并再そ");
const dashes = flagCodes("-–—");
const firstLetters = flagCodes("aAbBfFlLnNsStTpP");
const secondLetters = flagCodes("aAeEfFhHiIlLnNuU");

/** The next place at or after `from` where a clause may end. */
function nextJoint(text: string, from: number): RegExpExecArray | undefined {
  let isAfterSpace = from > 0 && isSpace(text.charCodeAt(from - 1));
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    const mayJoin = isAfterSpace && firstLetters[code] === 1 && secondLetters[next] === 1;
    if (mayJoin || jointMarks[code] === 1 || dashes[next] === 1) {
      joints.lastIndex = at;
      const match = joints.exec(text);
      if (match !== null) return match;
    }
    isAfterSpace = isSpace(code);
  }
  return undefined;
}

/** Abbreviations that a sentence does not end with. */
const neverLast = /(?:^|[\s("])(?:e\.g|i\.e|mr|mrs|ms|dr|prof|st|vs|cf|approx|\p{Lu})$/iu;
/** Abbreviations that end a sentence only where a new one begins with a capital. */
const seldomLast = /(?:^|[\s("])(?:etc|inc|ltd|co|corp|jr|sr|al|a\.m|p\.m|\p{Lu}(?:\.\p{Lu})+)$/iu;
/** Abbreviations that belong to the number after them. */
const beforeNumber = /(?:^|[\s("])(?:no|nos|min|max|vol|ch|sec|fig|art|ver|v|pp?|approx)$/iu;

/**
 * Cuts a task into clauses, one thing to do each, in the order of the text.
 *
 * It ends a clause at sentence ends and line breaks, and at commas, colons, dashes and joining words (and, then, after that,
 * 然后, ...) when what follows begins with an imperative verb, "please", a subject or a question. Text in quotes, code marks
 * or brackets, file names, addresses, numbers and abbreviations stay whole, and so do lists of things ("users and orders").
 * A line that ends in a colon belongs to the line after it. What a colon announces as words to be written or said ("report
 * a bug: ...", "tell the team: ...") stays with it to the end of its sentence, or to a "then".
 *
 * Nothing is lost or said twice: the clauses hold every word of the text in order. Only the punctuation at their ends and
 * the numbers and dashes of a list go. At most `maxClauses`; the last one holds the rest. Never throws.
 */
export function splitClauses(text: string): string[] {
  const plain = dropListMarkers(text);
  let isClosed: Uint8Array | undefined;
  const clauses: string[] = [];
  let start = 0;
  let lastPause = 0;
  let isText = false;
  let end = 0;
  for (let match = nextJoint(plain, 0); match !== undefined; match = nextJoint(plain, end)) {
    if (clauses.length === maxClauses - 1) break;
    const { index } = match;
    end = index + match[0].length;
    isClosed ??= findClosedSpans(plain);
    if (isClosed[index] || index < start) continue;
    const groups = match.groups!;
    const cut = groups.word !== undefined || groups.cjkWord !== undefined ? index : end;
    const joint: Joint = {
      left: plain.slice(start, index),
      lastPart: plain.slice(Math.max(start, lastPause), index),
      right: plain.slice(cut, cut + 240),
      kind: groups.word === undefined ? "pause" : "word",
    };
    isText ||= groups.pause === ":" && announcesText(joint.left);
    const isInText =
      isText && groups.line === undefined && groups.stop === undefined && !/^\s*then\b/i.test(joint.right);
    if (!isInText && endsClause(joint, groups)) {
      addClause(clauses, plain.slice(start, cut));
      start = cut;
      isText = false;
    }
    if (groups.pause !== undefined || groups.cjkPause !== undefined) lastPause = end;
  }
  addClause(clauses, plain.slice(start));
  return clauses;
}

function endsClause(joint: Joint, groups: Record<string, string | undefined>): boolean {
  const { left, right, kind } = joint;
  if (groups.line !== undefined) return !left.trimEnd().endsWith(":");
  if (groups.stop !== undefined) return endsSentence(left, groups.stop, right);
  if (groups.cjkStop !== undefined) return true;
  const isCjkJoint = groups.cjkPause !== undefined || groups.cjkWord !== undefined;
  if ((isCjkJoint || kind === "pause") && left.trim().length >= 2 && beginsCjkClause(right)) return true;
  if (isCjkJoint || neverLast.test(left.slice(-8).replace(/\.$/, ""))) return false;
  return beginsClause(joint) && standsAlone(joint);
}

function endsSentence(left: string, stop: string, right: string): boolean {
  if (!stop.startsWith(".") && !stop.startsWith("…")) return true;
  const next = right.trimStart();
  const startsNew = /^["'“‘([]?[\p{Lu}\p{Lo}]/u.test(next);
  const last = left.slice(-12);
  if (/^\s*\(?\d{1,3}$/.test(left) || neverLast.test(last)) return false;
  if (seldomLast.test(last) || stop.startsWith("..") || stop.startsWith("…")) return startsNew;
  return !(beforeNumber.test(last) && /^\d/.test(next));
}

/** Adds a clause without the punctuation that parted it from its neighbours; one without content is no clause. */
function addClause(clauses: string[], text: string): void {
  const head = /^(?:[\s,;:，、；：。]|[-–—.!?…]+(?=\s|$))+/u.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > head && /[\s,;:，、；：。]/u.test(text[end - 1]!)) end--;
  const stripped = text.slice(head, end);
  const isBeforeDash = dashes[stripped.charCodeAt(stripped.length - 1)] === 1;
  const clause = isBeforeDash ? stripped.replace(/(?<=\s)[-–—]+$/u, "").trimEnd() : stripped;
  const isAbbreviation = seldomLast.test(clause.slice(-12, -1)) || clause.endsWith("..");
  const trimmed = clause.endsWith(".") && !isAbbreviation ? clause.slice(0, -1) : clause;
  if (/[^\s\p{P}]/u.test(trimmed)) clauses.push(trimmed);
}

const bullet = /(^|\n)[ \t]*[-*•–][ \t]+/gu;
/** True for every text that holds a bullet or a list's first number: most requests do not. */
const mayHoldList = /(?:^|\n)[ \t]*[-*•–][ \t]|(?:^|\s)\(?0?1[.)]\s/;
const listNumber = /(^|\s)\(?(\d{1,2})[.)]\s+(?=\S)/gu;

/** Puts every item of a list on a line of its own, without its dash or number. Numbers are a list when they count from 1. */
function dropListMarkers(text: string): string {
  if (!mayHoldList.test(text)) return text;
  const isClosed = findClosedSpans(text);
  const markers = [...text.matchAll(bullet)].filter((match) => !isClosed[match.index + match[0].length - 2]);
  const numbers: RegExpExecArray[] = [];
  for (const match of text.matchAll(listNumber)) {
    if (Number(match[2]) === numbers.length + 1 && !isClosed[match.index + match[1]!.length]) numbers.push(match);
  }
  const all = [...markers, ...(numbers.length > 1 ? numbers : [])].sort((a, b) => a.index - b.index);
  let plain = "";
  let from = 0;
  for (const marker of all) {
    if (marker.index < from) continue;
    plain += `${text.slice(from, marker.index)}\n`;
    from = marker.index + marker[0].length;
  }
  return plain + text.slice(from);
}
