/** Cuts a task into the clauses that are one step each. */
import { splitClauses } from "../../catalog/search/clauses.js";
import { kindOfStep } from "./actions.js";
import { findEvidence, protectedSpans } from "./evidence.js";
import { isStatement, pronouns, withoutPoliteness } from "./language.js";

/** The clauses of a task in its order, "read a.txt and b.txt" as two, what only says how or where with what it is said of. */
export function stepClauses(task: string): string[] {
  const clauses = cutWithText(task);
  const steps = clauses.filter((clause, index) => index === clauses.length - 1 || !isHeading(clause, task));
  return joinWays(steps.filter((clause, index) => index === 0 || !asksToTell.test(withoutPoliteness(clause)))).flatMap(
    expandClause,
  );
}

/** From so many characters on, what stands behind a colon is a text and not a list of things to do. */
const leastText = 300;
const mostAnnouncement = 200;

/** "Summarize this: ..." and a long text: the text is what the last clause before it is about. */
function cutWithText(task: string): string[] {
  const colon = task.search(/[:：]\s/);
  const text = task.slice(colon + 1).trim();
  if (colon === -1 || colon > mostAnnouncement || text.length < leastText) return cutClauses(task);
  const before = cutClauses(task.slice(0, colon));
  const last = withoutPoliteness(before.at(-1) ?? "");
  const kind = kindOfStep(last, last, last.split(/\s/)[0] ?? "");
  if (kind !== "compute" && kind !== "send" && kind !== "make") return cutClauses(task);
  return [...before.slice(0, -1), `${before.at(-1)} "${text.replaceAll('"', "”")}"`];
}

/** "and tell me what it returns": the answer does that. */
const asksToTell =
  /^(?:tell|show|give) (?:me|us) (?:what (?:it|they) \w+|(?:it|them|(?:the|its|their) (?:results?|outputs?|responses?|answers?|contents?|findings)))[.!?]*$/i;

/** "Release work: open a pull request": a heading is no step of its own. */
function isHeading(clause: string, task: string): boolean {
  return /^[\p{L}\d-]+(?: [\p{L}\d-]+)?$/u.test(clause) && task.includes(`${clause}:`);
}

/** A statement of SQL holds the words at which clauses are split: it is put aside while that happens. */
export function cutClauses(task: string): string[] {
  const spans = protectedSpans(task);
  const mark = (index: number) => String.fromCharCode(0xe000 + index);
  const masked = spans.reduce((text, span, index) => text.replace(span, mark(index)), task);
  return splitClauses(masked).map((clause) =>
    spans.reduce((text, span, index) => text.replace(mark(index), () => span), clause),
  );
}

/** "I need your help with some tasks": an introduction, not a task. */
const introduction =
  /^i (?:need|want|require|would like|could use)\s+(?:your |some |a bit of )?(?:help|assistance|support|advice)\b/i;

/** Clauses that tell and do not ask. */
export function tellsOnly(clause: string): boolean {
  return introduction.test(clause.trim()) || isStatement(withoutPoliteness(clause));
}

const question =
  /^(?:(?:what|who|where|how)'s|what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have)\b/i;
/** A verb of looking or using, and one plain thing: "query the database", "look in the logs". */
const way =
  /^(?:use|query|search|check|consult|look (?:it |this |them )?(?:up )?(?:in|at|into)|search in|check in)\s+(?:the|our|my|your)\s+(?:[\p{L}-]+\s*){1,3}[.!]*$/iu;

/** "How many users signed up? Query the database.": the second says where to look, and is no second thing to do. */
function joinWays(clauses: string[]): string[] {
  const joined: string[] = [];
  for (const clause of clauses) {
    const before = joined.at(-1);
    const text = withoutPoliteness(clause);
    const isWay =
      way.test(text) &&
      !text
        .toLowerCase()
        .split(/\W+/)
        .some((word) => pronouns.has(word));
    if (before !== undefined && isWay && question.test(withoutPoliteness(before))) {
      joined[joined.length - 1] = `${before.replace(/[?？]+$/, "")}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    } else joined.push(clause);
  }
  return joined;
}

const relational = /^(?:compare|merge|diff|combine|join|correlate|copy|move|rename|email|send|invite)\b|\bbetween\b/i;

/** "read a.txt and b.txt" is "read a.txt" and "read b.txt", unless the verb takes both at once. */
function expandClause(clause: string): string[] {
  if (relational.test(withoutPoliteness(clause))) return [clause];
  const files = findEvidence(clause).filter(({ kind }) => kind === "path" || kind === "url" || kind === "repository");
  const [first] = files;
  const last = files.at(-1);
  if (!first || !last || first === last) return [clause];
  const listed = files.every(
    (file, index) =>
      index === 0 ||
      /^(?:\s*[,，、]\s*|,?\s+(?:and|as well as)\s+|\s*[和与及]\s*)+$/i.test(
        clause.slice(files[index - 1]!.end, file.start),
      ),
  );
  if (!listed) return [clause];
  return files.map(
    ({ start, end }) => clause.slice(0, first.start) + clause.slice(start, end) + clause.slice(last.end),
  );
}
