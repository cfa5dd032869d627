/** The configured headers of an HTTP server: on every request to it, and on none to anybody else. */
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

/**
 * A `fetch` that adds headers to what goes to the origin of an address, or to the same host once that moved to https. The
 * SDK would send its `requestInit` to authorization servers too, which the server may choose. Redirects to other origins
 * are refused by the SDK.
 */
export function fetchWithHeaders(server: URL, headers: Readonly<Record<string, string>>): FetchLike {
  const origins = new Set([server.origin]);
  if (server.protocol === "http:" && server.port === "") origins.add(`https://${server.host}`);
  return (address, init) => {
    if (!origins.has(new URL(address).origin)) return fetch(address, init);
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value);
    return fetch(address, { ...init, headers: all });
  };
}
