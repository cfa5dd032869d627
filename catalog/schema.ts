/** From a tool of the catalog to the function definition that providers accept. */
import { defaults } from "./defaults.js";
import { cleanText, joinDescription } from "./schema/text.js";
import { transformOnce } from "./schema/transform.js";
import type { CatalogTool, FunctionTool } from "./types.js";

export { cleanText } from "./schema/text.js";

/**
 * A tool as function definition under a call name. Never throws. What the schema cannot say is added to the description.
 * The parameters are those of every call with this tool: they must not be changed.
 */
export function toFunctionTool(tool: CatalogTool, callName: string): FunctionTool {
  const { schema, note } = transformOnce(tool.inputSchema);
  const description = joinDescription(cleanText(tool.description), note, defaults.maxDescriptionLength);
  return { type: "function", function: { name: callName, description, parameters: schema } };
}
