/** Everything about one tool, for `describe_tool`. Pure. */
import { readResultFunction } from "../../catalog/results/read-result.js";
import { cleanText, toFunctionTool } from "../../catalog/schema.js";
import type { ServerState } from "../../catalog/sources/mcp/index.js";
import type { CatalogServer, CatalogTool, FunctionTool } from "../../catalog/types.js";
import { type ApprovalRules, needsApproval } from "../permissions.js";

export interface DescribeOptions {
  /** The name to call. */
  name: string;
  loaded: boolean;
  server: CatalogServer | undefined;
  /** Where the server stands, when it is one that is started. */
  state: ServerState | undefined;
  rules: ApprovalRules;
}

/** The whole description, the schemas, the risk hints, whether a person is asked, and the state of the server. */
export function describeTool(tool: CatalogTool, options: DescribeOptions): Record<string, unknown> {
  const { name, loaded, server, state, rules } = options;
  const { parameters } = toFunctionTool(tool, name).function;
  const { id, description, outputSchema, annotations, executable, simulated } = tool;
  return {
    name,
    server: id.server,
    tool: id.name,
    description: cleanText(description),
    parameters,
    ...(outputSchema === undefined ? {} : { results: outputSchema }),
    annotations,
    risk: riskOf(tool),
    approval: needsApproval(tool, rules, { calledBeforeLoad: !loaded }) ? "a person is asked first" : "not needed",
    loaded,
    ...(executable ? {} : { note: "Only its schema is known here: it cannot be run." }),
    ...(simulated ? { note: "It is simulated: a call does nothing real." } : {}),
    serverState: {
      ...(server ? { description: cleanText(server.description), tools: server.tools.length } : {}),
      ...(state ? describeState(state) : {}),
    },
  };
}

/** The function for reading on in a long result, in the same form. */
export function describeOwnFunction({
  function: { name, description, parameters },
}: FunctionTool = readResultFunction) {
  return { name, description, parameters, risk: "reads only", approval: "not needed", loaded: true };
}

/** What the protocol says where hints are missing: destructive. */
export function riskOf({ annotations }: CatalogTool): string {
  if (annotations.readOnlyHint === true) return "reads only";
  if (annotations.destructiveHint === false) return "changes things, destroys nothing";
  return annotations.destructiveHint === true
    ? "may destroy or overwrite"
    : "says nothing of its risk, so it counts as one that may destroy or overwrite";
}

const states = {
  configured: "not started yet",
  manifest: "starts with the first call",
  connected: "running",
  failed: "failed",
} as const satisfies Record<ServerState["state"], string>;

function describeState({ state, reason }: ServerState): Record<string, string> {
  return { state: states[state], ...(reason === undefined ? {} : { reason }) };
}
