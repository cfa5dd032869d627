/** What is sent to a model in each state of a tiered catalog, in tokens, everything counted. */
import type { ToolCatalog } from "../../catalog/registry.js";
import { toFunctionTool } from "../../catalog/schema.js";
import { renderGuide, type Tiering, tierFunctionNames } from "../../catalog/tiers/index.js";
import { countSchemaTokens, countTokens } from "../../catalog/tokens.js";
import type { FunctionTool, ToolId } from "../../catalog/types.js";
import { requestToolsFunction } from "../../models/protocol.js";
import { bind } from "../../nodes/bind.js";
import { buildSystemPrompt } from "../../nodes/prompt.js";
import { resolveSettings } from "../../nodes/settings.js";
import { tierFunctions } from "../../nodes/tier-functions.js";

/** Tokens of the context window that the shares are of. */
export const contextWindow = 200_000;

export interface TokenRow {
  phase: string;
  /** Functions sent: tools, and of this software `tools_discover`, `tools_load_domain` and `request_tools`. */
  functions: number;
  schemaTokens: number;
  /** The system prompt, the guide included. */
  promptTokens: number;
  total: number;
  /** Of the window. */
  share: number;
  /** 1 minus the total over that of the flat catalog. */
  saved: number;
}

/** One row for each phase: flat, flat with shortened texts, core, core and one domain each, all domains, everything. */
export async function measureTierTokens(catalog: ToolCatalog, tiering: Tiering): Promise<TokenRow[]> {
  const all = catalog.tools().map(({ id }) => id);
  const core = tiering.core.filter(({ name }) => !tierFunctionNames.has(name));
  const general = tiering.domains.filter(({ tier }) => tier === "domain");
  const toolsOf = (domains: typeof general): ToolId[] => domains.flatMap(({ tools }) => tools);
  const flat = functionsOf(all, catalog);
  const own = [requestToolsFunction, ...tierFunctions(() => tiering, undefined)];
  const settings = resolveSettings({}, {}, {});
  const plain = buildSystemPrompt({ settings, discovery: false, tools: [], servers: [] });
  const guided = buildSystemPrompt({ settings, discovery: true, tools: [], servers: [], guide: renderGuide(tiering) });
  const tiered = (phase: string, ids: readonly ToolId[]) => ({
    phase,
    functions: [...own, ...functionsOf(ids, catalog)],
    prompt: guided,
  });
  const phases = [
    { phase: "flat", functions: flat, prompt: plain },
    { phase: "flat, shortened texts", functions: flat.map(shortenTexts), prompt: plain },
    tiered("core", core),
    ...general.map((domain) => tiered(`core + ${domain.name}`, [...core, ...domain.tools])),
    tiered("core + all domains", [...core, ...toolsOf(general)]),
    tiered("core + all domains + specialized", [...core, ...toolsOf([...tiering.domains]), ...tiering.others]),
  ];
  const counted = await Promise.all(
    phases.map(async ({ phase, functions, prompt }) => {
      const [schemaTokens, promptTokens] = await Promise.all([countSchemaTokens(functions), countTokens(prompt)]);
      return { phase, functions: functions.length, schemaTokens, promptTokens, total: schemaTokens + promptTokens };
    }),
  );
  const whole = counted[0]!.total;
  return counted.map((row) => ({ ...row, share: row.total / contextWindow, saved: 1 - row.total / whole }));
}

function functionsOf(ids: readonly ToolId[], catalog: ToolCatalog): FunctionTool[] {
  const operations = bind([], ids, catalog, { agent: "", turn: 1, maxBoundTools: ids.length });
  return operations.flatMap((operation) =>
    operation.op === "add" ? [toFunctionTool(catalog.get(operation.id)!, operation.callName)] : [],
  );
}

/** Every description cut to its first part, as one would by hand to save tokens. */
function shortenTexts({ type, function: { name, description, parameters } }: FunctionTool): FunctionTool {
  const shortened = JSON.parse(JSON.stringify(parameters), (key, value) =>
    key === "description" && typeof value === "string" ? firstPart(value) : value,
  ) as Record<string, unknown>;
  return { type, function: { name, description: firstPart(description), parameters: shortened } };
}

function firstPart(text: string): string {
  return /^[^,:;.]+/.exec(text)?.[0] ?? text;
}
