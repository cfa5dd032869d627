/** Which strategy suits a catalog, from its size alone: what `--strategy auto` follows. */
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/registry.js";
import type { StrategyName } from "../../graphs/strategy-names.js";
import { costOfAllTools } from "../strategies/all-schemas.js";

export interface StrategyChoice {
  strategy: StrategyName;
  /** One line for the person. */
  reason: string;
}

export interface CatalogSize {
  tools: number;
  /** o200k tokens of all schemas in one request. */
  schemaTokens: number;
}

/**
 * All tools where their schemas are small and a provider accepts so many functions; else `active`. Below that size the
 * rounds of asking cost more than the schemas that they save.
 */
export function chooseStrategy({ tools, schemaTokens }: CatalogSize): StrategyChoice {
  const size = `${count(tools)} tools with ${count(schemaTokens)} schema tokens`;
  if (tools > defaults.providerMaxTools) {
    return {
      strategy: "active",
      reason: `${size}: more functions than the ${defaults.providerMaxTools} that providers accept`,
    };
  }
  const limit = count(defaults.allToolsSchemaTokens);
  return schemaTokens <= defaults.allToolsSchemaTokens
    ? {
        strategy: "all-tools",
        reason: `${size}: up to ${limit}, about ten ordinary tools, sending all of them is cheapest`,
      }
    : {
        strategy: "active",
        reason: `${size}: above ${limit}, about ten ordinary tools, asking for tools costs less than sending all`,
      };
}

/** The choice for a catalog, with its schemas counted. */
export async function chooseForCatalog(catalog: ToolCatalog): Promise<StrategyChoice> {
  const { tools, schemaTokens } = await costOfAllTools(catalog);
  return chooseStrategy({ tools, schemaTokens });
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
