/** Whether what a source offers as a server or a tool can be one. Sources are strangers: declared types are not relied on. */
import { InputError } from "./types.js";

/** @throws InputError when an offered server has no name, or when its tools or its tools set aside are no lists. */
export function checkServer(offered: unknown): void {
  if (!isObject(offered)) throw new InputError(`A server must be an object, given ${kindOf(offered)}.`);
  const { name, tools, setAside } = offered;
  if (typeof name !== "string" || name.trim() === "") {
    throw new InputError(`A server needs a name: a non-empty string, given ${JSON.stringify(name) ?? "nothing"}.`);
  }
  for (const [what, list] of Object.entries({ tools, setAside: setAside ?? [] })) {
    if (!Array.isArray(list)) {
      throw new InputError(`Server "${name}" needs its ${what} as a list, given ${kindOf(list)}.`);
    }
  }
}

/** Says what is wrong with an offered tool; undefined when it can be used. */
export function findToolDefect(offered: unknown): string | undefined {
  if (!isObject(offered)) return `a tool must be an object, given ${kindOf(offered)}`;
  const { name, inputSchema, execute, timeout } = offered;
  if (typeof name !== "string" || name.trim() === "") return "its name must be a non-empty string";
  if (typeof inputSchema !== "boolean" && !isObject(inputSchema)) {
    return `its input schema must be an object or a boolean, given ${kindOf(inputSchema)}`;
  }
  if (execute !== undefined && typeof execute !== "function") return "its execute must be a function";
  if (timeout !== undefined && !(typeof timeout === "number" && timeout > 0)) {
    return `its timeout must be a number of milliseconds above 0, given ${JSON.stringify(timeout)}`;
  }
  return undefined;
}

/** The name of an offered tool as far as it has one. */
export function nameOfTool(offered: unknown): string {
  return isObject(offered) && typeof offered.name === "string" ? offered.name : "";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What kind of value was given, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
