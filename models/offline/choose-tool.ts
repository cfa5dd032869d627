/** How well a tool fits a step, by the words they share and by the values the tool has a place for. */
import type { FunctionTool } from "../../catalog/types.js";
import { type EvidenceKind, strongKinds } from "./evidence.js";
import { words } from "./language.js";
import { type Parameter, parametersOf } from "./parameters.js";
import type { Step } from "./steps.js";

/** What a shared word is worth, by the place where the tool has it. */
const placeWeights = { name: 1, lead: 0.85, description: 0.6, parameter: 0.55, parameterText: 0.35 } as const;

/** Fits from which a tool is called without asking; and those that do when nothing can be asked. */
export const callThreshold = 0.62;
export const lastResortThreshold = 0.34;

export interface Fit {
  tool: FunctionTool;
  /** 0..1 */
  fit: number;
  /** Share of the step's words, by rarity, that the tool has. */
  coverage: number;
  /** Whether the tool's name or description has the step's verb. */
  hasAction: boolean;
}

interface ToolWords {
  tool: FunctionTool;
  name: string[];
  places: Map<string, number>;
  parameters: Parameter[];
  isDeprecated: boolean;
}

/** All tools with their fit to a step, best first; equal fits stay in the order of the tools. */
export function rankTools(step: Step, tools: readonly FunctionTool[]): Fit[] {
  const documents = tools.map(readTool);
  const rarity = (word: string) => {
    const holders = documents.filter(({ places }) => (places.get(word) ?? 0) > placeWeights.parameterText).length;
    return Math.log(1 + (documents.length + 1) / (holders + 0.5));
  };
  return documents.map((document) => measure(step, document, rarity)).sort((a, b) => b.fit - a.fit);
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
  return { tool, name: nameWords, places, parameters, isDeprecated: /\bdeprecated\b/i.test(description) };
}

function measure(step: Step, document: ToolWords, rarity: (word: string) => number): Fit {
  const { places, name } = document;
  const [verb] = words(step.action);
  let shared = 0;
  let total = 0;
  for (const word of step.words) {
    const weight = rarity(word);
    shared += weight * placeOf(word, places);
    total += weight;
  }
  const coverage = total === 0 ? 0 : shared / total;
  const verbPlace = verb === undefined ? 0 : placeOf(verb, places);
  // A name that says more than the step asks for is that of a more special tool.
  const named = name.filter((word) => step.words.some((other) => alike(word, other))).length;
  const precision = name.length === 0 ? 0 : named / name.length;
  const fit =
    0.5 * coverage +
    0.2 * verbPlace +
    0.12 * precision +
    valueFit(step, document.parameters) -
    (document.isDeprecated ? 0.1 : 0);
  return { tool: document.tool, fit: clamp(fit), coverage, hasAction: verbPlace >= placeWeights.description };
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

/** -0.25..0.18: values with a place in the tool speak for it, values without one and required places without a value against it. */
function valueFit(step: Step, parameters: Parameter[]): number {
  const kinds = new Set<EvidenceKind>(step.evidence.map(({ kind }) => kind).filter((kind) => strongKinds.has(kind)));
  const placed = [...kinds].filter((kind) => parameters.some((parameter) => parameter.kinds.has(kind))).length;
  const byKind = kinds.size === 0 ? 0 : 0.18 * (placed / kinds.size) - 0.12 * ((kinds.size - placed) / kinds.size);
  const needy = parameters.filter(
    (parameter) =>
      parameter.required &&
      [...parameter.kinds].some((kind) => strongKinds.has(kind) && kind !== "sql" && kind !== "channel") &&
      ![...parameter.kinds].some((kind) => kinds.has(kind)),
  ).length;
  // An earlier result may hold what the step does not say.
  return byKind - Math.min(0.15, (step.refers ? 0.04 : 0.08) * needy);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
