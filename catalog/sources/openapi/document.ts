/** Reads an OpenAPI document from a file or an address, JSON or YAML. Nothing that it refers to elsewhere is fetched. */
import { readFile } from "node:fs/promises";
import { parse as parseYaml, YAMLParseError } from "yaml";
import { defaults } from "../../defaults.js";
import { isObject, kindOf } from "../../definition.js";
import { InputError } from "../../types.js";
import { readBounded } from "./response.js";

/** The document, and what its local references point at. */
export interface OpenApiDocument {
  root: Record<string, unknown>;
  /** True for 3.0, whose schemas are not yet JSON Schema. */
  isOldDialect: boolean;
  /** Where it came from, when that is an address: relative server addresses are meant from there. */
  address: URL | undefined;
}

/** What a person gave: a source, with a name before it or none. */
export interface OpenApiSource {
  name: string | undefined;
  /** A path or an http(s) address. */
  location: string;
}

/** Reads `FILE|URL` or `NAME=FILE|URL`. */
export function readSource(given: string): OpenApiSource {
  const [, name, location] = /^([A-Za-z][\w-]*)=(.+)$/s.exec(given) ?? [];
  return location === undefined ? { name: undefined, location: given } : { name, location };
}

/** @throws InputError when it cannot be read, is neither JSON nor YAML, or is no OpenAPI 3 document. */
export async function readDocument(location: string): Promise<OpenApiDocument> {
  const address = /^https?:\/\//i.test(location) && URL.canParse(location) ? new URL(location) : undefined;
  const text = (await (address ? fetchText(address) : readText(location))).replace(/^\uFEFF/, "");
  const root = parseText(location, text);
  if (!isObject(root)) throw refuse(location, `it is ${kindOf(root)}, expected an object with "openapi" and "paths"`);
  const { openapi, swagger, paths } = root;
  if (swagger !== undefined) throw refuse(location, `it is version ${String(swagger)}: convert it to OpenAPI 3 first`);
  const version = /^3\.([01])(?:\.|$)/.exec(String(openapi));
  if (!version)
    throw refuse(location, `"openapi" is ${JSON.stringify(openapi) ?? "missing"}, expected "3.0.x" or "3.1.x"`);
  if (!isObject(paths)) throw refuse(location, `"paths" is ${kindOf(paths)}, expected an object with the operations`);
  return { root, isOldDialect: version[1] === "0", address };
}

function refuse(location: string, problem: string): InputError {
  return new InputError(`The OpenAPI document "${location}" cannot be used: ${problem.replace(/\s+/g, " ").trim()}.`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse(path, code === "ENOENT" ? "there is no such file" : `it cannot be read (${code ?? message})`);
  }
}

async function fetchText(address: URL): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(defaults.serverStartTimeout) });
    if (!response.ok) throw refuse(address.href, `the server answered with HTTP ${response.status}`);
    const { bytes, complete } = await readBounded(response, defaults.openApi.maxDocumentBytes);
    if (!complete) throw refuse(address.href, `it has more than ${defaults.openApi.maxDocumentBytes} bytes`);
    return bytes.toString("utf8");
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    throw refuse(address.href, `it cannot be fetched (${cause?.code ?? message})`);
  }
}

function parseText(location: string, text: string): unknown {
  const isJson = /^\s*\{/.test(text);
  try {
    return isJson
      ? JSON.parse(text)
      : parseYaml(text, { logLevel: "error", maxAliasCount: defaults.openApi.maxAliases });
  } catch (error) {
    // The YAML reader's message goes on with the lines around the place.
    const message = (error as Error).message.split("\n")[0]!;
    const kind = error instanceof YAMLParseError || !isJson ? "YAML" : "JSON";
    throw refuse(location, `it is not ${kind}: ${message}`);
  }
}

/**
 * What a local reference points at. Chains are followed.
 * @throws Error in words for a reference that leads elsewhere, nowhere or in a circle.
 */
export function resolveReference(root: unknown, value: unknown): unknown {
  let current = value;
  for (let hops = 0; isObject(current) && typeof current.$ref === "string"; hops += 1) {
    if (hops > 20) throw new Error(`the reference ${current.$ref} leads in a circle`);
    current = lookUp(root, current.$ref);
  }
  return current;
}

/** @throws Error in words. */
export function lookUp(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) throw new Error(`the reference ${reference} leads elsewhere, which is not fetched`);
  let value = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    const holds = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    if (!holds) throw new Error(`the reference ${reference} leads nowhere`);
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
