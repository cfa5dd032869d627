/** Where in a store a memory is: one namespace for each user or team. */
import { InputError } from "../../catalog/types.js";
import type { NodeConfig } from "../ports.js";

/** What stands before the names of a person's own, so that this software's items are apart from others'. */
export const memoryRoot = ["toolgap", "memory"] as const;

/** Ends each namespace: some stores compare prefixes as text, and `alice` must not take in `alice2`. */
const memoryLeaf = "requests";

/** Whose memory it is: one or more names, or how to tell them from a run. */
export type MemoryNamespace = readonly string[] | ((config: NodeConfig) => readonly string[] | undefined);

/** Used by runs that nobody is named for. */
const sharedNames = ["shared"];

/** Stands before a user's id, so that no id is another namespace's name. */
const userNames = ["user"];

/**
 * The names of a run: the given ones, else `user` and whom the server has authenticated, else `shared`.
 *
 * @throws InputError for names that are no non-empty texts.
 */
export function namesOf(namespace: MemoryNamespace | undefined, config: NodeConfig): readonly string[] {
  const given = typeof namespace === "function" ? namespace(config) : namespace;
  if (given !== undefined) return checkNames(given);
  const user: unknown = config.configurable?.langgraph_auth_user_id;
  return typeof user === "string" && user !== "" ? [...userNames, user] : sharedNames;
}

/** @throws InputError for names that are no non-empty texts. */
export function checkNames(given: readonly string[]): readonly string[] {
  const isValid =
    Array.isArray(given) && given.length > 0 && given.every((name) => typeof name === "string" && name !== "");
  if (isValid) return given;
  throw new InputError(
    `The namespace of the memory is ${JSON.stringify(given)}: expected a list of one or more non-empty names, such as ["alice"].`,
  );
}

/** The namespace in the store. Stores refuse some characters in a label; these are written by their numbers. */
export function toNamespace(names: readonly string[]): string[] {
  return [...memoryRoot, ...names.map(encodeLabel), memoryLeaf];
}

/** The names that a namespace in a store stands for; undefined for one that is not this software's memory. */
export function toNames(namespace: readonly string[]): string[] | undefined {
  const isOurs =
    namespace.length > memoryRoot.length + 1 &&
    memoryRoot.every((label, index) => namespace[index] === label) &&
    namespace.at(-1) === memoryLeaf;
  return isOurs ? namespace.slice(memoryRoot.length, -1).map(decodeLabel) : undefined;
}

/** What stores separate labels by, or read as a pattern: `.`, `:`, `%`, `_`, `\\`, NUL; and the sign that stands for them. */
function encodeLabel(name: string): string {
  return name.replace(/[.:%_\\\0~]/g, (sign) => `~${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

function decodeLabel(label: string): string {
  return label.replace(/~([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
