/** The schema of what two schemas both accept. Works on schemas that are already simple. */
import {
  asType,
  branchesOf,
  define,
  isEmpty,
  isSame,
  type Node,
  never,
  notes,
  propertiesOf,
  propertyOf,
  requiredOf,
  type SchemaChange,
  type SchemaNode,
  typesOf,
  under,
} from "./node.js";

/** More branches than this, from two unions at one place, say less than they cost. */
const mostBranches = 16;

/** Takes what could not be kept. */
export type Report = (change: SchemaChange) => void;

/** Everything that both accept, at a path of the arguments; annotations of the first win. */
export function intersect(one: Node, other: Node, path: string, report: Report): Node {
  if (one === never || other === never) return never;
  if (isEmpty(other) || isSame(one, other)) return one;
  if (isEmpty(one)) return other;
  const result: SchemaNode = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    if (objectKeywords.has(keyword)) continue;
    if (!Object.hasOwn(one, keyword)) {
      define(result, keyword, value);
      continue;
    }
    const kept = both(keyword, one[keyword], value, path, report);
    // No element may be there: the empty array is still accepted.
    if (kept === never && keyword !== "items") return never;
    define(result, keyword, kept);
  }
  const said = [...new Set([...(one[notes] ?? []), ...(other[notes] ?? [])])];
  if (said.length > 0) result[notes] = said;
  return intersectObjects(result, one, other, path, report);
}

const objectKeywords = new Set(["properties", "required", "additionalProperties"]);

/** Keywords of which the greater value, and the lesser one, is the stricter. */
const greatest = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const least = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);
const annotations = new Set(["title", "description", "default", "examples"]);

function both(keyword: string, one: unknown, other: unknown, path: string, report: Report): unknown {
  if (annotations.has(keyword) || isSame(one, other)) return one;
  if (keyword === "type") return bothTypes({ type: one }, { type: other });
  if (keyword === "enum") {
    const shared = (one as unknown[]).filter((value) => (other as unknown[]).some((known) => isSame(known, value)));
    return shared.length > 0 ? shared : never;
  }
  if (greatest.has(keyword)) return Math.max(one as number, other as number);
  if (least.has(keyword)) return Math.min(one as number, other as number);
  if (keyword === "uniqueItems") return one === true || other === true;
  if (keyword === "items") return intersect(one as Node, other as Node, under(path, "*"), report);
  if (keyword === "anyOf") return bothUnions(one as SchemaNode[], other as SchemaNode[], path, report);
  if (keyword === "multipleOf") {
    const [small, large] = [one as number, other as number].toSorted((a, b) => a - b) as [number, number];
    if (large % small === 0) return large;
  }
  report({ path, what: `of two demands on ${keyword} only the first is kept`, wider: "here" });
  return one;
}

function bothTypes(one: SchemaNode, other: SchemaNode): unknown {
  const [mine, theirs] = [typesOf(one) ?? [], typesOf(other) ?? []];
  const accepts = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const shared = [
    ...new Set([...mine.filter((type) => accepts(theirs, type)), ...theirs.filter((type) => accepts(mine, type))]),
  ];
  return shared.length > 0 ? asType(shared) : never;
}

function bothUnions(one: SchemaNode[], other: SchemaNode[], path: string, report: Report): unknown {
  if (one.length * other.length > mostBranches) {
    report({ path, what: "of two unions only the first is kept", wider: "here" });
    return one;
  }
  const branches = one
    .flatMap((mine) => other.map((theirs) => intersect(mine, theirs, path, report)))
    .filter((branch) => branch !== never);
  return branches.length > 0 ? branches : never;
}

function intersectObjects(
  result: SchemaNode,
  one: SchemaNode,
  other: SchemaNode,
  path: string,
  report: Report,
): SchemaNode {
  const names = new Set([...Object.keys(propertiesOf(one)), ...Object.keys(propertiesOf(other))]);
  if (names.size > 0) {
    const properties = {};
    for (const name of names) {
      const [mine, theirs] = [one, other].map((node) => propertyOf(node, name) ?? restOf(node));
      define(properties, name, intersect(mine!, theirs!, under(path, name), report));
    }
    define(result, "properties", properties);
  }
  const required = [...new Set([...requiredOf(one), ...requiredOf(other)])];
  if (required.length > 0) result.required = required;
  if (Object.hasOwn(one, "additionalProperties") || Object.hasOwn(other, "additionalProperties")) {
    const rest = intersect(restOf(one), restOf(other), under(path, "*"), report);
    const isOpen = rest !== never && isEmpty(rest);
    result.additionalProperties = rest === never ? false : isOpen ? true : rest;
  }
  return result;
}

/** What a node demands of properties that it does not name. */
function restOf({ additionalProperties: rest }: SchemaNode): Node {
  if (rest === false) return never;
  return typeof rest === "object" && rest !== null ? (rest as SchemaNode) : {};
}

/** True when nothing can satisfy both. False also where this is not plain to see. */
export function areDisjoint(one: SchemaNode, other: SchemaNode, depth = 0): boolean {
  const [types, otherTypes] = [typesOf(one), typesOf(other)];
  if (types && otherTypes && bothTypes(one, other) === never) return true;
  const [values, otherValues] = [one.enum as unknown[] | undefined, other.enum as unknown[] | undefined];
  if (values && otherValues && !values.some((value) => otherValues.some((known) => isSame(known, value)))) return true;
  const branches = branchesOf(one) ?? branchesOf(other);
  if (branches && depth < 3) {
    const rest = branchesOf(one) ? other : one;
    return branches.every((branch) => areDisjoint(branch, rest, depth + 1));
  }
  if (types?.join() !== "object" || otherTypes?.join() !== "object" || depth >= 3) return false;
  const shared = requiredOf(one).filter((name) => requiredOf(other).includes(name));
  return shared.some((name) => {
    const [mine, theirs] = [propertyOf(one, name), propertyOf(other, name)];
    return typeof mine === "object" && typeof theirs === "object" && areDisjoint(mine, theirs, depth + 1);
  });
}
