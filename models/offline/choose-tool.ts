/** How well a tool fits a step, by the words they share and by the values the tool has a place for. */
import type { FunctionTool } from "../../catalog/types.js";
import { type ActionKind, actionConflict, kindsOfTool, onlyChanges } from "./actions.js";
import { type EvidenceKind, strongKinds } from "./evidence.js";
import { optionalScore, requiredScore, scoreEvidence } from "./evidence-match.js";
import { words } from "./language.js";
import { mentionedValues } from "./mentions.js";
import { namedInText } from "./named-values.js";
import { pairsFor } from "./pairs.js";
import { isFreeText, isOpen, type Parameter, parametersOf } from "./parameters.js";
import { formOfPath, formTaken } from "./path-forms.js";
import type { Step } from "./steps.js";

/** What a shared word is worth, by the place where the tool has it. */
const placeWeights = { name: 1, lead: 0.85, description: 0.6, parameter: 0.55, parameterText: 0.35 } as const;

/** The same for a verb of the same kind: "show" where the tool lists. */
const kindPlace = 0.5;

/** The fit from which a tool is called without asking for others. */
export const callThreshold = 0.62;
/** The same when a request for the step found nothing: the router knows more tools than these. */
export const unansweredThreshold = 0.34;
/** The same when nothing can be asked: the best of what there is, unless next to nothing speaks for it. */
export const lastResortThreshold = 0.13;

export interface Fit {
  tool: FunctionTool;
  /** 0 for nothing in common, about 1 for all words in common. */
  fit: number;
  /** How much the two have in common: the verb, other words, a value with a form of its own and a place for it. */
  shared: number;
  /** Whether the tool's name or description has the step's verb. */
  hasAction: boolean;
  /** Whether the tool does another kind of thing: it reads where something is to be deleted. */
  isOpposed: boolean;
  /** Whether all that the tool is known to do changes something. */
  changes: boolean;
  /** Whether more than one stray word speaks for the tool: its verb, two words, most words or a value it has a place for. */
  isSupported: boolean;
}

interface ToolWords {
  tool: FunctionTool;
  name: string[];
  places: Map<string, number>;
  parameters: Parameter[];
  isDeprecated: boolean;
  actions: Set<ActionKind>;
}

/**
 * All tools with their fit to a step, best first; equal fits stay in the order of the tools. `inherited` are the kinds of
 * value that the results hold which the step points back to.
 */
export function rankTools(
  step: Step,
  tools: readonly FunctionTool[],
  inherited: ReadonlySet<EvidenceKind> = new Set(),
): Fit[] {
  const documents = tools.map(readTool);
  const rarity = (word: string) => {
    const holders = documents.filter(({ places }) => (places.get(word) ?? 0) > placeWeights.parameterText).length;
    return Math.log(1 + (documents.length + 1) / (holders + 0.5));
  };
  return documents.map((document) => measure(step, document, rarity, inherited)).sort((a, b) => b.fit - a.fit);
}

function readTool(tool: FunctionTool): ToolWords {
  const { name, description, parameters: schema } = tool.function;
  const parameters = parametersOf(schema);
  const places = new Map<string, number>();
  const put = (text: string, weight: number) => {
    for (const word of words(text)) if ((places.get(word) ?? 0) < weight) places.set(word, weight);
  };
  const [lead = ""] = description.split(/(?<=[.!?。])\s/);
  const nameWords = words(name.replace(/[_-]/g, " "));
  put(nameWords.join(" "), placeWeights.name);
  for (const word of nameWords) places.set(word, placeWeights.name);
  put(lead, placeWeights.lead);
  put(description, placeWeights.description);
  for (const parameter of parameters) {
    put(`${parameter.name.replace(/[_-]/g, " ")} ${parameter.values.join(" ")}`, placeWeights.parameter);
    put(parameter.description, placeWeights.parameterText);
  }
  return {
    tool,
    name: nameWords,
    places,
    parameters,
    isDeprecated: /\bdeprecated\b/i.test(description),
    actions: kindsOfTool(name, lead),
  };
}

function measure(
  step: Step,
  document: ToolWords,
  rarity: (word: string) => number,
  inherited: ReadonlySet<EvidenceKind>,
): Fit {
  const { places, name } = document;
  const [verb] = words(step.action);
  let shared = 0;
  let total = 0;
  const names = namesFor(step, document.parameters);
  for (const word of step.words) {
    // In "the orders table" the first word is what a tool for tables is given.
    if (names.has(word)) continue;
    const weight = rarity(word);
    shared += weight * placeOf(word, places);
    total += weight;
  }
  const conflict = actionConflict(step.kind, document.actions);
  // "Order a pizza" is not what a tool for "orders" does.
  const literal = verb === undefined || conflict > 0 ? 0 : placeOf(verb, places);
  const coverage = total === 0 ? 0 : shared / total;
  const isOfKind = step.kind !== undefined && document.actions.has(step.kind);
  const verbPlace = Math.max(literal, isOfKind ? kindPlace : 0);
  // A name that says more than the step asks for is that of a more special tool.
  const named = name.filter((word) => step.words.some((other) => alike(word, other))).length;
  const precision = name.length === 0 ? 0 : named / name.length;
  const said = 0.5 * coverage + 0.2 * verbPlace + 0.16 * precision;
  const misses = hasUnplaced(step, document.parameters);
  const kinds = conflict === 0 ? kindsOf(step) : [];
  const fit =
    (misses ? 0.25 * said : said + valueFit(step, kinds, document, inherited)) -
    (document.isDeprecated ? 0.1 : 0) -
    (conflict > 0 || (onlyChanges(document.actions) && step.kind === undefined && coverage < 0.3) ? 0.08 : 0);
  const nouns = step.words.filter((word) => word !== verb && placeOf(word, places) > 0).length;
  const answers = step.kind === "look" && document.actions.has("compute") && nouns > 0;
  const hasAction = literal >= placeWeights.description;
  const placed = kinds.some((kind) => document.parameters.some((parameter) => parameter.kinds.has(kind)));
  return {
    tool: document.tool,
    fit: Math.max(0, fit),
    shared: nouns + (hasAction ? 1 : 0) + (placed && !misses ? 1 : 0),
    hasAction,
    isOpposed: conflict === 2,
    changes: onlyChanges(document.actions),
    isSupported: hasAction || isOfKind || answers || nouns > 1 || coverage >= 0.5 || (placed && !misses),
  };
}

/** Stems of the values that the step names by the nouns of the tool's parameters. */
function namesFor(step: Step, parameters: Parameter[]): Set<string> {
  return new Set(parameters.flatMap((parameter) => words(namedInText(parameter, step) ?? "")));
}

function placeOf(word: string, places: Map<string, number>): number {
  const exact = places.get(word);
  if (exact !== undefined) return exact;
  let best = 0;
  for (const [other, weight] of places) if (alike(word, other)) best = Math.max(best, weight * 0.85);
  return best;
}

/** Stems that differ in their last letters only: "visualiz" and "visual", "summar" and "summari". */
function alike(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  return length >= 5 && Math.abs(one.length - other.length) <= 4 && one.slice(0, length) === other.slice(0, length);
}

/**
 * -0.45..0.35: values with a place in the tool speak for it, required places without a value and paths of another form
 * against it. `kinds` are those of the step's values that count: what has the form of an address does not make a tool
 * that sends out of a step that changes.
 */
function valueFit(
  step: Step,
  kinds: readonly EvidenceKind[],
  { parameters, places }: ToolWords,
  inherited: ReadonlySet<EvidenceKind>,
): number {
  const toolWords = new Set(places.keys());
  const placed = kinds.filter((kind) => parameters.some((parameter) => parameter.kinds.has(kind))).length;
  const byKind = kinds.length === 0 ? 0 : 0.25 * (placed / kinds.length);
  const isInherited = (parameter: Parameter) => [...parameter.kinds].some((kind) => inherited.has(kind));
  const required = parameters.filter((parameter) => parameter.required);
  const needy = required.filter(
    (parameter) =>
      parameter.schema.default === undefined &&
      !isInherited(parameter) &&
      !isSaid(parameter, step, parameters, toolWords),
  ).length;
  const plainlySaid = required.filter((parameter) =>
    step.evidence.some((one) => scoreEvidence(one, parameter, parameters, toolWords) >= optionalScore),
  ).length;
  // An earlier result may hold what the step does not say.
  return (
    byKind +
    Math.min(0.1, 0.04 * plainlySaid) +
    (required.some(isInherited) ? 0.1 : 0) -
    formPenalty(step, parameters) -
    Math.min(0.15, (step.refers ? 0.03 : 0.06) * needy)
  );
}

function kindsOf(step: Step): EvidenceKind[] {
  return [...new Set(step.evidence.map(({ kind }) => kind).filter((kind) => strongKinds.has(kind)))];
}

/** Whether a plainly formed value of the step has no place in the tool at all: a file of a repository is not one of a disk. */
function hasUnplaced(step: Step, parameters: Parameter[]): boolean {
  const takesAnything = parameters.some((parameter) => isOpen(parameter) || isFreeText(parameter.words));
  return kindsOf(step).some(
    (kind) =>
      !parameters.some((parameter) => parameter.kinds.has(kind)) &&
      !(takesAnything && kind !== "repository" && kind !== "channel"),
  );
}

/** 0..0.3: a file is no directory at all, what looks like a directory may be a file without an ending. */
function formPenalty(step: Step, parameters: Parameter[]): number {
  const forms = new Set(step.evidence.filter(({ kind }) => kind === "path").map(formOfPath));
  const taken = parameters.filter(({ kinds }) => kinds.has("path")).map(formTaken);
  const [form] = forms;
  if (forms.size !== 1 || form === "either" || taken.length === 0) return 0;
  if (!taken.every((own) => own !== "either" && own !== form)) return 0;
  return form === "file" ? 0.3 : 0.12;
}

function isSaid(parameter: Parameter, step: Step, siblings: Parameter[], toolWords: ReadonlySet<string>): boolean {
  if (step.evidence.some((one) => scoreEvidence(one, parameter, siblings, toolWords) >= requiredScore)) return true;
  if (parameter.values.length > 0) return mentionedValues(parameter, step).length > 0;
  if (isOpen(parameter)) return pairsFor({ parameter, required: true, siblings }, step) !== undefined;
  const takesObject = parameter.type === "string" && parameter.kinds.size === 0 && !isLongText(parameter);
  return takesObject && step.object !== "";
}

function isLongText(parameter: Parameter): boolean {
  return parameter.words.some((word) => longText.has(word));
}

const longText = new Set(words("content body message text data"));
