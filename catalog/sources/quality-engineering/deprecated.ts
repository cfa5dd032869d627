/** Parameters of an older version: they still work, and say once that they are old. */
import type { ToolDefinition } from "../../types.js";

/**
 * The tool with an old parameter that stands for a new one. A value of the new one goes before. The first result of a call
 * with the old one says which to use; later ones do not repeat it.
 */
export function withDeprecatedParameter(tool: ToolDefinition, old: string, current: string): ToolDefinition {
  const { execute } = tool;
  if (!execute) return tool;
  let told = false;
  return {
    ...tool,
    execute: async (args, options) => {
      const { [old]: value, ...rest } = args;
      if (value === undefined) return execute(rest, options);
      const outcome = await execute({ [current]: value, ...rest }, options);
      if (told) return outcome;
      told = true;
      const deprecation = `The parameter ${old} is deprecated: use ${current}, which means the same.`;
      const structured = { ...(outcome.structured as object), deprecation };
      return { ...outcome, content: [{ type: "text", text: JSON.stringify(structured) }], structured };
    },
  };
}
