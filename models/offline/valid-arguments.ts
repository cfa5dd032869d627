/** The tool's own schema has the last word on the arguments of a call. */
import { createArgumentChecker } from "../../catalog/arguments.js";
import type { FunctionTool, ToolDefinition } from "../../catalog/types.js";
import type { ArgumentSources } from "./arguments.js";
import { placeholder } from "./fallbacks.js";
import { asSchema, parametersOf } from "./parameters.js";
import { repairArguments } from "./repair.js";

const checkArguments = createArgumentChecker();
/** The checker compiles a definition once, as long as it is the same object. */
const definitions = new WeakMap<object, ToolDefinition>();

const mostRounds = 4;

/** Acts on what the schema says of the arguments as if the tool had said it; what cannot be repaired gets a placeholder. */
export function makeValid(
  tool: FunctionTool,
  args: Record<string, unknown>,
  sources: ArgumentSources,
): Record<string, unknown> {
  const definition = definitionOf(tool);
  let current = args;
  for (let round = 0; round < mostRounds; round += 1) {
    const problem = checkArguments(definition, current);
    if (problem === undefined) return current;
    const repaired = repairArguments({ args: current, text: problem }, tool, sources);
    if (!repaired) break;
    current = repaired;
  }
  return checkArguments(definition, current) === undefined ? current : withPlaceholders(tool, current);
}

function definitionOf(tool: FunctionTool): ToolDefinition {
  const { name, description, parameters } = tool.function;
  const known = definitions.get(parameters);
  if (known) return known;
  const definition = { name, description, inputSchema: parameters };
  definitions.set(parameters, definition);
  return definition;
}

/** Replaces each value that its own part of the schema does not accept. */
function withPlaceholders(tool: FunctionTool, args: Record<string, unknown>): Record<string, unknown> {
  const root = asSchema(tool.function.parameters);
  const properties = asSchema(root.properties);
  const current = { ...args };
  for (const { name, schema, kinds, required } of parametersOf(root)) {
    if (current[name] === undefined && !required) continue;
    const part = {
      ...root,
      properties: { [name]: properties[name] },
      required: required ? [name] : [],
      additionalProperties: true,
    };
    const definition = { name: tool.function.name, description: "", inputSchema: part };
    if (checkArguments(definition, current) === undefined) continue;
    if (required) current[name] = placeholder(schema, kinds, root);
    else delete current[name];
  }
  return current;
}
