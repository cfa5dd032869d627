/** Which tools a run may use, and which calls a person approves first. Applied outside the model. */
import { isMatch } from "matcher";
import type { CatalogTool, ToolId } from "../catalog/index.js";
import { formatToolId } from "../catalog/types.js";
import type { PermissionPolicy } from "./settings.js";

type Patterns = Pick<PermissionPolicy, "allow" | "deny">;

/** True when any pattern limits the run. */
export function hasPatterns(settings: Patterns): boolean {
  return settings.allow.length > 0 || settings.deny.length > 0;
}

/** Whether the allow lists (each of them) and the deny patterns let a tool through; `*` stands for any characters, case counts. */
export function isAllowed(id: ToolId, settings: Patterns): boolean {
  const name = formatToolId(id);
  return settings.allow.every((patterns) => matchesAny(name, patterns)) && !matchesAny(name, settings.deny);
}

function matchesAny(name: string, patterns: string[]): boolean {
  return patterns.some((pattern) => isMatch(name, pattern, { caseSensitive: true }));
}

/** A predicate for the router, undefined when nothing is limited. */
export function permissionFilter(settings: Patterns): ((id: ToolId) => boolean) | undefined {
  return hasPatterns(settings) ? (id) => isAllowed(id, settings) : undefined;
}

/**
 * Whether a call of this tool waits for a person. A tool that does not say it is harmless is destructive (MCP); one that
 * the model called before it saw its schema must be read-only to go through.
 */
export function needsApproval(
  tool: CatalogTool,
  policy: PermissionPolicy["approval"],
  { calledBeforeLoad = false }: { calledBeforeLoad?: boolean } = {},
): boolean {
  if (policy === "never") return false;
  if (policy === "always") return true;
  const { readOnlyHint, destructiveHint } = tool.annotations;
  if (readOnlyHint === true) return false;
  return calledBeforeLoad || destructiveHint !== false;
}
