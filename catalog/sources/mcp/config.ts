/** Reads `mcp.json`, in the form that desktop clients use. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DEFAULT_INHERITED_ENV_VARS } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { isObject } from "../../definition.js";
import { collectSecrets } from "../../secrets.js";
import { InputError } from "../../types.js";
import type { OAuthConfig } from "./oauth.js";

interface CommonConfig {
  name: string;
  /** What the person wrote about the server; wins over what the server says of itself. */
  description?: string | undefined;
  /** Texts that no message may show. */
  secrets: readonly string[];
  /** Those of them that no result may show either: a folder or a mode that `env` gives has to stand in results. */
  credentials: readonly string[];
  /** What tells this server from others, without secret values: the manifest is kept under it. */
  identity: unknown;
  /** Milliseconds for the server to start and list its tools, and for one call; the general limits when left out. */
  startTimeout?: number | undefined;
  callTimeout?: number | undefined;
}

/** A server that is started as a process and spoken to over its standard streams. */
export interface StdioServerConfig extends CommonConfig {
  kind: "stdio";
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Absolute. */
  cwd: string;
}

/** A server reached by streamable HTTP. */
export interface HttpServerConfig extends CommonConfig {
  kind: "http";
  url: string;
  headers: Record<string, string>;
  oauth?: OAuthConfig | undefined;
}

export type McpServerConfig = StdioServerConfig | HttpServerConfig;

/** A server that cannot be used, and why, in one line. */
export interface ServerFailure {
  server: string;
  reason: string;
}

export interface McpConfig {
  servers: McpServerConfig[];
  failures: ServerFailure[];
}

const valueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Objects by name; `__proto__` is a name like any other here, where zod's own record leaves it out without a word. */
function recordOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .custom<Record<string, unknown>>(isObject, "expected an object")
    .transform((record, { issues }): Record<string, z.output<Schema>> => {
      const entries = Object.entries(record).map(([name, value]) => {
        const parsed = schema.safeParse(value);
        for (const issue of parsed.error?.issues ?? []) {
          issues.push({ ...issue, input: value, path: [name, ...issue.path] } as z.core.$ZodRawIssue);
        }
        return [name, parsed.data] as const;
      });
      return Object.fromEntries(entries) as Record<string, z.output<Schema>>;
    });
}

const entrySchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
  command: z.string().min(1).optional(),
  args: z.array(valueSchema).default([]),
  env: recordOf(valueSchema).default({}),
  cwd: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  headers: recordOf(valueSchema).default({}),
  oauth: z
    .object({
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
      issuer: z.string().min(1),
      scope: z.string().optional(),
    })
    .optional(),
  /** Milliseconds. */
  startTimeout: z.number().positive().optional(),
  timeout: z.number().positive().optional(),
});

const fileSchema = z.looseObject({ mcpServers: recordOf(entrySchema) });

type Entry = z.infer<typeof entrySchema>;
type Environment = Readonly<Record<string, string | undefined>>;

/** `${VAR}`, `${VAR:-default}`, and `${env:VAR}` as some editors write it. */
const variable = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/**
 * Reads a configuration of MCP servers; servers with `disabled: true` are left out.
 * A variable that is not set, or a transport that is not supported, is the failure of that server alone.
 * @throws InputError when the file is missing, is not JSON or has another shape.
 */
export async function readMcpConfig(path: string, environment: Environment = process.env): Promise<McpConfig> {
  const entries = Object.entries(parseFile(path, await readText(path)));
  const config: McpConfig = { servers: [], failures: [] };
  for (const [name, entry] of entries) {
    checkKind(path, name, entry);
    if (entry.disabled) continue;
    const server = resolveEntry(name, entry, environment);
    if ("reason" in server) config.failures.push(server);
    else config.servers.push(server);
  }
  return config;
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const problem = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new InputError(`The MCP configuration "${path}" ${problem}: give the path of a JSON file with "mcpServers".`);
  }
}

function parseFile(path: string, text: string): Record<string, Entry> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `The MCP configuration "${path}" is not JSON${locate(text, (error as Error).message)}: correct it.`,
    );
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data.mcpServers;
  // zod's texts name the place and the expected type, never the value.
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") || "the file";
  throw new InputError(
    `The MCP configuration "${path}" has another shape than {"mcpServers": {"name": {"command": ...} or {"url": ...}}}: ${place}: ${issue?.message}.`,
  );
}

/** Where JSON is broken. The parser's own message quotes the text around the place, which may hold a secret. */
function locate(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  const quoted = /"([\s\S]+)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  const offset = position
    ? Number(position)
    : quoted
      ? text.indexOf(quoted) + Math.min(quoted.length, 10)
      : text.length;
  return ` (near line ${text.slice(0, offset).split("\n").length})`;
}

function checkKind(path: string, name: string, entry: Entry): void {
  if (name === "") throw new InputError(`The MCP configuration "${path}" has a server without a name: give it one.`);
  if ((entry.command === undefined) !== (entry.url === undefined)) return;
  const given = entry.command === undefined ? 'neither "command" nor "url"' : 'both "command" and "url"';
  throw new InputError(`The MCP configuration "${path}" gives server "${name}" ${given}: give exactly one of them.`);
}

const httpTypes = new Set(["http", "streamable-http", "streamableHttp", "streamable_http"]);

function resolveEntry(name: string, entry: Entry, environment: Environment): McpServerConfig | ServerFailure {
  const expected = entry.url === undefined ? new Set(["stdio"]) : httpTypes;
  if (entry.type !== undefined && !expected.has(entry.type)) {
    return {
      server: name,
      reason: `transport type "${entry.type}" is not supported here: use "stdio" with a command, "http" with a url`,
    };
  }
  const expansion = new Expansion(environment);
  const config = entry.url === undefined ? stdioConfig(name, entry, expansion) : httpConfig(name, entry, expansion);
  if (expansion.missing.size > 0) {
    const names = [...expansion.missing].join(", ");
    return { server: name, reason: `environment variable ${names} is not set: set it, or disable the server` };
  }
  if (config.kind === "http" && !(URL.canParse(config.url) && /^https?:$/.test(new URL(config.url).protocol))) {
    return { server: name, reason: "its url is not an http or https address: correct it" };
  }
  return config;
}

function stdioConfig(name: string, entry: Entry, expansion: Expansion): McpServerConfig {
  const command = expansion.plain(entry.command ?? "");
  const cwd = resolve(expansion.plain(entry.cwd ?? "."));
  const args = entry.args.map((value) => expansion.secret(value));
  const env = expansion.values(entry.env);
  // A bare name is looked up in PATH; a path is meant from where the person stands, not from the server's folder.
  const resolved = /[\\/]/.test(command) ? resolve(command) : command;
  return {
    kind: "stdio",
    name,
    ...commonOf(entry),
    command: resolved,
    args,
    env,
    cwd,
    secrets: collectSecrets([...Object.values(env), ...expansion.substituted]),
    credentials: longSecrets([...credentialsIn(env), ...expansion.credentials]),
    identity: { name, command: resolved, args: entry.args, cwd, env: Object.keys(env).sort() },
  };
}

function httpConfig(name: string, entry: Entry, expansion: Expansion): McpServerConfig {
  const url = expansion.secret(entry.url ?? "");
  const headers = expansion.values(entry.headers);
  const oauth = oauthOf(entry, expansion);
  return {
    kind: "http",
    name,
    ...commonOf(entry),
    ...{ url, headers, oauth },
    secrets: collectSecrets([
      ...Object.values(headers),
      ...expansion.substituted,
      ...(oauth ? [oauth.clientSecret] : []),
    ]),
    credentials: longSecrets([
      ...credentialsIn(headers),
      ...expansion.credentials,
      ...(oauth ? [oauth.clientSecret] : []),
    ]),
    identity: {
      ...{ name, url: entry.url, headers: Object.keys(headers).sort() },
      ...(entry.oauth && { oauth: [entry.oauth.clientId, entry.oauth.issuer, entry.oauth.scope] }),
    },
  };
}

function commonOf({ description, startTimeout, timeout }: Entry) {
  return { description, startTimeout, callTimeout: timeout };
}

/** Names under which people keep secrets. */
const secretName = /token|secret|passw|pwd|credential|auth|cookie|key(?![a-z])/i;

/** A short one may be a word that stands in results by itself. */
const shortestCredential = 8;

function longSecrets(values: readonly string[]): string[] {
  return collectSecrets(values).filter((value) => value.length >= shortestCredential);
}

function credentialsIn(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
}

function oauthOf({ oauth }: Entry, expansion: Expansion): OAuthConfig | undefined {
  if (!oauth) return undefined;
  const { clientId, clientSecret, issuer, scope } = oauth;
  return {
    clientId: expansion.plain(clientId),
    clientSecret: expansion.secret(clientSecret),
    issuer: expansion.plain(issuer),
    ...(scope !== undefined && { scope: expansion.plain(scope) }),
  };
}

/** Puts environment variables in; remembers which were missing and which values must stay hidden. */
class Expansion {
  readonly missing = new Set<string>();
  readonly substituted: string[] = [];
  /** Those whose variables are called as secrets are. */
  readonly credentials: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  #valueOf(name: string): string | undefined {
    return Object.hasOwn(this.#environment, name) ? this.#environment[name] : undefined;
  }

  plain(text: string): string {
    return text.replaceAll(variable, (_whole, name: string, fallback: string | undefined) => {
      const value = this.#valueOf(name);
      if (value !== undefined && (value !== "" || fallback === undefined)) return value;
      if (fallback === undefined) this.missing.add(name);
      return fallback ?? "";
    });
  }

  /** HOME and the like are no secrets: every server is given them anyway. */
  secret(text: string): string {
    for (const [, name = ""] of text.matchAll(variable)) {
      if (DEFAULT_INHERITED_ENV_VARS.includes(name)) continue;
      this.substituted.push(this.#valueOf(name) ?? "");
      if (secretName.test(name)) this.credentials.push(this.#valueOf(name) ?? "");
    }
    return this.plain(text);
  }

  values(record: Record<string, string>): Record<string, string> {
    return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, this.secret(value)]));
  }
}
