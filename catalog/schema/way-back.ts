/** Names of parameters that providers accept, and the way back from a model's arguments to the tool's own. */
import anyAscii from "any-ascii";
import { isObject } from "../definition.js";
import {
  branchesOf,
  define,
  type Node,
  never,
  notes,
  propertiesOf,
  propertyOf,
  requiredOf,
  type SchemaNode,
} from "./node.js";

/** What strict providers accept as the name of a parameter. */
export const parameterNamePattern = /^[a-zA-Z0-9_.-]{1,64}$/;

/** From the name that is sent to the tool's own. */
export type ParameterNames = ReadonlyMap<string, string>;

export interface Renamed {
  node: SchemaNode;
  names: ParameterNames;
}

/** Renames parameters whose names a provider would refuse. A new name is one that the schema has nowhere else. */
export function renameParameters(node: SchemaNode): Renamed {
  const all = new Set<string>();
  eachNode(node, (inner) => {
    for (const name of [...Object.keys(propertiesOf(inner)), ...requiredOf(inner)]) all.add(name);
  });
  const refused = [...all].filter((name) => !parameterNamePattern.test(name));
  if (refused.length === 0) return { node, names: new Map() };
  const sent = new Map<string, string>();
  for (const name of refused) {
    const free = freeName(readableName(name), all);
    all.add(free);
    sent.set(name, free);
  }
  return { node: rename(node, sent), names: new Map([...sent].map(([own, name]) => [name, own])) };
}

function readableName(name: string): string {
  // Of a longer name nothing more is seen, and to trim it would take long.
  const ascii = anyAscii(name.slice(0, 200))
    .replace(/[^a-zA-Z0-9_.-]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return ascii.slice(0, 60) || "parameter";
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1)
    if (!taken.has(`${name.slice(0, 56)}_${number}`)) return `${name.slice(0, 56)}_${number}`;
}

function eachNode(node: Node, visit: (node: SchemaNode) => void): void {
  if (node === never) return;
  visit(node);
  for (const inner of innerNodes(node)) eachNode(inner, visit);
}

function innerNodes(node: SchemaNode): Node[] {
  const { items, additionalProperties: rest } = node;
  return [
    ...Object.values(propertiesOf(node)),
    ...(branchesOf(node) ?? []),
    ...[items, rest].filter((inner): inner is Node => inner === never || isObject(inner)),
  ];
}

function rename(node: SchemaNode, sent: ReadonlyMap<string, string>): SchemaNode {
  const inner = (value: unknown): unknown => (isObject(value) ? rename(value, sent) : value);
  const result: SchemaNode = { ...node };
  if (node[notes]) result[notes] = node[notes];
  if (node.properties) {
    const properties = {};
    for (const [name, schema] of Object.entries(propertiesOf(node)))
      define(properties, sent.get(name) ?? name, inner(schema));
    result.properties = properties;
  }
  if (node.required) result.required = requiredOf(node).map((name) => sent.get(name) ?? name);
  for (const keyword of ["items", "additionalProperties"])
    if (Object.hasOwn(node, keyword)) result[keyword] = inner(node[keyword]);
  const branches = branchesOf(node);
  if (branches) result.anyOf = branches.map(inner);
  return result;
}

type Arguments = Record<string, unknown>;

/**
 * The way from arguments for the schema that was sent to arguments for the tool's own. Arguments that already have the
 * tool's own form pass as they are.
 */
export function createWayBack(
  schema: SchemaNode,
  names: ParameterNames,
  wrapper: string | undefined,
): (args: Arguments) => Arguments {
  if (names.size === 0 && wrapper === undefined) return (args) => args;
  return (args) => {
    if (wrapper === undefined) return restoreObject(args, [schema], names);
    const inner = args[wrapper];
    const isWrapped = Object.keys(args).length === 1 && isObject(inner);
    return restoreObject(isWrapped ? inner : args, [propertiesOf(schema)[wrapper] as SchemaNode], names);
  };
}

/** Restores a value that each of these schemas may describe: the branches of a union are all looked at. */
function restore(value: unknown, given: readonly SchemaNode[], names: ParameterNames): unknown {
  if (given.length === 0) return value;
  if (isObject(value)) return restoreObject(value, given, names);
  if (!Array.isArray(value)) return value;
  const items = withBranches(given)
    .map((node) => node.items)
    .filter(isObject);
  return value.map((entry) => restore(entry, items, names));
}

function restoreObject(value: Arguments, given: readonly SchemaNode[], names: ParameterNames): Arguments {
  const nodes = withBranches(given);
  const ownName = (name: string): string | undefined =>
    nodes.some((node) => Object.hasOwn(propertiesOf(node), name)) ? names.get(name) : undefined;
  // Where a parameter is given under both of its names, the one that was sent to the model counts.
  const replaced = new Set(Object.keys(value).map(ownName));
  const result: Arguments = {};
  for (const [name, entry] of Object.entries(value)) {
    if (replaced.has(name)) continue;
    const own = ownName(name) ?? name;
    // What one branch names is a further property of another, and either may be the one that is meant.
    const inner = nodes.map((node) => propertyOf(node, name) ?? node.additionalProperties);
    define(result, own, restore(entry, inner.filter(isObject), names));
  }
  return result;
}

function withBranches(nodes: readonly SchemaNode[]): SchemaNode[] {
  return nodes.flatMap((node) => [node, ...withBranches(branchesOf(node) ?? [])]);
}
