/** The two functions by which a model looks around among the tiers and loads a domain. */
import { defaults } from "../defaults.js";
import type { FunctionTool } from "../types.js";
import type { TieredDomain } from "./types.js";

export const discoverName = "tools_discover";
export const loadDomainName = "tools_load_domain";

/** The names under which these functions are called. */
export const tierFunctionNames: ReadonlySet<string> = new Set([discoverName, loadDomainName]);

export const discoverCategories = ["all", "core", "domains", "specialized"] as const;
export type DiscoverCategory = (typeof discoverCategories)[number];

/** What a catalog's own text says of these functions, so that it is written once. */
export const discoverDescription =
  "List the tools there are without loading them: the core tools that are always there, and every domain with its purpose, how many tools it has and whether it is loaded. Changes nothing.";
export const discoverCategoryDescription =
  "Which part to list: the core tools by name, the domains that load when a message names them, the specialized domains that load on request only, or all of it.";
export const loadDomainDescription =
  "Load all tools of one domain, so that they can be called in your next message. Call it when the task needs a domain that is not loaded yet; loading a domain again changes nothing.";
export const loadDomainParameterDescription = "The domain to load, by its name.";

/** The definition of `tools_discover`. */
export const discoverFunction: FunctionTool = {
  type: "function",
  function: {
    name: discoverName,
    description: discoverDescription,
    parameters: {
      type: "object",
      properties: {
        category: {
          type: "string",
          enum: [...discoverCategories],
          default: "all",
          description: discoverCategoryDescription,
        },
      },
    },
  },
};

/** The definition of `tools_load_domain` for these domains; very many are not listed, `tools_discover` has them. */
export function loadDomainFunction(domains: readonly TieredDomain[]): FunctionTool {
  const names = domains.map(({ name }) => name);
  const listed = names.length > 0 && names.length <= defaults.schemaLimits.enumValues ? { enum: names } : {};
  return {
    type: "function",
    function: {
      name: loadDomainName,
      description: loadDomainDescription,
      parameters: {
        type: "object",
        properties: {
          domain: { type: "string", ...listed, description: loadDomainParameterDescription },
          unload: {
            type: "boolean",
            default: false,
            description: "True to put the domain's tools away again, when they are no longer needed.",
          },
        },
        required: ["domain"],
      },
    },
  };
}
