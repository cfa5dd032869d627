/** From any JSON Schema to one without references and combinations other than `anyOf`, with everything else merged. */
import { isObject } from "../definition.js";
import { intersect } from "./intersect.js";
import { readKeywords } from "./keywords.js";
import {
  branchesOf,
  define,
  isEmpty,
  type Node,
  never,
  propertiesOf,
  propertyOf,
  type SchemaChange,
  type SchemaNode,
  under,
  withNote,
} from "./node.js";
import { createResolver } from "./references.js";
import { cleanText, showValue } from "./text.js";
import { arePairwiseDisjoint, unite } from "./union.js";

type Source = Record<string, unknown>;

/** Levels of schemas within schemas, of which limits.ts keeps fewer; what lies deeper accepts anything. */
const deepest = 40;
/** Schemas in one tool after which the rest is cut: references may double what is written at each level. */
const mostSchemas = 2_000;
/** Branches of one union; with more of them nothing is said. */
const mostBranches = 100;

export interface SimplifyOptions {
  /** How often a schema may be written out within itself. */
  recursionDepth: number;
}

export interface Simplified {
  node: Node;
  changes: SchemaChange[];
}

/** Rewrites a whole schema. Never throws; the schema stays as it is. */
export function simplify(root: unknown, options: SimplifyOptions): Simplified {
  const work = new Simplifier(root, options);
  return { node: work.read(root, "", 0), changes: work.changes };
}

class Simplifier {
  readonly changes: SchemaChange[] = [];
  readonly #resolve: (reference: string) => unknown;
  readonly #recursionDepth: number;
  /** The schemas that are being rewritten, each as often as it stands within itself. */
  readonly #open = new Map<object, number>();
  #schemas = 0;
  /** How often something was made narrower than it is, after which "disjoint" proves nothing. */
  #narrowed = 0;

  constructor(root: unknown, { recursionDepth }: SimplifyOptions) {
    this.#resolve = createResolver(root);
    this.#recursionDepth = recursionDepth;
  }

  readonly #report = (change: SchemaChange): void => {
    this.changes.push(change);
  };

  read(source: unknown, path: string, depth: number): Node {
    if (source === false) return never;
    if (source === true) return {};
    if (!isObject(source)) {
      this.#report({ path, what: "what stands for its schema is none", wider: "below" });
      return {};
    }
    this.#schemas += 1;
    const times = this.#open.get(source) ?? 0;
    const reason =
      times > this.#recursionDepth
        ? "the recursion is cut"
        : depth > deepest
          ? "the nesting is cut"
          : this.#schemas > mostSchemas
            ? "the schema is cut: too many parts"
            : undefined;
    if (reason) return this.#cut(source, path, reason);
    this.#open.set(source, times + 1);
    try {
      return this.#readObject(source, path, depth);
    } finally {
      this.#open.set(source, times);
    }
  }

  #readObject(source: Source, path: string, depth: number): Node {
    const both = (one: Node, other: Node): Node => intersect(one, other, path, this.#report);
    let node = readKeywords(source, path, {
      inner: (schema, at) => this.read(schema, at, depth + 1),
      report: this.#report,
    });
    for (const part of this.#referenced(source, path)) node = both(node, this.read(part, path, depth + 1));
    if (Array.isArray(source.allOf))
      for (const part of source.allOf) node = both(node, this.read(part, path, depth + 1));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = source[keyword];
      if (Array.isArray(branches) && branches.length > 0)
        node = both(node, this.#union(keyword, branches, path, depth));
    }
    if (node !== never) node = this.#readNot(node, source, path);
    if (node === never) return never;
    this.#readConditions(node, source, path, depth);
    this.#readDependencies(node, source, path, depth);
    this.#closeUnevaluated(node, source, path);
    return node;
  }

  #referenced(source: Source, path: string): unknown[] {
    const references = ["$ref", "$dynamicRef", "$recursiveRef"]
      .map((keyword) => source[keyword])
      .filter((reference) => typeof reference === "string");
    return references.flatMap((reference) => {
      const target = this.#resolve(reference);
      if (typeof target === "boolean" || isObject(target)) return [target];
      this.#report({ path, what: `the reference ${showValue(reference)} leads nowhere`, wider: "below" });
      return [];
    });
  }

  #union(keyword: string, branches: readonly unknown[], path: string, depth: number): Node {
    if (branches.length > mostBranches) {
      this.#report({ path, what: `${keyword} with ${branches.length} branches is left out`, wider: "below" });
      return {};
    }
    const narrowed = this.#narrowed;
    const read = branches.map((branch) => this.read(branch, path, depth + 1));
    if (keyword === "oneOf") {
      const isExact = narrowed === this.#narrowed && arePairwiseDisjoint(read);
      this.#report({ path, what: "oneOf became anyOf", wider: isExact ? undefined : "here" });
    }
    return unite(read);
  }

  #readNot(node: SchemaNode, { not }: Source, path: string): Node {
    if (not === undefined) return node;
    if (not === true || (isObject(not) && Object.keys(not).length === 0)) return never;
    this.#report({ path, what: "the keyword not is left out", wider: "here" });
    const values = isObject(not) ? (Array.isArray(not.enum) ? not.enum : "const" in not ? [not.const] : []) : [];
    if (values.length === 0) return node;
    const noted = { ...node };
    withNote(noted, `Not ${values.slice(0, 20).map(showValue).join(", ")}.`);
    return noted;
  }

  #readConditions(node: SchemaNode, source: Source, path: string, depth: number): void {
    if (source.if === undefined || (source.then === undefined && source.else === undefined)) return;
    this.#report({ path, what: "if, then and else are left out; their parameters are kept", wider: "below" });
    const condition = describeCondition(source.if);
    for (const [keyword, word] of [
      ["then", "If"],
      ["else", "Unless"],
    ] as const) {
      const branch = source[keyword];
      const names = namesIn(isObject(branch) ? branch.required : undefined);
      if (condition && names.length > 0) withNote(node, `${word} ${condition}, give ${names.join(", ")}.`);
    }
    this.#addParameters(node, [source.then, source.else], path, depth);
  }

  #readDependencies(node: SchemaNode, source: Source, path: string, depth: number): void {
    for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
      const dependencies = source[keyword];
      if (!isObject(dependencies)) continue;
      for (const [name, demand] of Object.entries(dependencies)) {
        const names = namesIn(Array.isArray(demand) ? demand : isObject(demand) ? demand.required : undefined);
        if (names.length > 0) withNote(node, `With ${cleanText(name)}, give ${names.join(", ")} too.`);
        this.#report({
          path,
          what: `what ${cleanText(name)} demands of other parameters is left out`,
          wider: Array.isArray(demand) ? "here" : "below",
        });
      }
      this.#addParameters(node, Object.values(dependencies), path, depth);
    }
  }

  /** Parameters that only conditions name must be seen by the model all the same. */
  #addParameters(node: SchemaNode, conditional: readonly unknown[], path: string, depth: number): void {
    if (node.additionalProperties === false) return;
    const added = new Map<string, Node[]>();
    for (const { properties } of conditional.filter(isObject)) {
      if (!isObject(properties)) continue;
      for (const [name, schema] of Object.entries(properties)) {
        if (propertyOf(node, name) !== undefined) continue;
        added.set(name, [...(added.get(name) ?? []), this.read(schema, under(path, name), depth + 1)]);
      }
    }
    if (added.size === 0) return;
    this.#narrowed += 1;
    const properties = { ...propertiesOf(node) };
    for (const [name, forms] of added) define(properties, name, unite(forms));
    node.properties = properties;
  }

  /** `unevaluatedProperties: false` closes an object as `additionalProperties` does, once all of its parts are merged. */
  #closeUnevaluated(node: SchemaNode, { unevaluatedProperties: rest }: Source, path: string): void {
    if (rest === undefined || rest === true) return;
    if (rest === false && !branchesOf(node) && node.additionalProperties === undefined) {
      this.#narrowed += 1;
      node.additionalProperties = false;
    } else if (node.additionalProperties !== false) {
      this.#report({ path, what: "the keyword unevaluatedProperties is left out", wider: "here" });
    }
  }

  /** Where a recursion or the depth ends: what kind of value, no longer what is in it. */
  #cut(source: Source, path: string, what: string): Node {
    this.#report({ path, what, wider: "below" });
    const { type, title, description } = source;
    const node = readKeywords({ type, title, description }, path, { inner: () => ({}), report: () => {} });
    if (node !== never && !isEmpty(node)) withNote(node, "Nested further in the same way.");
    return node;
  }
}

function namesIn(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).filter((name): name is string => typeof name === "string").map(cleanText);
}

/** A condition on the values of properties in words; undefined for any other. */
function describeCondition(condition: unknown): string | undefined {
  if (!isObject(condition) || !isObject(condition.properties)) return undefined;
  const parts = Object.entries(condition.properties).map(([name, schema]) => {
    if (!isObject(schema)) return undefined;
    const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : undefined;
    return values && `${cleanText(name)} is ${values.slice(0, 20).map(showValue).join(" or ")}`;
  });
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join(" and ") : undefined;
}
