/** What a person should know of a catalog before a model sees it: what is changed, cut or set aside, and what looks wrong. */
import { isObject } from "./definition.js";
import { findSecrets, findTextProblems, type TextProblem } from "./lint/texts.js";
import type { ToolCatalog } from "./registry.js";
import { findRuleViolations } from "./schema/provider-rules.js";
import { cleanText } from "./schema/text.js";
import { transformOnce } from "./schema/transform.js";
import { findSchemaProblems } from "./schema-problems.js";
import type { CatalogTool } from "./types.js";

export type FindingKind =
  | "set aside"
  | "refused"
  | "malformed schema"
  | "accepts nothing"
  | "shared name"
  | "no description"
  | TextProblem["kind"]
  | "cut"
  | "changed";

/** One observation about tools of a server. */
export interface Finding {
  kind: FindingKind;
  detail: string;
  /** Names of the tools; empty when it is about the server itself. */
  tools: string[];
  /** Someone should look at it. Changes and cuts are what this software does anyway. */
  flagged: boolean;
}

export interface ServerLint {
  server: string;
  tools: number;
  findings: Finding[];
}

export interface FindingCount {
  tools: number;
  servers: number;
}

export interface LintReport {
  servers: ServerLint[];
  tools: number;
  /** How many tools have a finding of each kind, and how many servers one about themselves. */
  counts: Partial<Record<FindingKind, FindingCount>>;
  /** Findings that someone should look at. */
  flagged: number;
}

const unflagged = new Set<FindingKind>(["cut", "changed"]);

type Observation = Pick<Finding, "kind" | "detail">;

/** Looks at every server and tool. Nothing is called, fetched or changed; secrets are named, never repeated. */
export function lintCatalog(catalog: ToolCatalog): LintReport {
  const places = serversByName(catalog);
  const { setAside } = catalog;
  const servers = catalog.servers().map(({ name, description, tools }) => {
    const findings = new Map<string, Finding>();
    const add = ({ kind, detail }: Observation, tool?: string): void => {
      const key = JSON.stringify([kind, detail, tool === undefined]);
      const finding = findings.get(key) ?? { kind, detail, tools: [], flagged: !unflagged.has(kind) };
      if (tool !== undefined) finding.tools.push(tool);
      findings.set(key, finding);
    };
    for (const problem of [...findTextProblems(description), ...findSecrets(description)]) add(problem);
    for (const { server, name: tool, reason } of setAside)
      if (server === name) add({ kind: "set aside", detail: reason }, tool || "?");
    for (const tool of tools) for (const seen of observe(tool, places)) add(seen, tool.id.name);
    return { server: name, tools: tools.length, findings: [...findings.values()] };
  });
  const findings = servers.flatMap((server) => server.findings);
  return {
    servers,
    tools: catalog.size,
    counts: count(servers),
    flagged: findings.filter(({ flagged }) => flagged).length,
  };
}

function serversByName(catalog: ToolCatalog): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { id } of catalog.tools()) {
    const known = places.get(id.name);
    if (known) known.push(id.server);
    else places.set(id.name, [id.server]);
  }
  return places;
}

/** A tool with several findings of one kind counts once. */
function count(servers: readonly ServerLint[]): LintReport["counts"] {
  const counts: LintReport["counts"] = {};
  for (const { findings } of servers) {
    for (const kind of new Set(findings.map((finding) => finding.kind))) {
      const own = findings.filter((finding) => finding.kind === kind);
      const sum = counts[kind] ?? { tools: 0, servers: 0 };
      counts[kind] = sum;
      sum.tools += new Set(own.flatMap(({ tools }) => tools)).size;
      sum.servers += own.some(({ tools }) => tools.length === 0) ? 1 : 0;
    }
  }
  return counts;
}

/** Servers that are named where one name has many. */
const shownServers = 3;

function observe(tool: CatalogTool, places: ReadonlyMap<string, string[]>): Observation[] {
  const seen: Observation[] = [];
  const { schema, changes } = transformOnce(tool.inputSchema);
  for (const detail of findRuleViolations(schema)) seen.push({ kind: "refused", detail });
  for (const { path, what, wider } of changes) {
    const kind = what.startsWith("it accepts no object") ? "accepts nothing" : wider ? "cut" : "changed";
    seen.push({ kind, detail: path === "" ? what : `${placeOf(path)}: ${what}` });
  }
  for (const detail of findSchemaProblems(tool.inputSchema))
    seen.push({ kind: "malformed schema", detail: cleanText(detail) });
  const others = (places.get(tool.id.name) ?? []).filter((server) => server !== tool.id.server);
  if (others.length > 0) {
    const more = others.length > shownServers ? ` and ${others.length - shownServers} more` : "";
    seen.push({
      kind: "shared name",
      detail: `also on ${others.slice(0, shownServers).map(cleanText).join(", ")}${more}`,
    });
  }
  if (cleanText(tool.description) === "")
    seen.push({ kind: "no description", detail: "a model can only guess what it does" });
  return [...seen, ...observeTexts(tool)];
}

function observeTexts({ id, description, inputSchema }: CatalogTool): Observation[] {
  const texts = [description, id.name, ...textsIn(inputSchema)];
  const problems = texts.flatMap((text, index) =>
    findTextProblems(text)
      // Of parameters only what is meant to act on a model counts: their lists of values are long by nature.
      .filter(({ kind }) => index === 0 || kind !== "keyword stuffing"),
  );
  const all = [...problems, ...findSecrets(`${description}\n${jsonOf(inputSchema)}`)];
  return [...new Map(all.map((problem) => [`${problem.kind} ${problem.detail}`, problem])).values()];
}

const deepest = 40;

/** Titles and descriptions anywhere in a schema. */
function textsIn(node: unknown, depth = 0): string[] {
  if (depth > deepest || typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((entry) => textsIn(entry, depth + 1));
  return Object.entries(node).flatMap(([keyword, value]) =>
    typeof value === "string"
      ? keyword === "description" || keyword === "title"
        ? [value]
        : []
      : textsIn(value, depth + 1),
  );
}

function jsonOf(schema: unknown): string {
  try {
    return isObject(schema) ? JSON.stringify(schema) : "";
  } catch {
    // It holds itself.
    return "";
  }
}

/** `/filters/N/name`, with a star for any N, as `filters[].name`. */
function placeOf(path: string): string {
  const steps = path.split("/").slice(1);
  const text = steps
    .map((step) => (step === "*" ? "[]" : `.${step.replaceAll("~1", "/").replaceAll("~0", "~")}`))
    .join("");
  return cleanText(text.replace(/^\./, ""));
}
