/** How the planner words a request: the kind of platform, then the action and its object. */
import type { ToolRequest } from "../protocol.js";
import type { ActionKind } from "./actions.js";
import type { Evidence, EvidenceKind } from "./evidence.js";
import { isCjk, plural, pronouns, singular } from "./language.js";
import { formOfPath } from "./path-forms.js";
import { isNameOrPhrase, type Step } from "./steps.js";

/** What a value is, for whoever does not see it. */
const kindNames: Partial<Record<EvidenceKind, string>> = {
  url: "web page URL",
  email: "email",
  repository: "source code repository",
  sql: "SQL database query",
  cron: "schedule",
  channel: "channel message",
  json: "data",
};

/**
 * The requests for a step, to be made one after the other while nothing fits: the first in the step's own words, the
 * second shorter and more general, in the other number. The same step always gives the same requests.
 */
export function wordRequests(step: Step, earlier: readonly Step[]): [ToolRequest, ...ToolRequest[]] {
  const first = wordRequest(step, earlier);
  const second = wordAgain(step);
  return second === undefined || (second.server === first.server && second.tool === first.tool)
    ? [first]
    : [first, second];
}

function wordRequest(step: Step, earlier: readonly Step[]): ToolRequest {
  const values = valueNames(step);
  const action = clean(withoutAnnouncements(step));
  const antecedent = step.refers ? earlier.find(({ index }) => step.dependsOn.includes(index)) : undefined;
  // "watch its metrics": whose metrics tells which platform.
  const isOwned = antecedent !== undefined && /\b(?:its|their)\b/i.test(step.text);
  const things = [...thingsOf(step), ...namesOf(step)];
  // "chart them": what was found is data, whatever it is about.
  const found = step.refers && things.length + values.length === 0 && step.kind !== "send" ? ["data"] : [];
  const server = unique([
    ...things.map(inSingular),
    ...(isOwned ? [inSingular(antecedent.object), antecedent.action] : []),
    ...values,
    ...found,
    ...(things.length + values.length + found.length === 0 ? [withoutTime(step.action || step.text)] : []),
  ]);
  const tool = unique([
    action || step.text,
    ...(isCjk(step.text) ? [step.action, step.object] : []),
    ...(isOwned ? [antecedent.object] : []),
    ...(action.split(" ").length < 3 ? [...values, ...found] : []),
  ]);
  return { server: server || tool, tool };
}

/** The plainest verbs of a kind. */
const plainVerbs: Record<ActionKind, string> = {
  look: "show get",
  compute: "compute",
  remove: "delete remove",
  move: "move",
  make: "create add",
  obtain: "book",
  change: "update change",
  send: "send",
  run: "run start",
  stop: "stop cancel",
};

/** Only verbs and heads of the nouns: who asked in too many words finds more with few. */
function wordAgain(step: Step): ToolRequest | undefined {
  const heads = thingsOf(step).flatMap((thing) => thing.split(" ").slice(-1));
  const nouns = [...heads, ...valueNames(step)];
  if (nouns.length === 0) return undefined;
  const verbs = [step.action, step.kind === undefined ? "" : plainVerbs[step.kind]];
  return { server: unique(nouns.map(inSingular)), tool: unique([...verbs, ...heads.map(inOtherNumber), ...nouns]) };
}

/** The object, and the things that prepositions name: "the orders table in the database". */
function thingsOf({ object, evidence }: Step): string[] {
  const places = evidence
    .filter(
      ({ kind, key = "", determined }) =>
        kind === "phrase" && placeAnnouncements.has(key) && (determined || key === "of"),
    )
    .map(({ value }) => value.replace(/\s+#?\d+$/, "").replace(/^(?:this|that|these|those) /i, ""))
    .filter(isCommonNoun);
  return [object, ...places].map(withoutTime).filter((thing) => thing !== "");
}

const placeAnnouncements = new Set(["in", "on", "from", "into", "to", "of", "for", "at", "subject"]);

function isCommonNoun(phrase: string): boolean {
  return /^[\p{Ll}-]+(?: [\p{Ll}-]+){0,2}$/u.test(phrase) && !pronouns.has(phrase);
}

/** Names may be those of a platform, unless a word before them says what they name. */
function namesOf({ evidence }: Step): string[] {
  return evidence
    .filter(({ kind, value, before }) => kind === "identifier" && !value.includes("/") && !namings.has(before[0] ?? ""))
    .map(({ value }) => value);
}

const namings = new Set("named called titled entitled saying word words text phrase string by".split(" "));

function valueNames({ evidence, kind: asked, object }: Step): string[] {
  const isMail = asked === undefined || asked === "send" || object === "";
  const shown = evidence.filter(({ kind }) => kind !== "email" || isMail);
  return [...new Set(shown.flatMap((one) => nameOf(one) ?? []))];
}

function nameOf(evidence: Evidence): string | undefined {
  if (evidence.kind !== "path") return kindNames[evidence.kind];
  return formOfPath(evidence) === "directory" ? "directory" : "file";
}

const timeWords =
  /\b(?:right now|now|today|tonight|tomorrow|yesterday|currently|at the moment|immediately|asap|again|please|(?:last|next|this|past) (?:minute|hour|day|week|month|quarter|year)s?|last|latest|next|first)\b|现在|今天|请/giu;

/** When something is to be done says nothing about who can do it. */
function withoutTime(text: string): string {
  return text.replace(timeWords, " ").replace(/\s+/g, " ").trim();
}

const leadIn =
  /(?:\b(?:to|in|on|at|from|with|for|by|into|onto|as|of|under|named|called|titled|entitled|saying|containing|using|via|the|a|an|and|subject|body|message|text|title)\s+)+$/i;

/** A value goes together with the words that announce it: "titled", "with the body". */
function withoutAnnouncements({ text, evidence }: Step): string {
  const values = evidence
    .filter((one) => one.start < one.end && !isNameOrPhrase(one))
    .sort((a, b) => b.start - a.start);
  let rest = text;
  for (const { start, end } of values) rest = `${rest.slice(0, start).replace(leadIn, "")} ${rest.slice(end)}`;
  return rest;
}

/** Pronouns and what is left of cut-out values say nothing to a search. */
function clean(text: string): string {
  const tokens = text.split(/\s+/).map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  const kept = tokens.filter((token) => token !== "" && !pronouns.has(token.toLowerCase()));
  while (
    kept.length > 1 &&
    /^(?:to|in|on|at|from|with|for|by|into|about|as|named|called|titled|and|the|a|an|of)$/i.test(kept.at(-1)!)
  )
    kept.pop();
  return kept.join(" ");
}

/** Catalogs write "users" or "user": with the step's own words in `tool`, the singular in `server` covers both. */
function inSingular(phrase: string): string {
  return withHead(phrase, singular);
}

function inOtherNumber(noun: string): string {
  return withHead(noun, (head) => (singular(head) === head ? plural(head) : singular(head)));
}

function withHead(phrase: string, change: (head: string) => string): string {
  const tokens = phrase.split(" ");
  const head = tokens.pop() ?? "";
  return [...tokens, /^\p{Ll}{3,}$/u.test(head) ? change(head) : head].join(" ");
}

/** The words of the parts, each once. */
function unique(parts: string[]): string {
  const seen = new Map<string, string>();
  for (const word of parts.flatMap((part) => part.split(/\s+/))) {
    if (word !== "" && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  }
  return [...seen.values()].join(" ");
}
