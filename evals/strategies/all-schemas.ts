/** What it costs to send a whole catalog, whether a provider accepts so many functions or not. */
import type { ToolCatalog } from "../../catalog/registry.js";
import { toFunctionTool } from "../../catalog/schema.js";
import { countSchemaTokens, estimateTokens } from "../../catalog/tokens.js";
import type { ToolId } from "../../catalog/types.js";
import { bind } from "../../nodes/bind.js";

export interface AllToolsCost {
  tools: number;
  /** o200k tokens. */
  schemaTokens: number;
  /** The same text at four characters a token. */
  schemaTokensEstimate: number;
}

/** Binds the whole catalog as one request would hold it, and counts. */
export async function costOfAllTools(catalog: ToolCatalog): Promise<AllToolsCost> {
  return costOfTools(
    catalog.tools().map((tool) => tool.id),
    catalog,
  );
}

/** The same for some of its tools. */
export async function costOfTools(ids: readonly ToolId[], catalog: ToolCatalog): Promise<AllToolsCost> {
  const operations = bind([], ids, catalog, { agent: "", turn: 1, maxBoundTools: ids.length });
  const functions = operations.flatMap((operation) =>
    operation.op === "add" ? [toFunctionTool(catalog.get(operation.id)!, operation.callName)] : [],
  );
  return {
    tools: functions.length,
    schemaTokens: await countSchemaTokens(functions),
    schemaTokensEstimate: functions.length === 0 ? 0 : estimateTokens(JSON.stringify(functions)),
  };
}
