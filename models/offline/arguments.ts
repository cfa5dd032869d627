/** Fills the arguments of a call by the tool's JSON Schema, from the task's values and earlier results. */
import type { FunctionTool } from "../../catalog/types.js";
import { convert, convertList } from "./convert.js";
import type { Evidence } from "./evidence.js";
import { isOwner, optionalScore, requiredScore, scoreEvidence } from "./evidence-match.js";
import { placeholder, valueFromStep } from "./fallbacks.js";
import { findEarlierValue } from "./hand-on.js";
import { words } from "./language.js";
import { describedValue, mentionedBoolean, mentionedValues } from "./mentions.js";
import { namedInText } from "./named-values.js";
import { pairsFor } from "./pairs.js";
import {
  asSchema,
  isTextName,
  type Parameter,
  parametersOf,
  requiredOf,
  resolveSchema,
  type Schema,
  typeOf,
} from "./parameters.js";
import type { EarlierResult } from "./results.js";
import type { Step } from "./steps.js";
import { makeValid } from "./valid-arguments.js";

export interface ArgumentSources {
  step: Step;
  /** Values said elsewhere: the rest of the task first, then earlier turns. */
  otherEvidence: readonly Evidence[];
  /** What the step builds on first, then other results, the latest first. */
  results: readonly EarlierResult[];
}

export interface FilledArguments {
  args: Record<string, unknown>;
  /** Required parameters for which nothing was found. */
  assumed: string[];
  /** Those of them that hold records or rows: what is to be written or worked on, or told. */
  missing: string[];
  /** Required parameters that the step itself says nothing for and that results of other steps can fill. */
  open: string[];
}

/** One place for a value: a parameter, or a property of one. */
interface Leaf {
  parameter: Parameter;
  required: boolean;
  siblings: Parameter[];
  value?: unknown;
}

interface Branch {
  parameter: Parameter;
  required: boolean;
  /** An object, or a list of one object. */
  list: boolean;
  children: Place[];
}

type Place = Leaf | Branch;

const deepest = 4;

/** Fills required parameters always, optional ones only when something speaks for them. The result has the schema's types. */
export function fillArguments(tool: FunctionTool, sources: ArgumentSources): FilledArguments {
  const root = asSchema(tool.function.parameters);
  const places = placesOf(parametersOf(root), true, root, 0);
  const leaves = leavesOf(places);
  const toolWords = new Set(words(`${tool.function.name.replace(/[_-]/g, " ")} ${tool.function.description ?? ""}`));
  assignEvidence(leaves, sources, toolWords);
  const description = tool.function.description ?? "";
  const context: BuildContext = { ...sources, root, description, assumed: [], missing: [], open: [] };
  const args = makeValid(tool, build(places, context), sources);
  return { args, assumed: context.assumed, missing: context.missing, open: context.open };
}

function placesOf(parameters: Parameter[], required: boolean, root: Schema, depth: number): Place[] {
  return parameters.map((parameter): Place => {
    const isRequired = required && parameter.required;
    const list = parameter.type === "array";
    const inner = list ? resolveSchema(parameter.schema.items, root) : parameter.schema;
    const children = typeOf(inner) === "object" && depth < deepest ? parametersOf(inner, root) : [];
    if (children.length === 0) return { parameter, required: isRequired, siblings: parameters };
    return { parameter, required: isRequired, list, children: placesOf(children, isRequired, root, depth + 1) };
  });
}

function leavesOf(places: Place[]): Leaf[] {
  return places.flatMap((place) => ("children" in place ? leavesOf(place.children) : [place]));
}

/** True when what the step points back to fills the place: the file just downloaded goes before one named elsewhere. */
function hasEarlier({ parameter }: Leaf, { step, results }: ArgumentSources): boolean {
  return step.refers && findEarlierValue(parameter, asSchema(parameter.schema), results) !== undefined;
}

/** The strongest pairs of value and place first; each value and each place is used once. */
function assignEvidence(leaves: Leaf[], sources: ArgumentSources, toolWords: ReadonlySet<string>): void {
  const { step, otherEvidence } = sources;
  const used = new Set<Evidence>();
  for (const leaf of leaves) leaf.value = mentioned(leaf, step) ?? named(leaf, step, used);
  const pairs = [
    ...scorePairs(leaves, step.evidence, 1, toolWords),
    ...scorePairs(
      leaves.filter((leaf) => leaf.required && !hasEarlier(leaf, sources)),
      otherEvidence.filter(carriesOver),
      0.6,
      toolWords,
    ),
  ].sort((a, b) => b.score - a.score);
  for (const { leaf, evidence } of pairs) {
    if (leaf.value !== undefined || isUsed(evidence, used)) continue;
    const isList = leaf.parameter.type === "array";
    const value = isList
      ? convertList(sameKind(evidence, step.evidence, used), leaf.parameter)
      : convert(evidence, leaf.parameter, leaf.siblings);
    if (value === undefined) continue;
    leaf.value = value;
    // A repository fills two places: its owner and its name.
    if (evidence.kind === "repository" && !isList && leaf.siblings.some(isOwner)) continue;
    for (const one of isList ? sameKind(evidence, step.evidence, used) : [evidence]) used.add(one);
  }
}

function scorePairs(leaves: Leaf[], evidence: readonly Evidence[], factor: number, toolWords: ReadonlySet<string>) {
  return leaves.flatMap((leaf) =>
    evidence
      .map((one) => ({
        leaf,
        evidence: one,
        score: factor * scoreEvidence(one, leaf.parameter, leaf.siblings, toolWords) + (leaf.required ? 4 : 0),
      }))
      .filter(({ score }) => score >= (leaf.required ? requiredScore + 4 : optionalScore)),
  );
}

/** What was said for another step counts here only when its form says what it is. */
function carriesOver({ kind }: Evidence): boolean {
  return (
    kind === "repository" ||
    kind === "email" ||
    kind === "url" ||
    kind === "path" ||
    kind === "channel" ||
    kind === "pair" ||
    kind === "date"
  );
}

/** A phrase that overlaps a used value is the same value in other words. */
function isUsed(evidence: Evidence, used: ReadonlySet<Evidence>): boolean {
  return [...used].some(
    (other) =>
      other === evidence ||
      // The whole task holds the values of its steps once more.
      (other.kind === evidence.kind && other.key === evidence.key && other.value === evidence.value) ||
      (evidence.start < other.end &&
        other.start < evidence.end &&
        (evidence.kind === "phrase" || other.kind === "phrase")),
  );
}

function sameKind(evidence: Evidence, all: readonly Evidence[], used: ReadonlySet<Evidence>): Evidence[] {
  const same = all.filter((other) => other.kind === evidence.kind && !used.has(other));
  return same.includes(evidence) && evidence.kind !== "phrase" && evidence.kind !== "pair" ? same : [evidence];
}

function mentioned({ parameter }: Leaf, step: Step): unknown {
  if (parameter.values.length > 0) {
    const values = mentionedValues(parameter, step);
    if (values.length === 0) return undefined;
    return parameter.type === "array" ? values : values[0];
  }
  return parameter.type === "boolean" ? mentionedBoolean(parameter, step) : undefined;
}

/** The value that stands beside the parameter's noun; the phrases that hold it are used up. */
function named({ parameter, siblings }: Leaf, step: Step, used: Set<Evidence>): unknown {
  const value = namedInText(parameter, step);
  if (value === undefined) return undefined;
  for (const one of step.evidence) if (one.kind === "phrase" && one.value.includes(value)) used.add(one);
  return convert({ value }, parameter, siblings);
}

interface BuildContext extends ArgumentSources {
  root: Schema;
  /** Of the tool. */
  description: string;
  assumed: string[];
  missing: string[];
  open: string[];
}

function build(places: Place[], context: BuildContext): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const place of places) {
    const value = "children" in place ? buildBranch(place, context) : buildLeaf(place, context);
    if (value !== undefined) args[place.parameter.name] = value;
  }
  return args;
}

function buildBranch(branch: Branch, context: BuildContext): unknown {
  const { parameter, list, required } = branch;
  const hasEvidence = leavesOf(branch.children).some(({ value }) => value !== undefined);
  if (!hasEvidence && (required || context.step.refers)) {
    context.open.push(parameter.name);
    const earlier = findEarlierValue(parameter, context.root, context.results);
    if (earlier !== undefined) return earlier;
  }
  if (!required && !hasEvidence) return undefined;
  if (!hasEvidence && parameter.schema.default !== undefined) return parameter.schema.default;
  // An optional object that something speaks for still needs its own required parts.
  const own = new Set(requiredOf(list ? resolveSchema(parameter.schema.items, context.root) : parameter.schema));
  for (const child of branch.children) child.required = own.has(child.parameter.name);
  const filled = build(branch.children, context);
  return list ? [filled] : filled;
}

function buildLeaf(leaf: Leaf, context: BuildContext): unknown {
  const { parameter, required } = leaf;
  if (leaf.value !== undefined) return leaf.value;
  const { step, results, root } = context;
  const structured = parameter.type === "array" || parameter.type === "object";
  const pairs = structured ? pairsFor(leaf, step) : undefined;
  if (pairs) return parameter.type === "array" ? [pairs] : pairs;
  if (required && (takesResult(parameter) || (structured && parameter.values.length === 0)))
    context.open.push(parameter.name);
  // Optional places take an earlier result only when the step speaks of one and the place is made for such a thing.
  const carries = parameter.kinds.has("url") || parameter.words.some((word) => carriers.has(word));
  if (required || (step.refers && carries)) {
    const earlier = findEarlierValue(parameter, root, results);
    if (earlier !== undefined) return earlier;
  }
  if (!required) return undefined;
  const { schema } = parameter;
  if (schema.default !== undefined) return schema.default;
  if (parameter.values.length === 0 && (parameter.type === "string" || parameter.type === "any")) {
    const value = valueFromStep(parameter, step, results);
    if (value !== undefined) return convert({ value }, parameter, leaf.siblings) ?? assume(leaf, context);
  }
  if (parameter.type === "array" && parameter.values.length === 0) return fillList(leaf, context);
  return assume(leaf, context);
}

/** Optional parameters that are made to carry what was found. */
const carriers = new Set(
  words("data dataset rows records items values attachments results input entries payload documents media"),
);

/** Parameters for the text that tells what was found. */
function takesResult(parameter: Parameter): boolean {
  return parameter.type === "string" && parameter.values.length === 0 && isTextName(parameter);
}

function fillList(leaf: Leaf, context: BuildContext): unknown[] {
  const { parameter } = leaf;
  const items = resolveSchema(parameter.schema.items, context.root);
  const type = typeOf(items);
  if (type === "string" || type === "any") {
    const value = valueFromStep(parameter, context.step, context.results);
    const converted = value === undefined ? undefined : convertList([{ value }], parameter);
    if (converted) return converted;
  }
  const fewest = typeof parameter.schema.minItems === "number" ? parameter.schema.minItems : 0;
  context.assumed.push(parameter.name);
  if (type === "object") context.missing.push(parameter.name);
  return Array.from({ length: fewest }, () => placeholder(items, parameter.kinds, context.root));
}

function assume({ parameter }: Leaf, context: BuildContext): unknown {
  context.assumed.push(parameter.name);
  const isMessage = context.step.kind === "send" && isTextName(parameter);
  if (parameter.type === "object" || isMessage) context.missing.push(parameter.name);
  const described = describedValue(parameter, context.step, context.description);
  if (described !== undefined) return described;
  const examples = parameter.schema.examples;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  return parameter.schema.example ?? placeholder(parameter.schema, parameter.kinds, context.root);
}
