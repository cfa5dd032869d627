/** Credentials of an OpenAPI server: from the environment, under names made from the server's. */
import { isObject } from "../../definition.js";
import { collectSecrets } from "../../secrets.js";
import { type OpenApiDocument, resolveReference } from "./document.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a request is given so that the server knows who asks. */
export interface Credentials {
  headers: Record<string, string>;
  /** Encoded `name=value` pairs. */
  query: string[];
  cookies: string[];
}

/** The name of an environment variable of one server: `TOOLGAP_OPENAPI_PET_STORE_TOKEN`. */
export function variableName(server: string, what: string): string {
  return `TOOLGAP_OPENAPI_${upperSnake(server)}_${what}`;
}

function upperSnake(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}

/** Beside keys. The token goes into no other kind of scheme: it was not meant for one. */
const supported = new Set(["http basic", "http bearer", "oauth2", "openIdConnect"]);

/** What HTTP allows as the name of a header (RFC 9110). */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

/** What can be sent as the value of a header: one byte a character, in one line. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

export class Security {
  readonly #schemes: Record<string, unknown>;
  readonly #server: string;
  readonly #environment: Environment;
  readonly #root: Record<string, unknown>;

  constructor({ root }: OpenApiDocument, server: string, environment: Environment) {
    const { components } = root;
    this.#schemes = isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {};
    this.#root = root;
    this.#server = server;
    this.#environment = environment;
  }

  /** All values that no text may show. */
  get secrets(): string[] {
    const prefix = variableName(this.#server, "");
    const isSecret = (name: string): boolean => /_(TOKEN|PASSWORD|API_KEY)/.test(name);
    const given = Object.entries(this.#environment).filter(([name]) => name.startsWith(prefix) && isSecret(name));
    const values = given.flatMap(([, value]) => (value ? [value] : []));
    const basic = this.#basic();
    return collectSecrets([...values, ...(basic === undefined ? [] : [basic])]);
  }

  /** Why no alternative can ever be met; undefined when one can, or none is asked for. */
  problem(alternatives: readonly string[][]): string | undefined {
    const problems = alternatives.map((schemes) => schemes.flatMap((scheme) => this.#problemOf(scheme) ?? []));
    if (problems.length === 0 || problems.some((found) => found.length === 0)) return undefined;
    return [...new Set(problems.flat())].join(", and ");
  }

  /**
   * The credentials for one operation: of the first alternative for which the environment has all that it needs.
   * @throws Error that names the variables to set, when there is none.
   */
  credentials(alternatives: readonly string[][]): Credentials {
    const missing: string[] = [];
    const usable = alternatives.filter((schemes) => this.problem([schemes]) === undefined);
    for (const schemes of usable.toSorted((one, other) => Number(one.length === 0) - Number(other.length === 0))) {
      const credentials: Credentials = { headers: {}, query: [], cookies: [] };
      const open = schemes.flatMap((scheme) => this.#add(scheme, credentials) ?? []);
      if (open.length === 0) return credentials;
      missing.push(open.join(" and "));
    }
    if (missing.length === 0) return { headers: {}, query: [], cookies: [] };
    throw new Error(`it needs credentials: set the environment variable ${missing.join(", or ")}`);
  }

  #definitionOf(name: string): unknown {
    return Object.hasOwn(this.#schemes, name) ? resolveReference(this.#root, this.#schemes[name]) : undefined;
  }

  #problemOf(name: string): string | undefined {
    let scheme: unknown;
    try {
      scheme = this.#definitionOf(name);
    } catch (error) {
      return `its security scheme "${name}" cannot be read: ${(error as Error).message}`;
    }
    if (!isObject(scheme)) return `it needs the security scheme "${name}", which the document does not define`;
    const { type } = scheme;
    const kind = type === "http" ? `http ${String(scheme.scheme).toLowerCase()}` : String(type);
    if (type === "apiKey") {
      const isUsable =
        typeof scheme.name === "string" &&
        (scheme.in === "query" || scheme.in === "cookie" || (scheme.in === "header" && isHeaderName(scheme.name)));
      return isUsable ? undefined : `its security scheme "${name}" names no place for the key`;
    }
    return supported.has(kind) ? undefined : `it needs the security scheme "${name}" (${kind}), which is not supported`;
  }

  /** Adds what one scheme needs; gives the name of the variable where that is missing. */
  #add(name: string, credentials: Credentials): string | undefined {
    const scheme = this.#definitionOf(name) as Record<string, unknown>;
    if (scheme.type === "apiKey") return this.#addKey(name, scheme, credentials);
    if (scheme.type === "http" && String(scheme.scheme).toLowerCase() === "basic") {
      const basic = this.#basic();
      if (basic === undefined) {
        return `${variableName(this.#server, "USERNAME")} and ${variableName(this.#server, "PASSWORD")}`;
      }
      credentials.headers.authorization = `Basic ${basic}`;
      return undefined;
    }
    // A bearer token; those of OAuth and OpenID Connect are sent in the same way, however a person got them.
    const token = this.#value("TOKEN");
    if (token === undefined) return variableName(this.#server, "TOKEN");
    credentials.headers.authorization = `Bearer ${token}`;
    return undefined;
  }

  #addKey(scheme: string, definition: Record<string, unknown>, credentials: Credentials): string | undefined {
    const key = this.#value(`API_KEY_${upperSnake(scheme)}`) ?? this.#value("API_KEY");
    if (key === undefined) return variableName(this.#server, "API_KEY");
    const name = String(definition.name);
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(key)}`;
    if (definition.in === "query") credentials.query.push(pair);
    else if (definition.in === "cookie") credentials.cookies.push(pair);
    else credentials.headers[name.toLowerCase()] = key;
    return undefined;
  }

  #basic(): string | undefined {
    const [name, password] = [this.#value("USERNAME"), this.#value("PASSWORD")];
    if (name === undefined || password === undefined) return undefined;
    return Buffer.from(`${name}:${password}`).toString("base64");
  }

  #value(what: string): string | undefined {
    return this.#environment[variableName(this.#server, what)] || undefined;
  }
}
