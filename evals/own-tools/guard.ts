/** What an eval may really call: nothing, unless the person says so, and then what only reads. */
import { ToolCatalog } from "../../catalog/registry.js";
import {
  type CatalogTool,
  formatToolId,
  type ToolDefinition,
  type ToolExecutor,
  type ToolId,
} from "../../catalog/types.js";
import { isAllowed } from "../../nodes/permissions.js";

export interface ExecutionPolicy {
  /** Really call tools that say they only read (`readOnlyHint`); all others stay simulated. */
  execute?: boolean | undefined;
  /** Patterns of `server/name` that are really called too. */
  also?: readonly string[] | undefined;
}

/** Whether a call of this tool has an effect outside. */
function isReal({ executable, simulated }: CatalogTool): boolean {
  return executable && !simulated;
}

/** The tools that an eval really calls under a policy. A missing hint means that a tool may change something. */
export function reallyCalled(catalog: ToolCatalog, { execute = false, also = [] }: ExecutionPolicy): ToolId[] {
  if (!execute) return [];
  const named = (id: ToolId) => also.length > 0 && isAllowed(id, { allow: [[...also]], deny: [] });
  return catalog
    .tools()
    .filter((tool) => isReal(tool) && (tool.annotations.readOnlyHint === true || named(tool.id)))
    .map(({ id }) => id);
}

/**
 * The same tools, with executors that do nothing in place of all that the policy does not let through. The catalog itself
 * where nothing in it has an effect; else a copy, which a server that announces new tools does not change.
 */
export function guardExecution(catalog: ToolCatalog, policy: ExecutionPolicy = {}): ToolCatalog {
  if (!catalog.tools().some(isReal)) return catalog;
  const real = new Set(reallyCalled(catalog, policy).map(formatToolId));
  return new ToolCatalog(
    catalog.servers().map(({ name, description, tools }) => ({
      name,
      description,
      tools: tools.map((tool) => guardTool(tool, catalog, real.has(formatToolId(tool.id)))),
      setAside: catalog.setAside.filter(({ server }) => server === name),
    })),
  );
}

function guardTool(tool: CatalogTool, catalog: ToolCatalog, passes: boolean): ToolDefinition {
  const { id, description, inputSchema, outputSchema, annotations, examples, executable } = tool;
  const base = { name: id.name, description, inputSchema, outputSchema, annotations, examples };
  if (!executable) return base;
  if (isReal(tool) && !passes) return { ...base, execute: simulate(id), simulated: true };
  // The catalog behind keeps the time itself.
  const execute: ToolExecutor = (args, options) => catalog.execute(id, args, options);
  return { ...base, execute, simulated: tool.simulated, timeout: Number.POSITIVE_INFINITY };
}

function simulate(id: ToolId): ToolExecutor {
  return async (args) => {
    const note = "Nothing was executed: evals simulate this tool.";
    const structured = { simulated: true, tool: formatToolId(id), arguments: args, note };
    return { content: [{ type: "text", text: JSON.stringify(structured) }], structured, isError: false };
  };
}
