/** Which tools a run may use, and which calls a person approves first. Applied outside the model. */
import { LRUCache } from "lru-cache";
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

type Filter = (id: ToolId) => boolean;

const filters = new LRUCache<string, Filter>({ max: 100 });

/** A predicate for the router, undefined when nothing is limited. The same for equal patterns: routing caches go by it. */
export function permissionFilter({ allow, deny }: Patterns): Filter | undefined {
  if (!hasPatterns({ allow, deny })) return undefined;
  const key = JSON.stringify([allow, deny]);
  const filter = filters.get(key) ?? ((id) => isAllowed(id, { allow, deny }));
  filters.set(key, filter);
  return filter;
}

/** The part of a policy that says which calls wait for a person. */
export type ApprovalRules = Pick<PermissionPolicy, "approval" | "ask" | "autoApprove">;

/**
 * Whether a call of this tool waits for a person. A pattern of `ask` comes first, then one of `autoApprove` (of each of
 * its lists), then the policy. A tool that does not say it is harmless is destructive (MCP); one that the model called
 * before it saw its schema must be read-only to go through.
 */
export function needsApproval(
  { id, annotations }: Pick<CatalogTool, "id" | "annotations">,
  { approval, ask, autoApprove }: ApprovalRules,
  { calledBeforeLoad = false }: { calledBeforeLoad?: boolean } = {},
): boolean {
  const name = formatToolId(id);
  if (matchesAny(name, ask)) return true;
  if (approval === "never") return false;
  if (autoApprove.length > 0 && autoApprove.every((patterns) => matchesAny(name, patterns))) return false;
  if (approval === "always") return true;
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint === true) return false;
  return calledBeforeLoad || destructiveHint !== false;
}
