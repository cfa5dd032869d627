/** The last pass over a schema: it gets its final form, and what goes beyond the limits is cut. */
import type { defaults } from "../defaults.js";
import { intersect, type Report } from "./intersect.js";
import {
  asType,
  branchesOf,
  define,
  isEmpty,
  type Node,
  never,
  notes,
  propertiesOf,
  requiredOf,
  type SchemaChange,
  type SchemaNode,
  typeOfValue,
  typesOf,
  under,
} from "./node.js";
import { joinDescription, shorten, showValue } from "./text.js";
import { unite } from "./union.js";
import type { ParameterNames } from "./way-back.js";

export type SchemaLimits = { -readonly [name in keyof typeof defaults.schemaLimits]: number };

export interface Limited {
  node: SchemaNode;
  changes: SchemaChange[];
}

const longestTitle = 200;

/** Ever stricter limits for a schema that is too long as a whole. The last lets nothing through but names and types. */
function stages(limits: SchemaLimits): SchemaLimits[] {
  const strict = (depth: number, descriptionLength: number, dataLength: number, properties = limits.properties) => ({
    ...limits,
    depth: Math.min(limits.depth, depth),
    descriptionLength: Math.min(limits.descriptionLength, descriptionLength),
    dataLength: Math.min(limits.dataLength, dataLength),
    properties: Math.min(limits.properties, properties),
  });
  return [
    limits,
    strict(limits.depth, 300, 500),
    strict(8, 300, 500),
    ...[6, 5, 4, 3, 2].map((depth) => strict(depth, 200, 300)),
    strict(2, 80, 100),
    strict(1, 80, 0),
    strict(1, 0, 0),
    strict(1, 0, 0, 20),
  ];
}

/** Brings a schema within limits. `names` leads from its property names to those in the paths of the changes. */
export function limit(
  node: SchemaNode,
  path: { wrapper: string | undefined; names: ParameterNames },
  limits: SchemaLimits,
): Limited {
  let result: Limited = { node: {}, changes: [] };
  for (const [index, stage] of stages(limits).entries()) {
    const changes: SchemaChange[] = [];
    if (index > 0)
      changes.push({ path: "", what: `it is longer than ${limits.totalLength} characters and cut further` });
    const limiter = new Limiter(stage, path, (change) => changes.push(change));
    result = { node: limiter.finish(node, "", 0) as SchemaNode, changes };
    if (JSON.stringify(result.node).length <= limits.totalLength) break;
  }
  return result;
}

class Limiter {
  constructor(
    readonly limits: SchemaLimits,
    readonly names: { wrapper: string | undefined; names: ParameterNames },
    readonly report: Report,
  ) {}

  finish(node: Node, path: string, depth: number): SchemaNode {
    if (node === never) {
      this.report({ path, what: "no value is accepted, which cannot be said", wider: "below" });
      return {};
    }
    const cut = this.#cutDepth(node, path, depth);
    const result = this.#ownKeywords(cut, path, depth === 0);
    this.#elements(result, path, depth);
    this.#properties(result, path, depth);
    const finished = this.#union(result, path, depth);
    const type = typesOf(finished) ?? inferType(finished);
    if (type) finished.type = asType(type);
    if (type?.includes("array") && finished.items === undefined) finished.items = {};
    return finished;
  }

  #cutDepth(node: SchemaNode, path: string, depth: number): SchemaNode {
    if (depth < this.limits.depth || !hasInner(node)) return node;
    const { properties: _properties, required: _required, anyOf, items, additionalProperties, ...rest } = node;
    const inner = (anyOf as SchemaNode[] | undefined)?.map((branch) => typesOf(branch) ?? inferType(branch));
    const types =
      typesOf(node) ?? inferType(node) ?? (inner?.every((list) => list !== undefined) ? inner.flat() : undefined);
    this.report({ path, what: "the nesting is cut: anything of its type is accepted", wider: "below" });
    const said = [...(node[notes] ?? []), "Nested further; the tool itself checks it."];
    return { ...rest, ...(types ? { type: asType([...new Set(types)]) } : {}), [notes]: said };
  }

  #ownKeywords(node: SchemaNode, path: string, isRoot: boolean): SchemaNode {
    const result: SchemaNode = {};
    for (const [keyword, value] of Object.entries(node)) {
      const kept = this.#keyword(keyword, value, node, path);
      if (kept !== undefined) define(result, keyword, kept);
    }
    const said = [...(node[notes] ?? [])];
    if (node.enum !== undefined && result.enum === undefined) {
      const values = node.enum as unknown[];
      result.type ??= asType([...new Set(values.map(typeOfValue))]);
      said.push(`One of ${values.length} values, such as ${values.slice(0, 5).map(showValue).join(", ")}.`);
    }
    // Those of the arguments as a whole go to the description of the function.
    if (!isRoot && said.length > 0) {
      const text = joinDescription(
        (node.description as string | undefined) ?? "",
        said.join(" "),
        this.limits.descriptionLength,
      );
      if (text !== "") result.description = text;
    }
    if (isRoot && said.length > 0) result[notes] = said;
    return result;
  }

  #keyword(keyword: string, value: unknown, node: SchemaNode, path: string): unknown {
    const { descriptionLength, dataLength, enumValues } = this.limits;
    if (keyword === "description" || keyword === "title") {
      const longest = keyword === "title" ? Math.min(longestTitle, descriptionLength) : descriptionLength;
      const text = shorten(value as string, longest);
      if (text !== value) this.report({ path, what: `the ${keyword} is cut to ${longest} characters` });
      return text === "" ? undefined : text;
    }
    if (keyword === "default" || keyword === "examples") {
      if (lengthOf(value) <= dataLength) return value;
      this.report({ path, what: `${keyword} is left out: too long` });
      return undefined;
    }
    if (keyword === "enum") {
      const values = value as unknown[];
      if (values.length <= enumValues && lengthOf(values) <= dataLength) return values;
      this.report({ path, what: `the list of ${values.length} values is left out`, wider: "here" });
      return undefined;
    }
    if (keyword === "required" && node.properties === undefined && (value as string[]).length === 0) return undefined;
    return value;
  }

  #elements(node: SchemaNode, path: string, depth: number): void {
    if (node.items === undefined) return;
    if (node.items === never) {
      node.items = {};
      node.maxItems = 0;
    } else node.items = this.finish(node.items as SchemaNode, under(path, "*"), depth + 1);
  }

  #properties(node: SchemaNode, path: string, depth: number): void {
    const rest = node.additionalProperties;
    if (typeof rest === "object") {
      const finished = this.finish(rest as SchemaNode, under(path, "*"), depth + 1);
      node.additionalProperties = isEmpty(finished) ? true : finished;
    }
    if (rest === never) node.additionalProperties = false;
    const required = requiredOf(node);
    if (node.properties === undefined && required.length === 0) return;
    const isClosed = node.additionalProperties === false;
    const all = new Map(Object.entries(propertiesOf(node)));
    for (const name of required) {
      // Some providers refuse a required name that has no property.
      if (all.has(name)) continue;
      all.set(name, isClosed ? never : typeof rest === "object" ? (rest as SchemaNode) : {});
    }
    const kept = this.#keptNames([...all.keys()], required, isClosed, path);
    const properties = {};
    for (const name of kept) {
      const schema = all.get(name)!;
      const at = this.#pathOf(path, name, depth);
      if (schema === never && !required.includes(name)) {
        if (!isClosed) this.report({ path: at, what: "that it must not be given cannot be said", wider: "below" });
      } else define(properties, name, this.finish(schema, at, depth + 1));
      // Required and forbidden at once: the whole object accepts nothing.
      if (schema === never && isClosed) this.report({ path, what: "what is required is not allowed", wider: "here" });
    }
    node.properties = properties;
    node.required = required.filter((name) => kept.has(name));
    if (requiredOf(node).length === 0) delete node.required;
  }

  #keptNames(names: string[], required: readonly string[], isClosed: boolean, path: string): Set<string> {
    const most = this.limits.properties;
    if (names.length <= most) return new Set(names);
    const chosen = new Set([...required, ...names].slice(0, Math.max(most, required.length)));
    const kept = new Set(names.filter((name) => chosen.has(name)).slice(0, most));
    const missing = names.length - kept.size;
    this.report({ path, what: `${missing} of ${names.length} parameters are left out`, wider: "here" });
    if (!isClosed)
      this.report({ path: under(path, "*"), what: "a parameter that was left out is not checked", wider: "below" });
    return kept;
  }

  #pathOf(path: string, name: string, depth: number): string {
    if (depth === 0 && name === this.names.wrapper) return path;
    return under(path, this.names.names.get(name) ?? name);
  }

  #union(node: SchemaNode, path: string, depth: number): SchemaNode {
    const branches = branchesOf(node);
    if (!branches) return node;
    const { anyOf: _anyOf, ...rest } = node;
    if (branches.length > this.limits.branches) {
      this.report({ path, what: `the union of ${branches.length} branches is left out`, wider: "below" });
      return rest;
    }
    // Cut branches may have become equal.
    const united = unite(branches.map((branch) => this.finish(branch, path, depth + 1)));
    if (united !== never && united.anyOf && Object.keys(united).length === 1) return { ...rest, anyOf: united.anyOf };
    const both = intersect(rest, united, path, this.report);
    // What the two say together may again hold what cannot be said.
    if (both !== never) return this.finish(both, path, depth);
    this.report({ path, what: "no value is accepted, which cannot be said", wider: "below" });
    return rest;
  }
}

/** Schemas within this one, other than those that accept anything. */
function hasInner(node: SchemaNode): boolean {
  const { anyOf, items, additionalProperties: rest } = node;
  if (Object.keys(propertiesOf(node)).length > 0 || requiredOf(node).length > 0) return true;
  if (anyOf !== undefined || items === never) return true;
  return [items, rest].some((inner) => typeof inner === "object" && inner !== null && !isEmpty(inner as SchemaNode));
}

/** What a schema without a type is about. */
function inferType(node: SchemaNode): string[] | undefined {
  if (node.anyOf !== undefined || node.enum !== undefined) return undefined;
  const has = (...keywords: string[]): boolean => keywords.some((keyword) => node[keyword] !== undefined);
  if (has("properties", "required", "additionalProperties")) return ["object"];
  return has("items") ? ["array"] : undefined;
}

function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
