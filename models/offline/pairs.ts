/** Objects of free keys: which rows are meant, and what they are given. */
import { plainValue } from "./convert.js";
import { words } from "./language.js";
import { isOpen, type Parameter } from "./parameters.js";
import type { Step } from "./steps.js";

interface ObjectPlace {
  parameter: Parameter;
  required: boolean;
  siblings: readonly Parameter[];
}

type Fields = Record<string, unknown>;

const conditionWords = new Set(words("filter where condition conditions criteria match selector"));

function chooses({ words: name }: Parameter): boolean {
  return name.some((word) => conditionWords.has(word));
}

/**
 * `name=Ada email=ada@x.org` as an object. What stands behind "where" chooses rows, what stands before it fills them; so
 * does "change the status of order 7 to shipped", and "a customer named Ann with email ann@x.org" fills one. Undefined when
 * the step says nothing of the kind.
 */
export function pairsFor(place: ObjectPlace, step: Step): Fields | undefined {
  const { parameter, required, siblings } = place;
  if (!isOpen(parameter)) return undefined;
  if (!required && !chooses(parameter)) return undefined;
  const rivals = siblings.filter((other) => other !== parameter && isOpen(other) && (other.required || chooses(other)));
  const all = step.evidence.filter(({ kind, key }) => kind === "pair" && !siblings.some(({ name }) => name === key));
  const where = /\b(?:where|whose|if)\b/i.exec(step.text)?.index;
  const boundary = where ?? Number.POSITIVE_INFINITY;
  const own = all.filter(
    ({ start }) => (rivals.length === 0 && required) || (chooses(parameter) ? start > boundary : start < boundary),
  );
  if (own.length > 0) return Object.fromEntries(own.map(({ key = "", value }) => [key, plainValue(value)]));
  const fields = chooses(parameter)
    ? { ...conditionsIn(step.text), ...byNumber(step) }
    : (byChange(step) ?? (describesRecord(step) ? fieldsIn(step.text.slice(0, boundary)) : {}));
  return Object.keys(fields).length > 0 ? fields : undefined;
}

const valueForm =
  "\"[^\"]*\"|'[^']*'|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|https?:\\/\\/\\S+|[$€£]?\\d[\\d.,]*(?<=\\d)(?: (?:minutes?|hours?|days?|weeks?|months?|years?)\\b)?|\\p{Lu}[\\p{L}'-]*(?: \\p{Lu}[\\p{L}'-]*)*|[\\p{L}\\d_-]+";
const condition = new RegExp(
  `\\b(?:where|whose|if|having|and|with)\\s+(?:the\\s+)?(\\p{Ll}[\\p{Ll}_]*)\\s+(?:is|are|was|equals?|of|=)\\s+(${valueForm})`,
  "gu",
);
const comparison =
  /(?:\b(\p{Ll}[\p{Ll}_]*)\s+)?\b(above|below|over|under|(?:older|newer|more|less|greater|fewer|higher|lower|larger|smaller|earlier|later) than)\s+([$€£]?\d[^\s,]*(?: (?:minutes?|hours?|days?|weeks?|months?|years?)\b)?)/gu;

/**
 * "whose country is Chile" as `country`; "older than 2020" as `older_than`, "price above 9" as `price_above`: which column
 * that is, is not known here, and to leave it out would choose all rows.
 */
function conditionsIn(text: string): Fields {
  const fields: Fields = {};
  for (const [, key = "", value = ""] of text.matchAll(condition)) fields[key] = plainValue(unquoted(value));
  for (const [, noun = "", relation = "", value = ""] of text.matchAll(comparison)) {
    const isOwn = !relation.includes(" ") && noun !== "";
    fields[[...(isOwn ? [noun] : []), ...relation.split(" ")].join("_")] = plainValue(value.replace(/[.?!]$/, ""));
  }
  return fields;
}

/** "order 7", "user #12": the row with that id. */
function byNumber({ evidence, text }: Step): Fields {
  const number = evidence.find(
    ({ kind, value, start }) =>
      kind === "number" &&
      /^\d+$/.test(value) &&
      /\p{Ll}{2,} #?$/u.test(text.slice(0, start)) &&
      !/\b(?:to|than|over|above|below|under|in|of|by|with|since|until|from|for|and|last|first|top|next|past|is|are|at|on) #?$/i.test(
        text.slice(0, start),
      ),
  );
  return number ? { id: Number(number.value) } : {};
}

/** "change the status ... to shipped", "mark it as paid" */
function byChange({ evidence, object, kind, text }: Step): Fields | undefined {
  const said = (wanted: string) => evidence.find((one) => one.kind === "phrase" && one.key === wanted)?.value;
  if (/^mark\b/i.test(text)) {
    const state = said("as");
    return state === undefined ? undefined : { status: plainValue(state) };
  }
  const target = said("to");
  const column = object.split(" ").at(-1);
  return (kind === "change" || kind === undefined) && target && column ? { [column]: plainValue(target) } : undefined;
}

/** Who looks or computes gives no record. */
function describesRecord({ kind }: Step): boolean {
  return kind !== "look" && kind !== "compute";
}

const naming = new RegExp(`\\b(?:named|called)\\s+(${valueForm})`, "u");
const field = new RegExp(
  `(?:\\b(?:with|and|has|having)|,)\\s+(?:an?\\s+|the\\s+|his\\s+|her\\s+|its\\s+)?(\\p{Ll}[\\p{Ll}_]*)\\s+(?:(?:of|is|as|=)\\s+)?(${valueForm})`,
  "gu",
);
/** Words that stand where a field would and are none. */
const noField = /^(?:then|to|in|into|the|a|an|for|at|on|it|them|add|insert|named|called)$/;

/** "named Ann Lee with email ann@x.org and age 30" as a record. */
function fieldsIn(text: string): Fields {
  const fields: Fields = {};
  const name = naming.exec(text)?.[1];
  if (name !== undefined) fields.name = unquoted(name);
  for (const [, key = "", value = ""] of text.matchAll(field)) {
    if (!noField.test(key) && !noField.test(value)) fields[key] = plainValue(unquoted(value));
  }
  if (Object.keys(fields).length > 0) return fields;
  // "Add Ann Lee to the customers table"
  const lone = /^\p{L}+\s+("[^"]*"|'[^']*'|\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*)\s+(?:to|into|in)\b/u.exec(text)?.[1];
  return lone === undefined ? {} : { name: unquoted(lone) };
}

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, "");
}
