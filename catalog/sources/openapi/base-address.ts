/** Where the requests of an OpenAPI server go: the document's address or the person's, and nowhere else. */
import { BlockList, isIP } from "node:net";
import { isObject } from "../../definition.js";
import type { OpenApiDocument } from "./document.js";

/** Networks that only machines inside reach. */
const inside = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  inside.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  inside.addSubnet(network, bits, "ipv6");
}

/** True for names and addresses of this machine and of private networks; names are not looked up. */
export function isInside(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost") || host.endsWith(".internal")) return true;
  const version = isIP(host);
  return version !== 0 && inside.check(host, version === 4 ? "ipv4" : "ipv6");
}

/**
 * The base address, without a slash at its end.
 * @throws Error in words when the document has none that can be used.
 */
export function baseAddress(
  { root, address }: OpenApiDocument,
  servers: unknown,
  configured: string | undefined,
): { base: string; problem?: undefined } | { problem: string } {
  const given = configured ?? firstServer(servers) ?? firstServer(root.servers) ?? "/";
  const url = URL.canParse(given, address?.href) ? new URL(given, address) : undefined;
  if (!url) return { problem: `its address "${given}" is not complete` };
  if (!/^https?:$/.test(url.protocol)) return { problem: `its address "${given}" is not http or https` };
  if (configured === undefined && address && isInside(url.hostname) && !isInside(address.hostname)) {
    return {
      problem: `its address "${given}" is inside this network, but the document comes from ${address.hostname}`,
    };
  }
  return { base: `${url.origin}${url.pathname}`.replace(/\/+$/, "") };
}

/** The first address of a list, its variables filled with their defaults. */
function firstServer(servers: unknown): string | undefined {
  const [server]: unknown[] = Array.isArray(servers) ? servers : [];
  if (!isObject(server) || typeof server.url !== "string") return undefined;
  const variables = isObject(server.variables) ? server.variables : {};
  return server.url.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) && variable.default !== undefined ? String(variable.default) : whole;
  });
}
