/** Schemas while they are rewritten: what one is, and what the parts of the rewriting say to each other. */
import { isDeepStrictEqual } from "node:util";

/** Sentences for the model about what its schema cannot say; they end up in the description. */
export const notes = Symbol("notes");

/** A schema in the restricted language that providers accept; see provider-rules.ts. */
export interface SchemaNode {
  [keyword: string]: unknown;
  [notes]?: readonly string[];
}

/** The schema that accepts nothing, until a place is found where it can be said. */
export const never = Symbol("never");
export type Node = SchemaNode | typeof never;

/** One difference between a tool's schema and the one that is sent. */
export interface SchemaChange {
  /** Where in the arguments: a JSON Pointer with `*` for any name or index; empty for the arguments as a whole. */
  path: string;
  what: string;
  /** The new schema accepts more than the tool does: at this place, or anywhere at it and below. */
  wider?: "here" | "below" | undefined;
}

export const typeNames: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** The path of a property or, with `*`, of every element. */
export function under(path: string, name: string): string {
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Assignment that takes `__proto__` as a name like any other. */
export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The types that a node names; undefined when it names none. */
export function typesOf(node: SchemaNode): string[] | undefined {
  if (Array.isArray(node.type)) return node.type as string[];
  return typeof node.type === "string" ? [node.type] : undefined;
}

/** One type as a text, several as a list. */
export function asType(types: readonly string[]): string | readonly string[] {
  return types.length === 1 ? types[0]! : types;
}

/** The JSON Schema type of a value. */
export function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

export function propertiesOf(node: SchemaNode): Record<string, Node> {
  return (node.properties as Record<string, Node> | undefined) ?? {};
}

/** A property of a node, never one that every object of the language has. */
export function propertyOf(node: SchemaNode, name: string): Node | undefined {
  const properties = propertiesOf(node);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function requiredOf(node: SchemaNode): string[] {
  return (node.required as string[] | undefined) ?? [];
}

export function branchesOf(node: SchemaNode): SchemaNode[] | undefined {
  return node.anyOf as SchemaNode[] | undefined;
}

export function withNote(node: SchemaNode, note: string): void {
  node[notes] = [...new Set([...(node[notes] ?? []), note])];
}

export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

export function isEmpty(node: SchemaNode): boolean {
  return Object.keys(node).length === 0 && node[notes] === undefined;
}
