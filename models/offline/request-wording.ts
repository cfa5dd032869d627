/** How the planner words a request: the kind of platform, then the action and its object. */
import type { ToolRequest } from "../protocol.js";
import type { EvidenceKind } from "./evidence.js";
import { plural, pronouns, singular } from "./language.js";
import { isNameOrPhrase, type Step } from "./steps.js";

/** What a value is, for whoever does not see it. */
const kindNames: Partial<Record<EvidenceKind, string>> = {
  url: "web page URL",
  email: "email",
  repository: "source code repository repositories",
  sql: "SQL database query rows",
  cron: "schedule",
  channel: "channel message",
};

/** The request for a step; the same step always gives the same request. */
export function wordRequest(step: Step, earlier: readonly Step[]): ToolRequest {
  const values = [
    ...new Set(
      step.evidence.map((evidence) => nameOf(evidence.kind, evidence.value)).filter((name) => name !== undefined),
    ),
  ];
  const action = clean(withoutAnnouncements(step));
  const antecedent = step.refers ? earlier.find(({ index }) => step.dependsOn.includes(index)) : undefined;
  // "watch its metrics": whose metrics tells which platform.
  const isOwned = /\b(?:its|their)\b/i.test(step.text);
  const about = antecedent && isOwned ? antecedent.object : "";
  const names = step.evidence.filter(({ kind }) => kind === "identifier").map(({ value }) => value);
  const objects = [inBothNumbers(step.object), ...names].filter((text) => text !== "");
  const server = unique([
    ...objects,
    ...(antecedent && isOwned ? [antecedent.object, antecedent.action] : []),
    ...values.map((value) => (/^file/.test(value) ? `files ${value}` : value)),
    ...(objects.length + values.length === 0 ? [step.action || step.text] : []),
  ]).join(" ");
  const tool = unique(
    [action || step.text, about, ...(action.split(" ").length < 3 ? values : [])].filter((text) => text !== ""),
  ).join(" ");
  return { server: server || tool, tool };
}

function nameOf(kind: EvidenceKind, value: string): string | undefined {
  if (kind !== "path") return kindNames[kind];
  return /\.[a-z0-9]{1,5}$/i.test(value) && !value.startsWith("./.") ? "file" : "file directory";
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

/** Catalogs write "users" or "user": the head of the object in both numbers finds either. */
function inBothNumbers(object: string): string {
  const head = object.split(" ").at(-1) ?? "";
  if (!/^\p{Ll}{3,}$/u.test(head)) return object;
  return `${object} ${singular(head) === head ? plural(head) : singular(head)}`;
}

function unique(parts: string[]): string[] {
  const seen = new Set<string>();
  return parts
    .flatMap((part) => part.split(/\s+/))
    .filter((word) => word !== "")
    .filter((word) => {
      const key = word.toLowerCase();
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
