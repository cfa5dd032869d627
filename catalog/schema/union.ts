/** The schema of what at least one of several schemas accepts. */
import { areDisjoint } from "./intersect.js";
import { branchesOf, isEmpty, isSame, type Node, never, notes, type SchemaNode } from "./node.js";

/** One schema for all branches: those that accept nothing are left out, equal ones said once, lists of values joined. */
export function unite(branches: readonly Node[]): Node {
  const flat = branches.filter((branch) => branch !== never).flatMap(innerBranches);
  const distinct = flat.filter((branch, index) => flat.findIndex((other) => isSame(other, branch)) === index);
  const [first] = distinct;
  if (!first) return never;
  if (distinct.length === 1) return first;
  if (distinct.some(isEmpty)) return {};
  return joinValues(distinct) ?? { anyOf: distinct };
}

/** True when no two branches accept the same value, so that "exactly one" says no more than "any". */
export function arePairwiseDisjoint(branches: readonly Node[]): boolean {
  const possible = branches.filter((branch) => branch !== never);
  return possible.every((one, index) => possible.slice(index + 1).every((other) => areDisjoint(one, other)));
}

function innerBranches(node: SchemaNode): SchemaNode[] {
  const inner = branchesOf(node);
  return inner && Object.keys(node).length === 1 && node[notes] === undefined ? inner : [node];
}

const ofValues = new Set(["type", "enum"]);

/** Branches that only list values, as one list. */
function joinValues(branches: readonly SchemaNode[]): SchemaNode | undefined {
  const [first, ...others] = branches;
  const isList = (node: SchemaNode): boolean =>
    Array.isArray(node.enum) &&
    node[notes] === undefined &&
    Object.keys(node).every((keyword) => ofValues.has(keyword));
  if (!first || !branches.every(isList) || others.some((other) => !isSame(other.type, first.type))) return undefined;
  const values = branches.flatMap((branch) => branch.enum as unknown[]);
  return {
    ...first,
    enum: values.filter((value, index) => values.findIndex((known) => isSame(known, value)) === index),
  };
}
