/** Objects of free keys: which rows are meant, and what they are given. */
import { words } from "./language.js";
import { isOpen, type Parameter } from "./parameters.js";
import type { Step } from "./steps.js";

interface ObjectPlace {
  parameter: Parameter;
  required: boolean;
  siblings: readonly Parameter[];
}

const conditionWords = new Set(words("filter where condition conditions criteria match selector"));

function chooses({ words: name }: Parameter): boolean {
  return name.some((word) => conditionWords.has(word));
}

/**
 * `name=Ada email=ada@x.org` as an object. What stands behind "where" chooses rows, what stands before it fills them; so
 * does "change the status of order 7 to shipped". Undefined when the step says nothing of the kind.
 */
export function pairsFor(place: ObjectPlace, step: Step): Record<string, unknown> | undefined {
  const { parameter, required, siblings } = place;
  if (!isOpen(parameter)) return undefined;
  const rivals = siblings.filter((other) => other !== parameter && isOpen(other) && (other.required || chooses(other)));
  const all = step.evidence.filter(({ kind, key }) => kind === "pair" && !siblings.some(({ name }) => name === key));
  const where = /\b(?:where|whose|if)\b/i.exec(step.text)?.index;
  if (!required && !(chooses(parameter) && where !== undefined)) return undefined;
  const boundary = where ?? Number.POSITIVE_INFINITY;
  const own = all.filter(
    ({ start }) => rivals.length === 0 || (chooses(parameter) ? start > boundary : start < boundary),
  );
  if (own.length > 0) return Object.fromEntries(own.map(({ key = "", value }) => [key, plainValue(value)]));
  return chooses(parameter) ? byNumber(step) : byChange(step);
}

/** "order 7", "user #12": the row with that id. */
function byNumber(step: Step): Record<string, unknown> | undefined {
  const number = step.evidence.find(({ kind, value }) => kind === "number" && /^\d+$/.test(value));
  return number ? { id: Number(number.value) } : undefined;
}

/** "change the status ... to shipped" */
function byChange(step: Step): Record<string, unknown> | undefined {
  const target = step.evidence.find(({ kind, key }) => kind === "phrase" && key === "to")?.value;
  const column = step.object.split(" ").at(-1);
  return target && column ? { [column]: plainValue(target) } : undefined;
}

function plainValue(text: string): unknown {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text === "true" ? true : text === "false" ? false : text;
}
