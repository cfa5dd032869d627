/** The operations of a document as tools: name, texts, one schema for everything that a call takes. */
import { isObject } from "../../definition.js";
import type { JsonSchema, SetAsideTool, ToolAnnotations } from "../../types.js";
import { type OpenApiDocument, resolveReference } from "./document.js";
import { SchemaReader } from "./schemas.js";
import { isHeaderName, isHeaderValue } from "./security.js";
import type { ParameterStyle } from "./serialize.js";

export type Place = "path" | "query" | "header" | "cookie";

/** A parameter, and the argument that fills it. */
export interface Parameter extends ParameterStyle {
  name: string;
  place: Place;
  argument: string;
  /** Written as JSON, not in a style: the parameter has a media type. */
  asJson: boolean;
}

export interface Operation {
  tool: string;
  method: string;
  path: string;
  description: string;
  annotations: ToolAnnotations;
  inputSchema: JsonSchema;
  parameters: Parameter[];
  /** The argument that holds the body, and its media type. */
  body: { argument: string; mediaType: string } | undefined;
  /** Alternatives; each needs all of its schemes. */
  security: string[][];
  /** Base addresses of this operation, where it has its own. */
  servers: unknown;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** Reads every operation; one that cannot be used is set aside with its reason. */
export function readOperations(
  document: OpenApiDocument,
  server: string,
): { operations: Operation[]; setAside: SetAsideTool[] } {
  const schemas = new SchemaReader(document);
  const operations: Operation[] = [];
  const setAside: SetAsideTool[] = [];
  const taken = new Set<string>();
  for (const [path, offered] of Object.entries(document.root.paths as Record<string, unknown>)) {
    if (path.startsWith("x-")) continue;
    for (const { method, item, operation, problem } of methodsOf(document, path, offered)) {
      const given = isObject(operation) ? operation.operationId : undefined;
      const tool = uniqueName(given, method, path, taken);
      taken.add(tool);
      try {
        if (problem !== undefined) throw new Error(problem);
        if (!isObject(operation)) throw new Error("the operation is no object");
        operations.push(readOperation(document, schemas, { tool, method, path, item, operation }));
      } catch (error) {
        setAside.push({ server, name: tool, reason: (error as Error).message });
      }
    }
  }
  return { operations, setAside };
}

interface Found {
  method: string;
  item: Record<string, unknown>;
  operation: unknown;
  problem?: string;
}

function methodsOf({ root }: OpenApiDocument, path: string, offered: unknown): Found[] {
  const broken = (problem: string): Found[] => [{ method: "any", item: {}, operation: undefined, problem }];
  if (!path.startsWith("/")) return broken(`its path "${path}" does not begin with "/"`);
  try {
    const item = resolveReference(root, offered);
    if (!isObject(item)) return broken("its path item is no object");
    return methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ method, item, operation: item[method] }));
  } catch (error) {
    return broken((error as Error).message);
  }
}

/** The operation's own id, or its method and path in words; a number where that is taken. */
function uniqueName(given: unknown, method: string, path: string, taken: ReadonlySet<string>): string {
  const words = path.replace(/\{([^}]*)\}/g, "by_$1").replace(/[^A-Za-z0-9]+/g, "_");
  const derived = `${method}_${words}`.replace(/_+/g, "_").replace(/_$/, "");
  const own = typeof given === "string" ? given.trim() : "";
  const stem = own !== "" && !taken.has(own) ? own : derived;
  let name = stem;
  for (let count = 2; taken.has(name); count += 1) name = `${stem}_${count}`;
  return name;
}

interface Raw {
  tool: string;
  method: string;
  path: string;
  item: Record<string, unknown>;
  operation: Record<string, unknown>;
}

function readOperation(document: OpenApiDocument, schemas: SchemaReader, raw: Raw): Operation {
  const { tool, method, path, item, operation } = raw;
  const definitions = new Map<string, JsonSchema>();
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const offered = readParameters(document, item, operation, path);
  const body = readBody(document, operation, method);
  const names = argumentNames(offered, body !== undefined);
  const parameters = offered.map((parameter, index): Parameter => {
    const { name, place, definition } = parameter;
    const argument = names[index]!;
    const media = isObject(definition.content) ? Object.values(definition.content)[0] : undefined;
    const schema = schemas.read(isObject(media) ? media.schema : definition.schema, definitions);
    properties[argument] = describe(schema, definition.description);
    if (definition.required === true || place === "path") required.push(argument);
    return { name, place, argument, asJson: isObject(media), ...readStyle(place, definition) };
  });
  if (body) {
    const argument = parameters.some((parameter) => parameter.argument === "body") ? "request_body" : "body";
    properties[argument] = describe(schemas.read(body.schema, definitions), body.description);
    if (body.required) required.push(argument);
    Object.assign(body, { argument });
  }
  const title = text(operation.summary);
  return {
    ...{ tool, method: method.toUpperCase(), path, parameters },
    description: describeOperation(operation, item, method, path),
    annotations: { ...annotationsOf(method), ...(title && { title }) },
    inputSchema: {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
    },
    body: body && { argument: body.argument, mediaType: body.mediaType },
    security: readSecurity(operation.security ?? document.root.security),
    servers: operation.servers ?? item.servers,
  };
}

function describe(schema: JsonSchema, description: unknown): JsonSchema {
  const words = text(description);
  if (words === "" || !isObject(schema) || typeof schema.description === "string") return schema;
  return { ...schema, description: words };
}

function describeOperation(
  operation: Record<string, unknown>,
  item: Record<string, unknown>,
  method: string,
  path: string,
): string {
  const summary = text(operation.summary) || text(item.summary);
  const description = text(operation.description) || text(item.description);
  const parts = description.startsWith(summary) ? [description] : [summary.replace(/([^.!?])$/, "$1."), description];
  const said = parts.filter((part) => part !== "").join(" ");
  const words = said === "" ? `${method.toUpperCase()} ${path}` : said;
  return operation.deprecated === true ? `${words} (deprecated)` : words;
}

/** What the method promises (RFC 9110); where it promises nothing, the protocol's cautious defaults hold. */
function annotationsOf(method: string): ToolAnnotations {
  if (["get", "head", "options", "trace"].includes(method)) return { readOnlyHint: true, openWorldHint: true };
  if (method === "put") return { readOnlyHint: false, idempotentHint: true, openWorldHint: true };
  if (method === "delete") {
    return { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };
  }
  return { readOnlyHint: false, openWorldHint: true };
}

interface Offered {
  name: string;
  place: Place;
  definition: Record<string, unknown>;
}

/** Headers that OpenAPI says are not described as parameters, and those that belong to the connection. */
const foreignHeaders = new Set([
  ...["accept", "content-type", "authorization", "cookie", "host", "content-length", "transfer-encoding"],
  ...["connection", "keep-alive", "upgrade", "expect", "te", "trailer"],
]);

/** Those of the operation go before those of its path; placeholders that nobody describes are texts. */
function readParameters(
  { root }: OpenApiDocument,
  item: Record<string, unknown>,
  operation: Record<string, unknown>,
  path: string,
): Offered[] {
  const found = new Map<string, Offered>();
  for (const list of [item.parameters, operation.parameters]) {
    for (const value of Array.isArray(list) ? list : []) {
      const definition = resolveReference(root, value);
      const { name, in: place } = isObject(definition) ? definition : {};
      if (!isObject(definition) || typeof name !== "string" || !isPlace(place)) {
        throw new Error(`a parameter has no name or no place: ${JSON.stringify(definition)?.slice(0, 100)}`);
      }
      if (place === "header" && foreignHeaders.has(name.toLowerCase())) continue;
      if (place === "header" && !isHeaderName(name)) {
        throw new Error(`${JSON.stringify(name)} cannot be the name of a header`);
      }
      found.set(JSON.stringify([place, name]), { name, place, definition });
    }
  }
  const placeholders = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  for (const name of placeholders) {
    const key = JSON.stringify(["path", name]);
    if (!found.has(key)) found.set(key, { name, place: "path", definition: { schema: { type: "string" } } });
  }
  return [...found.values()].filter(({ place, name }) => place !== "path" || placeholders.includes(name));
}

function isPlace(value: unknown): value is Place {
  return value === "path" || value === "query" || value === "header" || value === "cookie";
}

/** A name that stands in two places gets its place before it, in both. */
function argumentNames(parameters: readonly Offered[], hasBody: boolean): string[] {
  const isShared = (name: string): boolean => parameters.filter((other) => other.name === name).length > 1;
  const taken = new Set(hasBody ? ["request_body"] : []);
  return parameters.map(({ name, place }) => {
    const stem = isShared(name) || taken.has(name) ? `${place}_${name}` : name;
    let argument = stem;
    const isTaken = (candidate: string): boolean =>
      taken.has(candidate) || (candidate !== name && parameters.some((other) => other.name === candidate));
    for (let count = 2; isTaken(argument); count += 1) argument = `${stem}_${count}`;
    taken.add(argument);
    return argument;
  });
}

function readStyle(place: Place, definition: Record<string, unknown>): ParameterStyle {
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const style = typeof definition.style === "string" ? definition.style : usual;
  const explode = typeof definition.explode === "boolean" ? definition.explode : style === "form";
  return { style, explode, allowReserved: definition.allowReserved === true };
}

function readBody({ root }: OpenApiDocument, operation: Record<string, unknown>, method: string) {
  if (operation.requestBody === undefined || ["get", "head", "trace"].includes(method)) return undefined;
  const definition = resolveReference(root, operation.requestBody);
  const content = isObject(definition) && isObject(definition.content) ? definition.content : {};
  const mediaType = chooseMediaType(Object.keys(content));
  if (!isObject(definition) || mediaType === undefined) throw new Error("its request body has no media type");
  if (!isHeaderValue(mediaType)) throw new Error(`${JSON.stringify(mediaType)} is no media type`);
  const media = resolveReference(root, content[mediaType]);
  const isText = !/json$|form-urlencoded$|^multipart\/form-data$/.test(baseType(mediaType));
  return {
    argument: "body",
    mediaType: mediaType.includes("*") ? "application/json" : mediaType,
    schema: isText && !mediaType.includes("*") ? { type: "string" } : isObject(media) ? media.schema : {},
    description: definition.description,
    required: definition.required === true,
  };
}

const preferred = [
  /^application\/json$/,
  /\+json$/,
  /^\*\/\*$/,
  /form-urlencoded$/,
  /^multipart\/form-data$/,
  /^text\//,
  /./,
];

export function baseType(mediaType: string): string {
  return mediaType.split(";")[0]!.trim().toLowerCase();
}

function chooseMediaType(given: readonly string[]): string | undefined {
  for (const pattern of preferred) {
    const found = given.find((mediaType) => pattern.test(baseType(mediaType)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readSecurity(value: unknown): string[][] {
  const alternatives = Array.isArray(value) ? value.filter(isObject) : [];
  return alternatives.map((alternative) => Object.keys(alternative));
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
