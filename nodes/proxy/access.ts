/** Who may speak to the HTTP server: local names only, no foreign page, and the one who knows the token. Pure. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface AccessRules {
  /** The port that is listened on. */
  port: number;
  /** Undefined: whoever reaches the port may speak. */
  token: string | undefined;
}

/** Why a request is refused, in the form of HTTP. */
export interface Refusal {
  status: 401 | 403;
  message: string;
  headers?: Record<string, string>;
}

const localNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses what a page of another origin could send: a name that was made to point here (DNS rebinding) shows in `Host`, a
 * foreign page in `Origin`. Then the token, in an order in which a page learns nothing of it.
 */
export function refuse(headers: IncomingHttpHeaders, { port, token }: AccessRules): Refusal | undefined {
  const host = readAuthority(headers.host);
  if (!host || !localNames.has(host.hostname))
    return { status: 403, message: "This server answers to local names only." };
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, port)) {
    return { status: 403, message: "Requests of web pages are not answered." };
  }
  if (token === undefined) return undefined;
  const [, given] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  if (given === undefined) return unauthorized("A bearer token is needed.", "");
  return isSame(given, token)
    ? undefined
    : unauthorized("The bearer token is not the right one.", ', error="invalid_token"');
}

function readAuthority(text: string | undefined): URL | undefined {
  // A path or a user would be read as part of the address.
  if (text === undefined || !/^[\w.:[\]-]+$/.test(text)) return undefined;
  return parseUrl(`http://${text}`);
}

/** `URL.parse` is younger than the oldest Node that is supported. */
function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isOwnOrigin(origin: string, port: number): boolean {
  const url = parseUrl(origin);
  return url?.protocol === "http:" && localNames.has(url.hostname) && Number(url.port || 80) === port;
}

function unauthorized(message: string, detail: string): Refusal {
  return { status: 401, message, headers: { "WWW-Authenticate": `Bearer realm="toolgap"${detail}` } };
}

/** Takes the same time wherever the texts differ, and whatever their lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
