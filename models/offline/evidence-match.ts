/** How strongly a value of the task speaks for a parameter. */
import type { Evidence } from "./evidence.js";
import { containers, words } from "./language.js";
import { isFreeText, type Parameter } from "./parameters.js";

/** Words with which authors of schemas name a parameter, by the word that announces its value in a sentence. */
const announcedNames: Record<string, string> = {
  between: "x a first left source from start begin one column",
  "between and": "y b second right target to end other column",
  titled: "title name subject heading topic label",
  entitled: "title name subject heading topic label",
  named: "name title file path id",
  called: "name title file path id",
  about: "subject topic title about query keyword search term theme",
  saying: "message body text content comment caption",
  that: "message body text content comment",
  containing: "content text body query pattern where filter condition search term",
  to: "base to recipient target destination dest output value receiver channel user language unit new",
  from: "head from source src origin table sender start collection input base",
  in: "in location path directory folder channel repo repository database region zone environment env city language file project calendar place country format currency sheet index collection unit",
  on: "on date day channel server host platform branch service environment env machine node port project",
  at: "at time path location url address place rate",
  inside: "path directory folder container",
  within: "path directory folder range radius period window",
  under: "path directory folder parent category label name",
  into: "base table destination target path to directory collection language into",
  onto: "destination target to",
  for: "query for name user service keyword topic duration period customer account city location symbol term search subject metric id purpose",
  with: "content body text data message value attendee participant with label tag template reviewer parameter observation subject password",
  as: "format type name output role as state status",
  by: "by author user field amount factor",
  of: "path directory folder file of service resource metric symbol entity user customer subject topic",
  using: "method model algorithm template tool engine library",
  via: "method channel transport provider",
  over: "period range window duration over",
  since: "since start from after date",
  until: "until end to before date",
  before: "before until end date",
  after: "after since start date",
  "sorted by": "sort order",
  "grouped by": "group",
  per: "group interval per granularity",
  where: "where filter condition criteria predicate",
};

const announcedStems = new Map(
  Object.entries(announcedNames).map(([key, names]) => [key, new Set([...words(names), ...names.split(" ")])]),
);

const limitWords = new Set([
  ...words("limit count max maximum top size number results page items amount take"),
  "k",
  "n",
]);
const beforeLimit = new Set([
  "top",
  "first",
  "last",
  "latest",
  "limit",
  "most",
  "only",
  "newest",
  "best",
  "max",
  "maximum",
  "recent",
]);

/** Scores below this are no evidence for an optional parameter. */
export const optionalScore = 35;
/** Scores below this are no evidence at all. */
export const requiredScore = 10;

/** 0 (no evidence) to 100 (named outright). Does not look at types of the JSON Schema other than number. */
export function scoreEvidence(
  evidence: Evidence,
  parameter: Parameter,
  siblings: readonly Parameter[],
  toolWords: ReadonlySet<string> = new Set(),
): number {
  const { kind } = evidence;
  if (kind === "pair") return scorePair(evidence, parameter);
  const numeric = parameter.type === "number" || parameter.type === "integer";
  if (numeric) return kind === "number" || kind === "duration" ? scoreNumber(evidence, parameter) : 0;
  if (parameter.type === "boolean") return 0;
  if (kind === "json") return parameter.type === "object" || parameter.type === "array" ? 60 : 0;
  if (parameter.type === "object") return 0;
  const near = nearness(evidence, parameter);
  const byKind = scoreKind(evidence, parameter, siblings);
  if (byKind < 0) return near >= 38 ? near : 0;
  // "from the database" names what the tool is, not what it is given; "into the customers table" says which table.
  if (
    kind === "phrase" &&
    (evidence.determined !== false || /^\p{Lu}/u.test(evidence.value)) &&
    !holdsName(evidence.value, parameter) &&
    words(evidence.value).every((word) => toolWords.has(word))
  )
    return 0;
  const announcement = kind === "phrase" ? scorePhrase(evidence, parameter) : 0;
  if (kind === "phrase") return announcement === 0 ? 0 : announcement + near / 3;
  if (kind === "identifier") return near > 0 ? near + 8 : parameter.required ? 6 : 0;
  if (kind === "number" || kind === "date" || kind === "duration" || kind === "version")
    return byKind > 0 || near >= 30 ? byKind + near : 0;
  return byKind + near;
}

function scorePair({ key = "" }: Evidence, parameter: Parameter): number {
  const keyWords = words(key.replace(/[_-]/g, " "));
  const name = parameter.words;
  if (key.toLowerCase() === parameter.name.toLowerCase() || keyWords.join(" ") === name.join(" ")) return 100;
  return keyWords.length > 0 && keyWords.every((word) => name.includes(word)) ? 60 : 0;
}

function scoreNumber({ kind, before, after, value }: Evidence, parameter: Parameter): number {
  if (kind === "duration") return parameter.kinds.has("duration") ? 60 : 0;
  if (parameter.type === "integer" && !/^-?\d+$/.test(value)) return 0;
  const around = words([...before.slice(0, 2), ...after.slice(0, 2)].join(" "));
  const named = around.filter((word) => parameter.words.includes(word)).length;
  const described = around.filter((word) => parameter.descriptionWords.includes(word)).length;
  const limits = parameter.words.some((word) => limitWords.has(word));
  const asLimit = limits && (before.slice(0, 2).some((word) => beforeLimit.has(word)) || /s$/.test(after[0] ?? ""));
  return Math.min(90, 12 + 45 * named + 18 * Math.min(described, 2) + (asLimit ? 40 : 0));
}

/** The parameter's own name stands right before or behind the value. */
function nearness({ before, after }: Evidence, parameter: Parameter): number {
  const [previous, earlier] = before.map((word) => words(word)[0]);
  const next = words(after[0] ?? "")[0];
  const has = (word: string | undefined) => word !== undefined && parameter.words.includes(word);
  if (has(previous)) return 45;
  if (has(next)) return 38;
  if (has(earlier)) return 30;
  return previous !== undefined && parameter.descriptionWords.includes(previous) ? 10 : 0;
}

/** Below 0: the parameter takes another kind of value. */
function scoreKind({ kind }: Evidence, parameter: Parameter, siblings: readonly Parameter[]): number {
  const { kinds } = parameter;
  if (kind === "repository") {
    if (isOwner(parameter)) return 52;
    if (kinds.has("repository")) return 55;
    return kinds.has("path") ? 45 : -1;
  }
  if (kinds.has(kind)) {
    // Of two places for one kind the more plainly named comes first.
    const rivals = siblings.filter(
      (other) => other !== parameter && other.kinds.has(kind) && other.required && !parameter.required,
    );
    return 50 - (rivals.length > 0 ? 10 : 0);
  }
  const strict = [...kinds].some(
    (own) =>
      own !== "date" &&
      own !== "sql" &&
      own !== "path" &&
      own !== "channel" &&
      own !== "glob" &&
      own !== "version" &&
      own !== "address" &&
      own !== "duration",
  );
  if (kind === "quoted") {
    if (strict) return -1;
    if (isFreeText(parameter.words)) return 40;
    return kinds.size > 0 ? 14 : 18;
  }
  if (kind === "phrase") return strict ? -1 : 0;
  if (kind === "address" || kind === "version" || kind === "duration" || kind === "glob") return 0;
  if (kind === "channel") return parameter.words.some((word) => announcedStems.get("to")!.has(word)) ? 42 : -1;
  if (
    kind === "email" &&
    parameter.words.some((word) => announcedStems.get("to")!.has(word) || word === "user" || word === "address")
  )
    return 45;
  if (kind === "url" && kinds.has("path")) return 20;
  if (kind === "path" && parameter.words.some((word) => /^(?:source|src|sourc|destin|dest|target)$/.test(word)))
    return 45;
  if (kind === "sql" && parameter.words.some((word) => /^(?:queri|statement|command)$/.test(word))) return 50;
  if (kind === "cron" && parameter.words.some((word) => /^(?:schedul|interv|express)/.test(word))) return 50;
  return -1;
}

export function isOwner(parameter: Parameter): boolean {
  return parameter.words.some((word) => word === "owner" || word === "org" || word === "organ");
}

/** "the orders table" for a parameter `table`, "type person" for `entityType`. */
function holdsName(phrase: string, parameter: Parameter): boolean {
  if (isFreeText(parameter.words)) return false;
  // The last word of a compound name is its head; a name that ends in "by" or "in" has none.
  const head = words(
    parameter.name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .split(/[\s_-]+/)
      .at(-1) ?? "",
  )[0];
  const tokens = phrase.split(" ");
  const ends = [tokens[0], tokens.at(-1)].map((token) => words(token ?? "")[0]);
  return head !== undefined && tokens.length > 1 && tokens.length < 5 && ends.includes(head);
}

/** Words that announce one kind of thing only. */
const plainAnnouncements = new Set(["titled", "named", "called", "entitled", "saying", "where", "about", "containing"]);

function scorePhrase({ key = "", value }: Evidence, parameter: Parameter): number {
  if (holdsName(value, parameter)) return 52;
  if (/^\d/.test(value) || containers.test(value)) return 0;
  const names = announcedStems.get(key);
  if (!names || !parameter.words.some((word) => names.has(word))) return 0;
  return plainAnnouncements.has(key) ? 48 : 36;
}
