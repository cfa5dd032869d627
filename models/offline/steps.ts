/** Splits a task into steps: what to do, to what, with which values, and which earlier steps it builds on. */
import { type ActionKind, kindOfStep } from "./actions.js";
import { inEnglish } from "./chinese.js";
import { type Evidence, findEvidence } from "./evidence.js";
import {
  auxiliaries,
  determiners,
  isAboutTheAssistant,
  isCjk,
  isSocial,
  prepositions,
  pronouns,
  questionWords,
  withoutPoliteness,
  words,
} from "./language.js";
import { formOfPath } from "./path-forms.js";
import { type Stance, stanceOf } from "./stance.js";
import { cutClauses, stepClauses, tellsOnly } from "./step-clauses.js";

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
  /** Set where the step only speaks of its action and does not plainly ask for it. */
  stance: Stance | undefined;
  /** What the action is done to, in the words of the task; may be empty. */
  object: string;
  evidence: Evidence[];
  /** True when the step speaks of something found before, in this turn or an earlier one. */
  refers: boolean;
  /** True when the step tells somebody and does not say what: it tells what was done before. */
  tells: boolean;
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

const mostPlans = 8;
const plans = new Map<string, Plan>();

/** Cuts a task into steps. A task that asks for nothing has none. The latest plans are kept: each turn asks for them anew. */
export function planSteps(task: string): Plan {
  const plan = plans.get(task) ?? makePlan(task);
  plans.delete(task);
  plans.set(task, plan);
  for (const oldest of plans.keys()) {
    if (plans.size <= mostPlans) break;
    plans.delete(oldest);
  }
  return plan;
}

function makePlan(task: string): Plan {
  const evidence = findEvidence(task);
  const clauses = isAboutTheAssistant(task) ? [] : stepClauses(task);
  const steps: Step[] = [];
  // "..., then check it and notify the team": all that comes after a "then" waits for what stands before it.
  let latestThen = 0;
  for (const clause of clauses) {
    if (isSocial(clause) || isAboutTheAssistant(clause) || tellsOnly(clause)) continue;
    const step = makeStep(clause, steps);
    if (!step) continue;
    if (step.index > 0 && followsInTime(clause, step)) latestThen = step.index;
    if (latestThen > 0 && !step.dependsOn.includes(latestThen - 1)) step.dependsOn.push(latestThen - 1);
    step.dependsOn.sort((a, b) => a - b);
    steps.push(step);
  }
  return { steps, evidence, talk: talkOf(task) };
}

function talkOf(task: string): Plan["talk"] {
  if (isAboutTheAssistant(task)) return "about_assistant";
  if (isSocial(task)) return "social";
  return cutClauses(task).some(tellsOnly) ? "statement" : "nothing";
}

const sequence = /\b(?:then|afterwards?|after that|finally|lastly|next|once done|when done)\b|然后|接着|再|最后/i;

function makeStep(clause: string, earlier: Step[]): Step | undefined {
  const text = withoutPoliteness(clause).replace(/(?<!\s)[.;。；!！]+$/, "");
  const evidence = findEvidence(text);
  const plain = withoutValues(text, evidence);
  const statement = evidence.find(({ kind }) => kind === "sql")?.value;
  const meant = statement ? ` query ${statement.split(/\s/)[0]}` : asksForListing(text, evidence) ? " list" : "";
  const { action, object } = parse(plain);
  const translated = isCjk(plain) ? ` ${action} ${object}` : "";
  const stems = [...new Set(words(plain + meant + translated))];
  if (stems.length === 0 && evidence.length === 0) return undefined;
  if (object !== "") evidence.push(phraseOf("object", object, text));
  const subject = subjectOf(plain);
  if (subject !== undefined) evidence.push(phraseOf("subject", subject, text));
  const index = earlier.length;
  const pronoun = pronounIn(plain);
  const dependsOn = new Set<number>();
  if (pronoun && index > 0) dependsOn.add(index - 1);
  for (const step of earlier) if (isNamed(step, plain)) dependsOn.add(step.index);
  if (index > 0 && dependsOn.size === 0 && genericResult.test(plain)) dependsOn.add(index - 1);
  const refers = dependsOn.size > 0 || pronoun || genericResult.test(plain);
  // The order alone matters where both work on the same file.
  for (const step of earlier) if (sharesValue(step, evidence)) dependsOn.add(step.index);
  const kind = kindOfStep(clause, text, action);
  const tells = index > 0 && kind === "send" && !refers && !evidence.some(saysWhat);
  if (tells) for (const step of earlier) dependsOn.add(step.index);
  return {
    index,
    text,
    words: stems,
    action,
    kind,
    stance: stanceOf(isPolite(clause, text) ? text.replace(/[?？]\s*$/u, "") : text),
    object,
    evidence,
    refers,
    tells,
    dependsOn: [...dependsOn],
  };
}

/** "Could you play a song?": what was cut from its front makes a question of a request. */
function isPolite(clause: string, text: string): boolean {
  return /\b(?:you|please|kindly|i|me)\b/i.test(clause.slice(0, Math.max(0, clause.indexOf(text))));
}

/** Values that are the content of a message, or its topic. */
export function saysWhat({ kind, key = "" }: Evidence): boolean {
  return (
    kind === "quoted" || kind === "json" || (kind === "phrase" && /^(?:saying|that|about|titled|entitled)$/.test(key))
  );
}

function followsInTime(clause: string, { text }: Step): boolean {
  return sequence.test(clause.slice(0, Math.max(0, clause.indexOf(text))));
}

/** "What is in the src folder", "show the contents of docs/": to say what a place holds is to list it. */
function asksForListing(text: string, evidence: readonly Evidence[]): boolean {
  if (!/^(?:what|which)\b.*\b(?:in|inside|under|within)\b|\bcontents? of\b|\bwhat is (?:in|inside|under)\b/i.test(text))
    return false;
  if (/\b(?:contain|mention|match|includ|hold)/i.test(text)) return false;
  const paths = evidence.filter(({ kind }) => kind === "path");
  if (paths.length > 0) return paths.every((path) => formOfPath(path) === "directory");
  return /\b(?:folder|directory)\b/i.test(text);
}

/** What the verb is about can name a value, as in "update the orders table". */
function phraseOf(key: "object" | "subject", value: string, text: string): Evidence {
  const start = Math.max(0, text.indexOf(value.split(" ")[0] ?? ""));
  return { kind: "phrase", key, value, determined: key === "subject", start, end: start, before: [], after: [] };
}

const askedAbout =
  /^(?:what|which|how many|how much|when|why|how)\b.*?\b(?:do|does|did|is|are|was|were|has|have|can|will)\s+(?:the|our|my|this|that|an?)\s+(.+)$/i;

/** "What columns does the orders table have": what is asked about. */
function subjectOf(plain: string): string | undefined {
  const [, rest = ""] = askedAbout.exec(plain) ?? [];
  const tokens = (rest.match(/[\p{L}\p{N}_'-]+/gu) ?? []).slice(0, 3);
  const end = tokens.findIndex((token, index) => index > 0 && endsObject(token.toLowerCase()));
  const subject = (end === -1 ? tokens.slice(0, 2) : tokens.slice(0, end)).join(" ");
  return subject === "" ? undefined : subject;
}

/** Values say what a tool is given, not which tool. Names stay: they may be those of a platform. */
export function isNameOrPhrase({ kind, value }: Evidence): boolean {
  return kind === "phrase" || (kind === "identifier" && !/[\d/]/.test(value));
}

export function withoutValues(text: string, evidence: Evidence[]): string {
  const letters = text.split("");
  for (const one of evidence) if (!isNameOrPhrase(one)) letters.fill(" ", one.start, one.end);
  return letters.join("").replace(/\s+/g, " ").trim();
}

const particles = /^(?:up|out|down|off|away|back|rid)$/;
/** "What does it say": the last word is what it is asked to do. */
const asksForDoing = /^(?:what|how) (?:do|does|did) (?:the|my|our|your|this|that)\b/i;
/** "Is the service healthy": the last word is what it is asked to be. */
const asksForBeing = /^(?:is|are|was|were) (?:the|my|our|your|this|that)\b/i;

function parse(plain: string): { action: string; object: string } {
  if (isCjk(plain)) {
    const { verb, nouns } = inEnglish(plain);
    return { action: verb, object: [...(plain.match(/[\w-]+/g) ?? []), ...nouns].join(" ") };
  }
  const [head = ""] = plain.split(/[,;:](?=\s|$)/);
  const tokens = head.match(/[\p{L}\p{N}_'-]+/gu) ?? [];
  const isQuestion = questionWords.test(tokens[0] ?? "");
  const object: string[] = [];
  for (const [index, token] of (isQuestion ? tokens : tokens.slice(1)).entries()) {
    const word = token.toLowerCase();
    if (object.length > 0 && endsObject(word, tokens[index + (isQuestion ? 1 : 2)])) break;
    const isFunction = determiners.has(word) || pronouns.has(word) || questionWords.test(word) || word === "and";
    if (isFunction || prepositions.has(word) || (object.length === 0 && particles.test(word))) continue;
    object.push(token);
  }
  if (object.length > 1 && (asksForBeing.test(head) || asksForDoing.test(head))) object.pop();
  return { action: isQuestion ? "" : (tokens[0] ?? ""), object: object.join(" ") };
}

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
