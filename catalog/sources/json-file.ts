/** Catalogs from JSON files: `{servers: [{name, description, tools: [{name, description, inputSchema}]}]}`. */
import { readFile } from "node:fs/promises";
import { findToolDefect, isObject, kindOf, nameOfTool } from "../definition.js";
import type { ServerDefinition, SetAsideTool, Tier, ToolAnnotations, ToolDefinition, ToolExecutor } from "../types.js";
import { formatToolId, InputError } from "../types.js";
import { describeServer } from "./describe.js";

export interface CatalogFileOptions {
  /** Give each tool an executor that executes nothing and says so; without it the tools are known by schema only. */
  simulate?: boolean | undefined;
}

/**
 * Reads the servers of a catalog file. A malformed tool is set aside with its reason; a server without a description
 * gets one from the names of its tools, since routing finds servers by their texts.
 *
 * @throws InputError when the file is missing, is not JSON, has another shape, or has two servers of one name.
 */
export async function readCatalogFile(path: string, options: CatalogFileOptions = {}): Promise<ServerDefinition[]> {
  const content = parse(await read(path), path);
  const servers = isObject(content) ? content.servers : undefined;
  if (!Array.isArray(servers)) {
    const given = isObject(content) ? `"servers" is ${kindOf(servers)}` : `it is ${kindOf(content)}`;
    throw new InputError(`Catalog file ${path}: expected {"servers": [...]}, but ${given}.`);
  }
  const places = new Map<string, number>();
  return servers.map((server: unknown, index) => {
    const definition = readServer(server, `Catalog file ${path}: servers[${index}]`, options.simulate === true);
    const earlier = places.get(definition.name);
    if (earlier !== undefined) {
      throw new InputError(
        `Catalog file ${path}: servers[${earlier}] and servers[${index}] are both named "${definition.name}": rename one.`,
      );
    }
    places.set(definition.name, index);
    return definition;
  });
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: "there is no such file",
      EISDIR: "it is a directory, not a file",
    };
    throw new InputError(`Catalog file ${path} cannot be read: ${reasons[code ?? ""] ?? message}.`);
  }
}

function parse(text: string, path: string): unknown {
  const json = text.replace(/^\ufeff/, "");
  try {
    return JSON.parse(json);
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = positionOf(message, json);
    const before = json.slice(0, position).split("\n");
    const place = position === undefined ? "" : ` (line ${before.length}, column ${(before.at(-1) ?? "").length + 1})`;
    // The engine's message quotes the text, which may have several lines.
    throw new InputError(`Catalog file ${path} is not JSON${place}: ${message.replace(/\s+/g, " ")}.`);
  }
}

/** Where the engine stopped: it says the position, or quotes the text around it, or means the end. */
function positionOf(message: string, json: string): number | undefined {
  const stated = /at position (\d+)/.exec(message)?.[1];
  if (stated !== undefined) return Number(stated);
  if (/end of JSON input/.test(message)) return json.length;
  const [, token = "", quoted = ""] =
    /^Unexpected token '(.+?)', (?:\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const start = quoted === "" ? -1 : json.indexOf(quoted);
  if (start < 0 || json.indexOf(quoted, start + 1) >= 0) return undefined;
  // Ten characters stand before the token, fewer at the beginning of the text.
  const position = start + (message.includes(', ..."') ? 10 : quoted.indexOf(token));
  return json.startsWith(token, position) ? position : undefined;
}

function readServer(server: unknown, place: string, simulate: boolean): ServerDefinition {
  if (!isObject(server)) throw new InputError(`${place} must be an object, given ${kindOf(server)}.`);
  const { name, description, tools } = server;
  if (typeof name !== "string" || name.trim() === "") {
    throw new InputError(`${place}.name must be a non-empty string, given ${JSON.stringify(name) ?? "nothing"}.`);
  }
  if (!Array.isArray(tools)) {
    throw new InputError(`${place}.tools (server "${name}") must be an array, given ${kindOf(tools)}.`);
  }
  const accepted: ToolDefinition[] = [];
  const setAside: SetAsideTool[] = [];
  for (const offered of tools) {
    // No schema at all is common and means that nothing is known about the arguments.
    const tool: unknown = isObject(offered)
      ? { ...offered, inputSchema: offered.inputSchema === undefined ? {} : offered.inputSchema, execute: undefined }
      : offered;
    const reason = findToolDefect(tool);
    if (reason === undefined) accepted.push(readTool(tool as Record<string, unknown>, name, simulate));
    else setAside.push({ server: name, name: nameOfTool(offered), reason });
  }
  const toolNames = accepted.map((tool) => tool.name);
  return { name, description: textOf(description) || describeServer({}, toolNames), tools: accepted, setAside };
}

function readTool(tool: Record<string, unknown>, server: string, simulate: boolean): ToolDefinition {
  const name = tool.name as string;
  const { outputSchema } = tool;
  return {
    name,
    description: textOf(tool.description),
    inputSchema: tool.inputSchema as ToolDefinition["inputSchema"],
    outputSchema: isObject(outputSchema) ? outputSchema : undefined,
    annotations: readAnnotations(tool),
    examples: Array.isArray(tool.examples) ? tool.examples : undefined,
    ...readTier(tool),
    ...(simulate ? { execute: noteOf(formatToolId({ server, name })), simulated: true } : {}),
  };
}

const tiers: readonly unknown[] = ["core", "domain", "specialized"] satisfies Tier[];

function readTier({ tier, domain }: Record<string, unknown>): Pick<ToolDefinition, "tier" | "domain"> {
  return {
    ...(tiers.includes(tier) ? { tier: tier as Tier } : {}),
    ...(typeof domain === "string" && domain.trim() !== "" ? { domain } : {}),
  };
}

function readAnnotations({ annotations, title }: Record<string, unknown>): ToolAnnotations {
  const given = isObject(annotations) ? annotations : {};
  const result: ToolAnnotations = {};
  const shown = given.title ?? title;
  if (typeof shown === "string") result.title = shown;
  for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const) {
    const value = given[hint];
    if (typeof value === "boolean") result[hint] = value;
  }
  return result;
}

/** Answers with what would have been called. */
function noteOf(tool: string): ToolExecutor {
  return async (args) => {
    const note = "Nothing was executed: this tool is known only by its schema, and its calls are simulated.";
    const structured = { simulated: true, tool, arguments: args, note };
    return { content: [{ type: "text", text: JSON.stringify(structured) }], structured, isError: false };
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
