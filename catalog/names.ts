/** Call names: what a model calls a tool, derived from the tool's id, and the way back from what a model wrote. */
import { createHash } from "node:crypto";
import anyAscii from "any-ascii";
import { defaults } from "./defaults.js";
import type { ToolCatalog } from "./registry.js";
import { readResultName } from "./results/read-result.js";
import type { ToolId } from "./types.js";
import { formatToolId, toolKey } from "./types.js";

const longest = 64;
const hashLength = 8;
const hashed = new RegExp(`_[0-9a-f]{${hashLength}}$`);
/** Two underscores between others: where a joined name is joined. */
const joint = /[^_]__[^_]/;
/** The functions of the loop itself: to ask for tools, to call one by its name, and to read on in a long result. */
const reservedNames: ReadonlySet<string> = new Set(["request_tools", "call_tool", readResultName]);

/**
 * The name of a tool for providers: `^[a-zA-Z0-9_-]{1,64}$`, the same in every run, different for different ids.
 *
 * It is the tool's own name, or `server__name` when another server has a tool of this name (`shared`). Where that
 * says less than the id (characters replaced, text cut) or could be read as another id, a hash of the id follows.
 */
export function callName(id: ToolId, { shared }: { shared: boolean }): string {
  const name = sanitize(id.name);
  if (!shared) return name === id.name && isPlain(name) && name.length <= longest ? name : withHash(name, id);
  const server = sanitize(id.server);
  const joined = `${server}__${name}`;
  const isClear =
    name === id.name &&
    server === id.server &&
    isPlain(name) &&
    isPlain(server) &&
    !server.endsWith("_") &&
    !name.startsWith("_") &&
    joined.length <= longest;
  if (isClear) return joined;
  const room = longest - hashLength - 1 - "__".length;
  return withHash(
    [server.slice(0, Math.max(room - name.length, 12)), name].filter((part) => part !== "").join("__"),
    id,
  );
}

/**
 * A call name that is not in `taken`: the usual one, else `server__name`, else with a hash. Names that differ only in
 * upper and lower case count as taken too, as long as `taken` is a set that could be sent: models mix them up.
 */
export function uniqueCallName(id: ToolId, { shared, taken }: { shared: boolean; taken: ReadonlySet<string> }): string {
  const lower =
    taken.size > defaults.providerMaxTools ? undefined : new Set([...taken].map((name) => name.toLowerCase()));
  const isFree = (name: string): boolean => !taken.has(name) && !lower?.has(name.toLowerCase());
  const usual = [callName(id, { shared }), callName(id, { shared: true })].find(isFree);
  if (usual !== undefined) return usual;
  for (let attempt = 0; ; attempt += 1) {
    const name = withHash(sanitize(id.name), id, attempt);
    if (isFree(name)) return name;
  }
}

/** What a name written by a model stands for. */
export type ResolvedName =
  | { kind: "bound"; id: ToolId }
  | { kind: "known"; id: ToolId }
  | { kind: "ambiguous"; candidates: ToolId[] }
  | { kind: "unknown"; nearest: ToolId[] };

/**
 * Finds the tool that a name stands for.
 *
 * A call name of the bound set comes first. Then the tool's own name, `server/tool`, `server__tool`, `mcp__server__tool` (as
 * several clients of MCP write it), `server.tool` and the call names it would have, first among the bound tools, then in the whole catalog. Names are compared as wholes, never split, since
 * servers and tools may have `/` and `__` in their names.
 */
export function resolveName(
  name: string,
  bound: readonly { id: ToolId; callName: string }[],
  catalog: ToolCatalog,
): ResolvedName {
  const exact = bound.find((tool) => tool.callName === name);
  if (exact) return { kind: "bound", id: exact.id };
  const amongBound = bound.map((tool) => tool.id).filter((id) => isNameOf(name, id));
  if (amongBound.length > 1) return { kind: "ambiguous", candidates: amongBound };
  if (amongBound[0]) return { kind: "bound", id: amongBound[0] };
  const known = catalog
    .tools()
    .map((tool) => tool.id)
    .filter((id) => isNameOf(name, id));
  if (known.length > 1) return { kind: "ambiguous", candidates: known };
  if (known[0]) return { kind: "known", id: known[0] };
  return { kind: "unknown", nearest: catalog.nearest(name) };
}

function isNameOf(name: string, id: ToolId): boolean {
  return (
    name === id.name ||
    name === formatToolId(id) ||
    name === `${id.server}__${id.name}` ||
    name === `mcp__${id.server}__${id.name}` ||
    name === `${id.server}.${id.name}` ||
    // Call names that carry no hash are among the forms above.
    (hashed.test(name) && (name === callName(id, { shared: false }) || name === callName(id, { shared: true })))
  );
}

/** True for a name that no joined and no hashed name can equal. */
function isPlain(name: string): boolean {
  return name !== "" && !reservedNames.has(name) && !joint.test(name) && !hashed.test(name);
}

/** Other scripts and accents are written in Latin letters, everything else that is not allowed becomes one underscore. */
function sanitize(name: string): string {
  if (/^[a-zA-Z0-9_-]*$/.test(name)) return name;
  return anyAscii(name)
    .replace(/[^a-zA-Z0-9-]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

function withHash(stem: string, id: ToolId, attempt = 0): string {
  const hash = createHash("sha256")
    .update(`${toolKey(id)}${attempt || ""}`)
    .digest("hex")
    .slice(0, hashLength);
  return `${stem.slice(0, longest - hashLength - 1) || "tool"}_${hash}`;
}
