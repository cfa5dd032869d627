/** Changes the arguments of a failed call when the error says how. */
import type { FunctionTool } from "../../catalog/types.js";
import type { ArgumentSources } from "./arguments.js";
import { convert } from "./convert.js";
import { scoreEvidence } from "./evidence-match.js";
import { placeholder, valueFromStep } from "./fallbacks.js";
import { findEarlierValue } from "./hand-on.js";
import { asSchema, type Parameter, parametersOf, resolveSchema, type Schema } from "./parameters.js";
import type { CallRecord } from "./transcript-state.js";

/** New arguments for the same tool, or undefined when the message gives nothing to go by. */
export function repairArguments(
  call: Pick<CallRecord, "args" | "text">,
  tool: FunctionTool,
  sources: ArgumentSources,
): Record<string, unknown> | undefined {
  const message = call.text ?? "";
  const root = asSchema(tool.function.parameters);
  const parameters = parametersOf(root);
  const repaired = structuredClone(call.args);
  for (const name of unknownNames(message)) delete repaired[name];
  for (const parameter of parameters) {
    if (!mentions(message, parameter.name) || isUnknown(message, parameter.name)) continue;
    const value = repairValue(parameter, message, repaired[parameter.name], sources, parameters, root);
    if (value !== undefined) repaired[parameter.name] = value;
  }
  for (const [place, rest] of nestedPlaces(message)) repairNested(repaired, place, rest, root);
  if (same(repaired, call.args)) Object.assign(repaired, repairByText(message, call.args));
  return same(repaired, call.args) ? undefined : repaired;
}

/** `"filters[0].name" must be a string` and the like: the place, and what is said of it. */
function nestedPlaces(message: string): [string[], string][] {
  const text = withoutParameterList(message);
  return [...text.matchAll(/["'`]?(\w+(?:\[\d+\]|[.]\w+)+)["'`]?([^;\n]*)/g)].map(([, place = "", rest = ""]) => [
    place.split(/[.[\]]+/).filter(Boolean),
    rest,
  ]);
}

function repairNested(args: Record<string, unknown>, place: string[], about: string, root: Schema): void {
  const last = place.at(-1)!;
  let holder: unknown = args;
  let schema = root;
  for (const key of place.slice(0, -1)) {
    holder = ownValue(holder, key);
    schema = innerSchema(schema, key, root);
  }
  if (typeof holder !== "object" || holder === null || last === "__proto__") return;
  // Of a list only its places can be set: "path.filter" is said of a list where an object was expected.
  if (Array.isArray(holder) && !/^\d+$/.test(last)) return;
  const given = ownValue(holder, last);
  const type = wantedType(about);
  const value =
    given === undefined
      ? placeholder(innerSchema(schema, last, root), new Set(), root)
      : type
        ? retype(given, type)
        : undefined;
  if (value !== undefined) (holder as Record<string, unknown>)[last] = value;
}

/** Never what every object or list of the language has. */
function ownValue(holder: unknown, key: string): unknown {
  const isHolder = typeof holder === "object" && holder !== null && Object.hasOwn(holder, key);
  return isHolder ? (holder as Record<string, unknown>)[key] : undefined;
}

function innerSchema(schema: Schema, key: string, root: Schema): Schema {
  const resolved = resolveSchema(schema, root);
  return resolveSchema(
    /^\d+$/.test(key) ? resolved.items : (asSchema(resolved.properties)[key] ?? resolved.additionalProperties),
    root,
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function mentions(message: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, "\\$&")}(?![\\w[]|\\.\\w)`).test(
    withoutParameterList(message),
  );
}

/** Some errors end with the list of all parameters: what stands there is not what was wrong. */
function withoutParameterList(message: string): string {
  return message.replace(/\b(?:its )?parameters: [\s\S]*$/i, "");
}

function unknownNames(message: string): string[] {
  return [
    ...message.matchAll(
      /(?:unknown|unexpected|unrecognized|additional)\w* (?:parameter|property|properties|argument|key|field)s?:?\s+["'`]?([\w.-]+)/gi,
    ),
  ].map(([, name = ""]) => name);
}

function isUnknown(message: string, name: string): boolean {
  return unknownNames(message).includes(name);
}

function repairValue(
  parameter: Parameter,
  message: string,
  given: unknown,
  sources: ArgumentSources,
  siblings: Parameter[],
  root: Schema,
): unknown {
  const about = sentenceAbout(message, parameter.name);
  const allowed = allowedValues(about).filter((value) => value !== given && value !== parameter.name);
  if (
    allowed.length > 0 &&
    /one of|allowed|valid|available|supported|must be|expected|did you mean|options/i.test(about)
  ) {
    const wanted =
      allowed.find((value) => sources.step.text.toLowerCase().includes(value.toLowerCase())) ?? allowed[0]!;
    return (
      convert({ value: wanted }, { ...parameter, schema: { ...parameter.schema, enum: undefined } }, siblings) ?? wanted
    );
  }
  const type = wantedType(about);
  if (type && given !== undefined) return retype(given, type);
  if (given !== undefined && !/missing|required|empty/i.test(about)) return undefined;
  const evidence = [...sources.step.evidence, ...sources.otherEvidence]
    .map((one) => ({ value: convert(one, parameter, siblings), score: scoreEvidence(one, parameter, siblings) }))
    .filter(({ value, score }) => value !== undefined && score > 0)
    .sort((a, b) => b.score - a.score)[0];
  return (
    evidence?.value ??
    findEarlierValue(parameter, root, sources.results) ??
    valueFromStep(parameter, sources.step, sources.results) ??
    placeholder(parameter.schema, parameter.kinds, root)
  );
}

function wantedType(about: string): string | undefined {
  const type =
    /(?:must be|expected|should be|needs to be|requires?)\s+(?:an?\s+)?(?:valid\s+)?(string|number|integer|boolean|array|object|list)/i
      .exec(about)?.[1]
      ?.toLowerCase();
  return type === "list" ? "array" : type;
}

function sentenceAbout(message: string, name: string): string {
  const parts = withoutParameterList(message).split(/(?<=[.;])\s+|\n/);
  return parts.find((part) => mentions(part, name)) ?? message;
}

/** The values that an error offers: quoted, or a list after a colon or "one of". */
function allowedValues(text: string): string[] {
  const list =
    /(?:one of|allowed(?: values)?(?: are)?|available|supported|options(?: are)?|valid values(?: are)?|did you mean|expected)\s*:?\s*([^.;\n]+)/i.exec(
      text,
    )?.[1] ?? "";
  const offered = list.replace(/,?\s*given\b.*$/i, "");
  const quoted = [...offered.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, value = ""]) => value);
  if (quoted.length > 0) return quoted;
  const plain = offered
    .replace(/[[\]()?]/g, "")
    .split(/\s*[,|]\s*|\s+or\s+/)
    .map((value) => value.trim());
  return plain.length > 1 || /did you mean/i.test(text) ? plain.filter((value) => /^[\w./:@-]+$/.test(value)) : [];
}

function retype(value: unknown, type: string): unknown {
  if (type === "array") return Array.isArray(value) ? undefined : [value];
  if (type === "string") return typeof value === "string" ? undefined : JSON.stringify(value);
  if (type === "number" || type === "integer") {
    const number = typeof value === "string" ? Number(/-?\d+(?:\.\d+)?/.exec(value)?.[0] ?? Number.NaN) : Number.NaN;
    return Number.isNaN(number) ? undefined : type === "integer" ? Math.trunc(number) : number;
  }
  if (type === "boolean") return typeof value === "string" ? /^(?:true|yes|on|1)$/i.test(value) : Boolean(value);
  if (type === "object" && typeof value === "string") {
    try {
      return JSON.parse(value);
    } catch {
      // Not an object in disguise: the error is not repaired by a change of type.
      return undefined;
    }
  }
  return undefined;
}

/** Errors that name no parameter but a value: "unknown table usr, did you mean users?", "outside allowed directories: /data". */
function repairByText(message: string, args: Record<string, unknown>): Record<string, unknown> {
  const suggestion = /did you mean:?\s+["'`]?([\w./:@-]+?)["'`]?\s*(?:[?,.]|or\b|$)/im.exec(message)?.[1];
  const offered = suggestion
    ? [suggestion]
    : /available|exist(?:ing)?|known|valid|try/i.test(message)
      ? allowedValues(message)
      : [];
  const entries = Object.entries(args).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const blamed =
    entries.find(([, value]) => value !== "" && message.includes(value)) ??
    (entries.length === 1 ? entries[0] : undefined);
  if (offered[0] && blamed) return { [blamed[0]]: offered[0] };
  const directories = /outside (?:the )?allowed director/i.test(message)
    ? ((/\bnot in:?\s+(.+)$/im.exec(message) ?? /allowed director\w*:?\s+(.+)$/im.exec(message))?.[1]
        ?.trim()
        .split(/\s*,\s*/) ?? [])
    : [];
  const pathEntry = entries.find(
    ([name, value]) => /path|file|dir|folder|source|destination/i.test(name) && !value.startsWith("/"),
  );
  if (directories[0] && pathEntry)
    return { [pathEntry[0]]: `${directories[0].replace(/\/$/, "")}/${pathEntry[1].replace(/^\.\//, "")}` };
  return {};
}
