/** What is said of the tiers: the guide in the system prompt, and the answer of `tools_discover`. Made from the catalog. */
import { defaults } from "../defaults.js";
import { cleanText } from "../schema.js";
import { estimateTokens } from "../tokens.js";
import { type ToolId, toolKey } from "../types.js";
import { visibleDomains } from "./choose.js";
import { type DiscoverCategory, discoverName, loadDomainName } from "./functions.js";
import type { TieredDomain, Tiering, TieringParts } from "./types.js";

type Filter = ((id: ToolId) => boolean) | undefined;

/** Texts of strangers, in one line. */
function line(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/**
 * The guide for a model: how to begin, the core tools by group, the domains with what loads them, and how the rest is
 * loaded. It says nothing of what is loaded now, so that it stays the same over a conversation. Domains that find no room
 * are counted.
 */
export function renderGuide(tiering: Tiering, allows?: Filter): string {
  const domains = visibleDomains(tiering, allows);
  const core = tiering.core.filter((id) => allows?.(id) ?? true);
  const general = domains.filter(({ tier }) => tier === "domain");
  const specialized = domains.filter(({ tier }) => tier === "specialized");
  const room = { tokens: defaults.tiers.maxGuideTokens };
  const rows = takeRows(general.map(renderRow), room);
  const special = takeRows(
    specialized.map(({ name, purpose, tools }) => `- ${line(name)} (${tools.length}): ${line(purpose)}`),
    room,
  );
  return [
    "Quick start: use the loaded tools; a domain that the user names is loaded before you are asked.",
    ...(core.length > 0 ? [`Core tools, always loaded: ${groupsOf(core).join("; ")}.`] : []),
    ...(rows.length > 0 ? [`Domains (tools): purpose | loaded by`, ...rows] : []),
    ...(special.length > 0 ? [`Specialized domains, loaded by ${loadDomainName} only:`, ...special] : []),
    ...(domains.length > 0
      ? [`Load any domain with ${loadDomainName}({"domain": "..."}); look around with ${discoverName}.`]
      : []),
  ].join("\n");
}

/** Keywords that a row of the guide shows. */
const shownKeywords = 6;

function renderRow({ name, purpose, keywords = [], tools }: TieredDomain): string {
  const triggers = keywords.slice(0, shownKeywords).map(line).join(", ");
  return `- ${line(name)} (${tools.length}): ${line(purpose)} | ${triggers || "request only"}`;
}

/** As many rows as the room has tokens for, and how many are left out. */
function takeRows(rows: readonly string[], room: { tokens: number }): string[] {
  const taken: string[] = [];
  for (const row of rows) {
    room.tokens -= estimateTokens(row);
    if (room.tokens < 0) break;
    taken.push(row);
  }
  const more = rows.length - taken.length;
  return more > 0 ? [...taken, `- and ${more} more: see ${discoverName}`] : taken;
}

/** Core tools by what their names begin with, which is how servers group them. */
function groupsOf(core: readonly ToolId[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { name } of core) {
    const group = name.split(/[_\-./]/)[0] ?? name;
    groups.set(group, [...(groups.get(group) ?? []), line(name)]);
  }
  return [...groups.values()].map((names) => names.join(", "));
}

/** What `tools_discover` answers. */
export interface Discovered {
  core?: { tools: string[] };
  domains?: DiscoveredDomain[];
  specialized?: DiscoveredDomain[];
  /** Tools in no domain: they are found by `request_tools` or called by name. */
  others?: number;
}

interface DiscoveredDomain {
  domain: string;
  purpose: string;
  tools: number;
  loaded: boolean | "partly";
}

/** What there is, in few words. */
export function discover(
  tiering: TieringParts,
  category: DiscoverCategory,
  loaded: ReadonlySet<string>,
  allows?: Filter,
): Discovered {
  const domains = visibleDomains(tiering, allows);
  const rowsOf = (tier: TieredDomain["tier"]) =>
    domains.filter((domain) => domain.tier === tier).map((domain) => toRow(domain, loaded));
  const has = (...wanted: DiscoverCategory[]) => wanted.includes(category);
  const others = tiering.others.filter((id) => allows?.(id) ?? true).length;
  return {
    ...(has("all", "core")
      ? { core: { tools: tiering.core.filter((id) => allows?.(id) ?? true).map(({ name }) => line(name)) } }
      : {}),
    ...(has("all", "domains") ? { domains: rowsOf("domain") } : {}),
    ...(has("all", "specialized") ? { specialized: rowsOf("specialized") } : {}),
    ...(has("all") && others > 0 ? { others } : {}),
  };
}

function toRow({ name, purpose, tools }: TieredDomain, loaded: ReadonlySet<string>): DiscoveredDomain {
  const count = tools.filter((id) => loaded.has(toolKey(id))).length;
  const state = count === 0 ? false : count === tools.length ? true : "partly";
  return { domain: name, purpose: line(purpose), tools: tools.length, loaded: state };
}
