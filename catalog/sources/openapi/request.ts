/** Makes the request of one call and sends it. */
import { defaults } from "../../defaults.js";
import { isObject } from "../../definition.js";
import { baseType, type Operation } from "./operations.js";
import { type Credentials, isHeaderValue } from "./security.js";
import { encode, serializeCookie, serializeHeader, serializePath, serializeQuery } from "./serialize.js";

export interface HttpRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string | FormData | undefined;
}

type Arguments = Record<string, unknown>;

/**
 * Writes the arguments of a call into a request below the base address.
 * @throws Error in words when an argument is no part of a path, or would lead out of the operation's.
 */
export function makeRequest(
  operation: Operation,
  base: string,
  args: Arguments,
  credentials: Credentials,
): HttpRequest {
  const given = operation.parameters.filter(({ argument }) => args[argument] !== undefined);
  const textOf = (argument: string): string => JSON.stringify(args[argument]);
  let path = operation.path;
  const query: string[] = [];
  const cookies: string[] = [];
  const headers = new Headers({ accept: "application/json, text/*;q=0.9, */*;q=0.5" });
  for (const parameter of given) {
    const { name, place, argument, asJson } = parameter;
    const value = args[argument];
    if (place === "path") {
      const written = asJson ? encode(textOf(argument)) : serializePath(name, value, parameter);
      // Without it the address is that of another operation, often of the whole collection.
      if (written === "") throw new Error(`the path parameter "${argument}" is empty: give a value`);
      path = path.replaceAll(`{${name}}`, () => written);
    } else if (place === "query") {
      query.push(
        ...(asJson ? [`${encode(name)}=${encode(textOf(argument))}`] : serializeQuery(name, value, parameter)),
      );
    } else if (place === "header") {
      const written = asJson ? textOf(argument) : serializeHeader(value, parameter);
      if (!isHeaderValue(written))
        throw new Error(`the parameter "${argument}" is sent as a header, which takes Latin-1 characters only`);
      headers.set(name, written);
    } else
      cookies.push(asJson ? `${encode(name)}=${encode(textOf(argument))}` : serializeCookie(name, value, parameter));
  }
  cookies.push(...credentials.cookies);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  for (const [name, value] of Object.entries(credentials.headers)) headers.set(name, value);
  const url = join(base, path, [...query, ...credentials.query]);
  const body = operation.body && args[operation.body.argument];
  if (!operation.body || body === undefined) return { url, method: operation.method, headers, body: undefined };
  return { url, method: operation.method, headers, body: writeBody(body, operation.body.mediaType, headers) };
}

/** Addresses resolve `.` and `..` within themselves; a value must not move a request to another operation. */
function join(base: string, path: string, query: readonly string[]): URL {
  if (path.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) {
    throw new Error('a path parameter is "." or "..", which would lead to another address');
  }
  const url = new URL(base + path.replace(/[?#]/g, encode));
  url.search = query.join("&");
  return url;
}

function writeBody(body: unknown, mediaType: string, headers: Headers): string | FormData {
  const type = baseType(mediaType);
  // A form's boundary is in the header that `fetch` sets.
  if (type === "multipart/form-data") return toForm(body);
  headers.set("content-type", mediaType);
  if (type.endsWith("form-urlencoded")) {
    const fields = isObject(body) ? Object.entries(body) : [];
    const style = { style: "form", explode: true, allowReserved: false };
    return fields.flatMap(([name, value]) => (value === undefined ? [] : serializeQuery(name, value, style))).join("&");
  }
  return type.endsWith("json") ? JSON.stringify(body) : typeof body === "string" ? body : JSON.stringify(body);
}

function toForm(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of isObject(body) ? Object.entries(body) : []) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      form.append(name, typeof item === "object" ? JSON.stringify(item) : String(item));
    }
  }
  return form;
}

/**
 * Sends a request. A redirect is followed for reading only, and only to the same origin: the credentials are meant for it.
 * @throws what `fetch` throws.
 */
export async function send(
  { url, method, headers, body }: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<Response> {
  let target = url;
  for (let count = 0; ; count += 1) {
    const response = await fetch(target, {
      ...{ method, headers, redirect: "manual" as const },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const location = response.headers.get("location");
    const isRead = method === "GET" || method === "HEAD";
    if (response.status < 300 || response.status > 399 || !location || !isRead) return response;
    const next = URL.canParse(location, target.href) ? new URL(location, target) : undefined;
    if (next?.origin !== url.origin || count >= defaults.openApi.maxRedirects) return response;
    await response.body?.cancel();
    target = next;
  }
}
