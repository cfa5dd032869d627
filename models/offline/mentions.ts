/** Allowed values and switches that a step mentions in passing: "a bar chart", "recursively", "without hidden files". */
import { words } from "./language.js";
import type { Parameter } from "./parameters.js";
import { enumOf } from "./parameters.js";
import type { Step } from "./steps.js";

/** The allowed values that the step's words hold, in the order of the text. */
export function mentionedValues(parameter: Parameter, step: Step): unknown[] {
  const own = enumOf(parameter.schema);
  const allowed = own.length > 0 ? own : parameter.values;
  const text = ` ${step.text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const stems = words(step.text);
  const pair = step.evidence.find(
    ({ kind, key }) => kind === "pair" && key?.toLowerCase() === parameter.name.toLowerCase(),
  );
  const found = allowed.flatMap((value) => {
    const plain = String(value)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (pair && pair.value.toLowerCase() === String(value).toLowerCase()) return [{ value, at: -1 }];
    if (plain === "") return [];
    const at = text.indexOf(` ${plain} `);
    if (at >= 0) return [{ value, at }];
    const valueStems = words(plain);
    if (valueStems.length > 0 && valueStems.every((stem) => stems.includes(stem))) {
      return [{ value, at: text.length + stems.indexOf(valueStems[0]!) }];
    }
    // "prod" and "production", "dev" and "development".
    const [only] = stems.filter(
      (stem) =>
        plain.length >= 3 &&
        stem.length >= 3 &&
        (plain.startsWith(stem) || stem.startsWith(plain)) &&
        Math.min(stem.length, plain.length) >= 3,
    );
    return only !== undefined && valueStems.length === 1 ? [{ value, at: 2 * text.length }] : [];
  });
  if (found.length === 0) return allowed.filter((value) => samePolarity(stems, words(String(value))));
  return found.sort((a, b) => a.at - b.at).map(({ value }) => value);
}

/** Words for yes and no: "block port 22" is `deny`, whatever the schema calls it. */
const polarities = [
  new Set(words("allow open accept enable permit start grant activate unblock")),
  new Set(words("block deny drop reject close disable stop forbid revoke deactivate refuse")),
] as const;

function samePolarity(stems: string[], valueStems: string[]): boolean {
  return polarities.some(
    (words) => stems.some((stem) => words.has(stem)) && valueStems.some((stem) => words.has(stem)),
  );
}

/** The allowed value that a description names in one breath with a word of the step: "deny: block the traffic". */
export function describedValue(parameter: Parameter, step: Step, toolDescription: string): unknown {
  const [verb] = words(step.action);
  const allowed = enumOf(parameter.schema).map((value) => ({ value, stems: words(String(value)) }));
  const phrases = `${parameter.description}; ${toolDescription}`.split(/[;.,\n|()]|\bor\b/).map(words);
  const rated = phrases.flatMap((stems) => {
    const shared = step.words.filter((word) => stems.includes(word)).length + (verb && stems.includes(verb) ? 1 : 0);
    const named = allowed.find((one) => one.stems.length > 0 && one.stems.every((stem) => stems.includes(stem)));
    return shared > 0 && named ? [{ shared, value: named.value }] : [];
  });
  return rated.toSorted((a, b) => b.shared - a.shared)[0]?.value;
}

const switchWords = new Set(
  words("include included show with enable enabled is flag should use whether allow add return do only"),
);

/** True or false when the step speaks of the switch, undefined when it does not. */
export function mentionedBoolean(parameter: Parameter, step: Step): boolean | undefined {
  const pair = step.evidence.find(
    ({ kind, key }) => kind === "pair" && key?.toLowerCase() === parameter.name.toLowerCase(),
  );
  if (pair) return !/^(?:false|no|off|0)$/i.test(pair.value);
  const telling = parameter.words.filter((word) => !switchWords.has(word));
  const tokens = (step.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => ({
    token,
    stem: words(token)[0],
  }));
  if (telling.length === 0) return undefined;
  const position = tokens.findIndex(({ stem }) => stem !== undefined && telling.includes(stem));
  if (position < 0 || !telling.every((word) => tokens.some(({ stem }) => stem === word))) return undefined;
  const before = tokens.slice(Math.max(0, position - 3), position).map(({ token }) => token);
  return !before.some((token) =>
    ["without", "no", "not", "non", "exclude", "excluding", "except", "dont"].includes(token),
  );
}
