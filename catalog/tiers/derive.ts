/** A proposal of tiers for a catalog that has none: domains are its servers, keywords their most telling words. */
import { defaults } from "../defaults.js";
import type { ToolCatalog } from "../registry.js";
import { type CatalogServer, formatToolId, type ToolId, toolKey } from "../types.js";
import { readWords } from "./message-words.js";
import type { TierConfig } from "./types.js";

export interface DeriveOptions {
  /** Tools that were called, once for each call: the most called ones become the core. */
  usage?: readonly ToolId[] | undefined;
  /** Tools of the core by hand, as `server/name`; they come first. */
  core?: readonly string[] | undefined;
  /** How many tools the core has at most. */
  coreSize?: number | undefined;
}

/**
 * The proposal. A word tells a server by tf-idf: how often its texts say it, times the logarithm of servers over servers that
 * say it; words are compared as the router does.
 */
export function deriveTiers(catalog: ToolCatalog, options: DeriveOptions = {}): TierConfig {
  const { usage = [], core = [], coreSize = defaults.tiers.derivedCoreSize } = options;
  const servers = catalog.servers().filter(({ tools }) => tools.length > 0);
  const counted = servers.map(countWords);
  const saidBy = new Map<string, number>();
  for (const words of counted) for (const word of words.keys()) saidBy.set(word, (saidBy.get(word) ?? 0) + 1);
  return {
    version: 1,
    core: [...new Set([...core, ...mostCalled(usage, catalog)])].slice(0, Math.max(core.length, coreSize)),
    domains: servers.map((server, index) => ({
      name: server.name,
      purpose: firstSentence(server.description),
      keywords: tellingWords(server, counted[index]!, saidBy, servers.length),
      // A star or two in a server's own name would be a pattern.
      tools: server.name.includes("*") ? server.tools.map(({ id }) => formatToolId(id)) : [`${server.name}/*`],
    })),
  };
}

function mostCalled(usage: readonly ToolId[], catalog: ToolCatalog): string[] {
  const calls = new Map<string, { id: ToolId; count: number }>();
  for (const id of usage.filter((one) => catalog.has(one))) {
    calls.set(toolKey(id), { id, count: (calls.get(toolKey(id))?.count ?? 0) + 1 });
  }
  return [...calls.values()].sort((a, b) => b.count - a.count).map(({ id }) => formatToolId(id));
}

interface CountedWord {
  count: number;
  /** How it is written, and how often. */
  written: Map<string, number>;
}

function countWords({ name, description, tools }: CatalogServer): Map<string, CountedWord> {
  const counted = new Map<string, CountedWord>();
  const texts = [name, description, ...tools.flatMap((tool) => [tool.id.name, tool.description])];
  for (const { written, compared } of texts.flatMap((text) => readWords(text))) {
    if (compared === "" || written.length < shortestWord || /^\p{N}/u.test(written)) continue;
    const word = counted.get(compared) ?? { count: 0, written: new Map<string, number>() };
    word.count += 1;
    word.written.set(written, (word.written.get(written) ?? 0) + 1);
    counted.set(compared, word);
  }
  return counted;
}

const shortestWord = 2;

/** The most telling words; a server whose words all others say too is known by its name alone. */
function tellingWords(
  { name }: CatalogServer,
  counted: ReadonlyMap<string, CountedWord>,
  saidBy: ReadonlyMap<string, number>,
  servers: number,
): string[] {
  const most = Math.max(1, Math.floor(servers * defaults.tiers.mostSaidShare));
  const telling = [...counted]
    .filter(([word]) => saidBy.get(word)! <= most)
    .map(([word, { count, written }]) => ({ written, score: count * Math.log((1 + servers) / saidBy.get(word)!) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, defaults.tiers.derivedKeywords)
    .map(({ written }) => [...written].sort((a, b) => b[1] - a[1])[0]![0]);
  const ownName = readWords(name).map(({ written }) => written);
  return [...new Set([...(ownName.length > 0 ? [ownName.join(" ")] : []), ...telling])];
}

const longestPurpose = 120;

function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.length <= longestPurpose ? sentence : `${sentence.slice(0, longestPurpose).trimEnd()}...`;
}
