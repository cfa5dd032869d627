/** OpenAPI documents as a source of the catalog: one server a document, one tool an operation. */
import { defaults } from "../../defaults.js";
import { isObject } from "../../definition.js";
import { redact, redactTexts } from "../../secrets.js";
import type { ServerDefinition, ToolDefinition, ToolExecutor } from "../../types.js";
import { InputError } from "../../types.js";
import { describeServer } from "../describe.js";
import { baseAddress } from "./base-address.js";
import { readDocument, readSource } from "./document.js";
import { type Operation, readOperations } from "./operations.js";
import { makeRequest, send } from "./request.js";
import { readAnswer } from "./response.js";
import { type Environment, Security, variableName } from "./security.js";

export interface OpenApiOptions {
  /** Milliseconds for one call. Default: `TOOLGAP_OPENAPI_NAME_TIMEOUT`, in seconds, or the catalog's. */
  timeout?: number | undefined;
  environment?: Environment | undefined;
}

/**
 * Reads a document from `FILE|URL` or `NAME=FILE|URL`; without a name the server is called by the document's title.
 *
 * Requests go to the document's first address, or to `TOOLGAP_OPENAPI_NAME_BASE_URL`; credentials come from
 * `TOOLGAP_OPENAPI_NAME_TOKEN`, `_API_KEY`, `_USERNAME` and `_PASSWORD`. An operation that cannot be used is set aside.
 *
 * @throws InputError when the document cannot be read or is no OpenAPI 3, or when a variable cannot be used.
 */
export async function loadOpenApi(given: string, options: OpenApiOptions = {}): Promise<ServerDefinition> {
  const { environment = process.env } = options;
  const source = readSource(given);
  const document = await readDocument(source.location);
  const info = isObject(document.root.info) ? document.root.info : {};
  const name = source.name ?? nameOf(info.title, source.location);
  const configured = environment[variableName(name, "BASE_URL")] || undefined;
  const { operations, setAside } = readOperations(document, name);
  const timeout = options.timeout ?? readTimeout(name, environment);
  const security = new Security(document, name, environment);
  const tools: ToolDefinition[] = [];
  for (const operation of operations) {
    const problem = security.problem(operation.security);
    if (problem !== undefined) {
      setAside.push({ server: name, name: operation.tool, reason: problem });
      continue;
    }
    const found = baseAddress(document, operation.servers, configured);
    if (found.problem !== undefined) {
      const reason = `${found.problem}: set ${variableName(name, "BASE_URL")}`;
      setAside.push({ server: name, name: operation.tool, reason });
      continue;
    }
    const { tool, description, inputSchema, annotations } = operation;
    const execute = executorOf(operation, found.base, security);
    tools.push({ name: tool, description, inputSchema, annotations, timeout, execute });
  }
  const self = { title: textOf(info.title), description: textOf(info.summary) || textOf(info.description) };
  const toolNames = tools.map((tool) => tool.name);
  return { name, description: describeServer(self, toolNames), tools, setAside };
}

function nameOf(title: unknown, location: string): string {
  const stem = textOf(title) || (location.split(/[\\/]/).at(-1) ?? "").replace(/\.\w+$/, "");
  const slug = stem
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return slug || "openapi";
}

function readTimeout(server: string, environment: Environment): number {
  const variable = variableName(server, "TIMEOUT");
  const given = environment[variable];
  if (!given) return defaults.toolCallTimeout;
  const seconds = Number(given);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1_000;
  throw new InputError(`${variable} is "${given}"; expected a number of seconds above 0.`);
}

function executorOf(operation: Operation, base: string, security: Security): ToolExecutor {
  return async (args, { signal }) => {
    const { secrets } = security;
    try {
      const request = makeRequest(operation, base, args, security.credentials(operation.security));
      // Servers repeat what they were sent, most of all when they refuse it.
      return redactTexts(await readAnswer(await send(request, signal)), secrets);
    } catch (error) {
      signal?.throwIfAborted();
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      const reason = cause ? `the server cannot be reached (${cause.code ?? cause.message})` : message;
      throw new Error(redact(reason, secrets));
    }
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
