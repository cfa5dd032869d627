/** Values that the text names by the parameter's own noun: "the customers table", "the branch develop". */
import { auxiliaries, determiners, prepositions, questionWords } from "./language.js";
import { isFreeText, type Parameter } from "./parameters.js";
import type { Step } from "./steps.js";

/** Nouns that every second parameter is named after. */
const vague = new Set("name id key type kind value text data result action status number date time user".split(" "));
/** What stands before a noun and is no name. */
const plainAdjectives =
  /^(?:new|old|existing|same|whole|entire|current|following|other|given|certain|different|right|last|latest|next|first|running|specific|cloud|local|remote|open)$/i;
const functionWord = /^(?:and|or|but|then|than|not|again|now|today|please|there|here|right)$/i;

/** The value beside the noun that names a parameter; undefined when the text has none. */
export function namedInText(parameter: Parameter, { text, action }: Step): string | undefined {
  const noun = nounOf(parameter);
  if (noun === undefined) return undefined;
  const tokens = text.match(/["'`][^"'`]+["'`]|[^\s"'`]+|["'`]/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    const plain = token.toLowerCase().replace(/[.,;:!?]+$/, "");
    if (plain !== noun && plain !== `${noun}s`) continue;
    const isEnd = plain.length < token.length;
    const behind = isEnd ? undefined : nameBehind(tokens, index);
    const before = plain === noun ? nameBefore(tokens, index, action !== "" ? 1 : 0) : undefined;
    const name = behind ?? before;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The noun that ends a parameter's name; those of free text and of values with a form of their own have none. */
function nounOf({ name, type, values, kinds, words: stems }: Parameter): string | undefined {
  if (type !== "string" || values.length > 0 || isFreeText(stems)) return undefined;
  if ([...kinds].some((kind) => kind !== "channel")) return undefined;
  const parts = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/);
  const noun = parts.findLast((part) => part !== "name" && part !== "id");
  return noun === undefined || vague.has(noun) || isNoName(noun) || noun.length < 3 ? undefined : noun;
}

function nameBehind(tokens: readonly string[], index: number): string | undefined {
  const next = tokens[index + 1] ?? "";
  if (/^["'`].+["'`]$/.test(next)) return next.slice(1, -1);
  const isNaming = /^(?:named|called)$/i.test(next);
  const name = (isNaming ? (tokens[index + 2] ?? "") : next).replace(/[.,;:!?]+$/, "").replace(/^["'`]|["'`]$/g, "");
  if (!/^[\p{L}\p{N}][\w.-]*$/u.test(name) || isNoName(name)) return undefined;
  if (isNaming || /[-_\d]/.test(name)) return name;
  // "the branch develop", and not "the users table shows".
  const before = (tokens[index - 1] ?? "").toLowerCase();
  const after = (tokens[index + (isNaming ? 3 : 2)] ?? "").toLowerCase();
  const stands = determiners.has(before) || prepositions.has(before);
  const ends = after === "" || prepositions.has(after) || /^(?:and|then)$/.test(after) || /[.,;:!?]$/.test(next);
  return stands && ends && !/(?:ed|ing)$/.test(name) ? name : undefined;
}

function nameBefore(tokens: readonly string[], index: number, first: number): string | undefined {
  const name: string[] = [];
  for (let at = index - 1; at >= first && name.length < 2; at -= 1) {
    const token = tokens[at]!.replace(/^["'`]|["'`]$/g, "");
    if (/[,;:]$/.test(token) || !/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(token) || isNoName(token)) break;
    name.unshift(token);
  }
  while (name.length > 0 && plainAdjectives.test(name[0]!)) name.shift();
  return name.length === 0 ? undefined : name.join(" ");
}

function isNoName(token: string): boolean {
  const word = token.toLowerCase();
  return (
    determiners.has(word) ||
    prepositions.has(word) ||
    auxiliaries.test(word) ||
    questionWords.test(word) ||
    functionWord.test(word)
  );
}
