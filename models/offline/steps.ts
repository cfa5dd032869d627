/** Splits a task into steps: what to do, to what, with which values, and which earlier steps it builds on. */
import { splitClauses } from "../../catalog/search/clauses.js";
import { type ActionKind, kindOfStep } from "./actions.js";
import { type Evidence, findEvidence, protectedSpans } from "./evidence.js";
import {
  determiners,
  isAboutTheAssistant,
  isCjk,
  isSocial,
  isStatement,
  prepositions,
  pronouns,
  withoutPoliteness,
  words,
} from "./language.js";

export interface Step {
  index: number;
  /** The clause, without its politeness. */
  text: string;
  /** Stems of what the step is about; its values are not among them. */
  words: string[];
  /** The first word of the clause, most often its verb. */
  action: string;
  /** What kind of thing that is; undefined when the verb is of no plain kind. */
  kind: ActionKind | undefined;
  /** What the action is done to, in the words of the task; may be empty. */
  object: string;
  evidence: Evidence[];
  /** True when the step speaks of something found before, in this turn or an earlier one. */
  refers: boolean;
  /** Steps of the same task that have to be done before. */
  dependsOn: number[];
}

export interface Plan {
  steps: Step[];
  /** Values of the whole task, for steps that name none of their own. */
  evidence: Evidence[];
  /** What kind of talk a task without steps is. */
  talk: "social" | "about_assistant" | "statement" | "nothing";
}

/** Cuts a task into steps. A task that asks for nothing has none. */
export function planSteps(task: string): Plan {
  const evidence = findEvidence(task);
  const clauses = isAboutTheAssistant(task) ? [] : expandClauses(split(task));
  const steps: Step[] = [];
  for (const clause of clauses) {
    if (isSocial(clause) || isAboutTheAssistant(clause) || tellsOnly(clause)) continue;
    const step = makeStep(clause, steps);
    if (step) steps.push(step);
  }
  return { steps, evidence, talk: talkOf(task) };
}

/** A statement of SQL holds the words at which clauses are split: it is put aside while that happens. */
function split(task: string): string[] {
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

function tellsOnly(clause: string): boolean {
  return introduction.test(clause.trim()) || isStatement(withoutPoliteness(clause));
}

function talkOf(task: string): Plan["talk"] {
  if (isAboutTheAssistant(task)) return "about_assistant";
  if (isSocial(task)) return "social";
  return split(task).some(tellsOnly) ? "statement" : "nothing";
}

const sequence = /\b(?:then|afterwards?|after that|finally|lastly|next|once done|when done)\b|然后|接着|再|最后/i;

function makeStep(clause: string, earlier: Step[]): Step | undefined {
  const text = withoutPoliteness(clause).replace(/(?<!\s)[.;。；!！]+$/, "");
  const evidence = findEvidence(text);
  const plain = withoutValues(text, evidence);
  const statement = evidence.find(({ kind }) => kind === "sql")?.value;
  const stems = [...new Set(words(statement ? `${plain} query ${statement.split(/\s/)[0]}` : plain))];
  if (stems.length === 0 && evidence.length === 0) return undefined;
  const { action, object } = parse(plain);
  if (object !== "") evidence.push(objectPhrase(object, text));
  const index = earlier.length;
  const pronoun = pronounIn(plain);
  const dependsOn = new Set<number>();
  if (pronoun && index > 0) dependsOn.add(index - 1);
  for (const step of earlier) if (isNamed(step, plain)) dependsOn.add(step.index);
  if (index > 0 && dependsOn.size === 0 && genericResult.test(plain)) dependsOn.add(index - 1);
  const refers = dependsOn.size > 0 || pronoun || genericResult.test(plain);
  // The order alone matters where both work on the same file.
  for (const step of earlier) if (sharesValue(step, evidence)) dependsOn.add(step.index);
  const opening = clause.slice(0, Math.max(0, clause.indexOf(text)));
  if (index > 0 && sequence.test(opening)) dependsOn.add(index - 1);
  return {
    index,
    text,
    words: stems,
    action,
    kind: kindOfStep(clause, text, action),
    object,
    evidence,
    refers,
    dependsOn: [...dependsOn].sort((a, b) => a - b),
  };
}

/** What the verb is about can name a value, as in "update the orders table". */
function objectPhrase(object: string, text: string): Evidence {
  const start = Math.max(0, text.indexOf(object.split(" ")[0] ?? ""));
  return { kind: "phrase", key: "object", value: object, start, end: start, before: [], after: [] };
}

/** Values say what a tool is given, not which tool. Names stay: they may be those of a platform. */
export function isNameOrPhrase({ kind, value }: Evidence): boolean {
  return kind === "phrase" || (kind === "identifier" && !/\d/.test(value));
}

export function withoutValues(text: string, evidence: Evidence[]): string {
  const letters = text.split("");
  for (const one of evidence) if (!isNameOrPhrase(one)) letters.fill(" ", one.start, one.end);
  return letters.join("").replace(/\s+/g, " ").trim();
}

const questionWords =
  /^(?:(?:what|who|where|how|there)'s|what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|am|be|been|there|many|much|me|us|him|her)$/i;

function parse(plain: string): { action: string; object: string } {
  if (isCjk(plain)) return { action: "", object: (plain.match(/[\w-]+/g) ?? []).join(" ") };
  const [head = ""] = plain.split(/[,;:](?=\s|$)/);
  const tokens = head.match(/[\p{L}\p{N}_'-]+/gu) ?? [];
  const isQuestion = questionWords.test(tokens[0] ?? "");
  const object: string[] = [];
  for (const [index, token] of (isQuestion ? tokens : tokens.slice(1)).entries()) {
    const word = token.toLowerCase();
    if (object.length > 0 && endsObject(word, tokens[index + (isQuestion ? 1 : 2)])) break;
    const isFunction = determiners.has(word) || pronouns.has(word) || questionWords.test(word) || word === "and";
    if (isFunction || prepositions.has(word)) continue;
    object.push(token);
  }
  // "Is the service healthy": what it is asked to be is not what it is.
  if (object.length > 1 && /^(?:is|are|was|were) (?:the|my|our|your|this|that)\b/i.test(head)) object.pop();
  return { action: isQuestion ? "" : (tokens[0] ?? ""), object: object.join(" ") };
}

const auxiliaries = /^(?:is|are|was|were|be|been|am|do|does|did|has|have|had|can|could|will|would|should|must|may)$/;

/** What goes on behind the noun: "in the database", "placed yesterday", "does the table have", "older than 2020". */
function endsObject(word: string, next = ""): boolean {
  return (
    prepositions.has(word) ||
    auxiliaries.test(word) ||
    /[a-z]{3}ed$/.test(word) ||
    word === "than" ||
    (next.toLowerCase() === "than" && /er$|^(?:more|less)$/.test(word))
  );
}

function pronounIn(plain: string): boolean {
  if (/[它他她]们?|这些|那些|结果|上述/.test(plain)) return true;
  const tokens = plain.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return tokens.some((token, index) => {
    if (!pronouns.has(token)) return false;
    // "the file that lists ..." is a relative clause, "one" and "that" count only where they stand for a thing.
    if (token === "that") return index <= 1 || index === tokens.length - 1 || prepositions.has(tokens[index - 1] ?? "");
    if (token === "one" || token === "ones") return determiners.has(tokens[index - 1] ?? "");
    return true;
  });
}

const genericResult =
  /\b(?:the|these|those|this|that|its|their) (?:\w+ )?(?:results?|output|response|data|findings|answer|contents?|summary|report|list|numbers|values)\b|\b(?:an?) (?:short |brief |quick )?(?:summary|overview|digest|recap)\b/i;

/** "the chart" after "chart them": a definite noun that an earlier step's verb or object holds. */
function isNamed(step: Step, plain: string): boolean {
  const definite = [...plain.matchAll(/\b(?:the|that|this|those|these)\s+((?:[\p{L}\p{N}_-]+\s*){1,3})/giu)];
  const made = new Set(words(`${step.action} ${step.object}`));
  return definite.some(([, phrase = ""]) =>
    words(phrase).some((word) => made.has(word) || [...made].some((other) => sharedStem(word, other))),
  );
}

function sharedStem(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return length >= 5 && one.slice(0, length - 1) === other.slice(0, length - 1);
}

/** Two steps on the same file keep their order: the first may make what the second reads. */
function sharesValue(step: Step, evidence: Evidence[]): boolean {
  const paths = (list: Evidence[]) =>
    list.filter(({ kind }) => kind === "path" || kind === "url").map(({ value }) => value);
  return paths(step.evidence).some((one) =>
    paths(evidence).some((other) => other === one || other.startsWith(`${one}/`)),
  );
}

const relational = /^(?:compare|merge|diff|combine|join|correlate|copy|move|rename|email|send|invite)\b|\bbetween\b/i;

/** "read a.txt and b.txt" is "read a.txt" and "read b.txt", unless the verb takes both at once. */
function expandClauses(clauses: string[]): string[] {
  return clauses.flatMap((clause) => {
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
  });
}
