/** What a call was given without anybody having said it: the answer names it. */
import type { FunctionTool } from "../../catalog/types.js";
import { isPlaceholder } from "./fallbacks.js";
import { mentionedValues } from "./mentions.js";
import { enumOf, type Parameter, parametersOf } from "./parameters.js";
import type { Step } from "./steps.js";
import type { CallRecord } from "./transcript-state.js";

/** One sentence for each kind of assumption; empty when everything was said. Without the tool only placeholders show. */
export function assumptionsOf(step: Step, { args }: CallRecord, tool: FunctionTool | undefined): string[] {
  const required = parametersOf(tool?.function.parameters).filter((parameter) => parameter.required);
  const placeholders = Object.keys(args).filter((name) => isPlaceholder(args[name]));
  const empty = required.filter(({ name }) => Array.isArray(args[name]) && (args[name] as unknown[]).length === 0);
  const chosen = required.filter((parameter) => isChosen(parameter, args[parameter.name], step));
  return [
    ...(placeholders.length > 0 ? [`Nothing was said about ${placeholders.join(", ")}: a placeholder was used.`] : []),
    ...empty.map(({ name }) => `There was nothing to give for ${name}: it was sent empty, so the result says little.`),
    ...unplaced(step, args),
    ...chosen.map(({ name }) => `Nothing was said about ${name}: "${args[name]}" was assumed.`),
  ];
}

/** "4 CPUs" for a tool that knows sizes by name only: what was wanted and not passed on. */
function unplaced({ evidence, text }: Step, args: CallRecord["args"]): string[] {
  const given = JSON.stringify(args);
  const quantities = evidence
    .filter(({ kind, value }) => kind === "number" && !given.includes(value))
    .flatMap(({ start }) => /^\S+ ?\p{L}+/u.exec(text.slice(start)) ?? []);
  return quantities.length > 0 ? [`The tool has no place for ${quantities.join(", ")}: it was left out.`] : [];
}

/** Whether one of the allowed values was taken though neither the step nor the schema decides between them. */
function isChosen(parameter: Parameter, value: unknown, step: Step): boolean {
  const allowed = enumOf(parameter.schema);
  if (allowed.length < 2 || value === undefined || parameter.schema.default !== undefined) return false;
  return !mentionedValues(parameter, step).includes(value);
}
