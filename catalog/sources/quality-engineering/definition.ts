/** What the tools of this catalog share: parameters that mean the same everywhere, and how a tool and a domain are made. */
import type { DomainDefinition, Tier, ToolAnnotations, ToolDefinition } from "../../types.js";
import { type Seed, simulatedTool } from "../builtin/simulation.js";

/** A domain with its tools: one entry of this catalog. */
export interface QualityDomain extends DomainDefinition {
  tools: ToolDefinition[];
}

type Parameters = Record<string, Record<string, unknown>>;

/** One simulated tool, in the order in which a person reads it. */
export function tool(
  name: string,
  description: string,
  parameters: Parameters,
  required: string[],
  annotations: ToolAnnotations,
  answer: (args: Record<string, unknown>, seed: Seed) => Record<string, unknown>,
): ToolDefinition {
  return simulatedTool({ name, description, parameters, required, annotations, answer });
}

/** The tools with their tier, and the domain where there is one. */
export function placed(tools: readonly ToolDefinition[], tier: Tier, domain?: string): ToolDefinition[] {
  return tools.map((one) => ({ ...one, tier, ...(domain ? { domain } : {}) }));
}

export const string = (description: string, rest: Record<string, unknown> = {}) => ({
  type: "string",
  ...rest,
  description,
});
export const integer = (description: string, minimum: number, maximum: number, preset: number) => ({
  type: "integer",
  minimum,
  maximum,
  default: preset,
  description,
});
export const number = (description: string, minimum: number, maximum: number, preset: number) => ({
  type: "number",
  minimum,
  maximum,
  default: preset,
  description,
});
export const flag = (description: string, preset: boolean) => ({ type: "boolean", default: preset, description });
export const choice = (description: string, values: string[], preset = values[0]) => ({
  type: "string",
  enum: values,
  default: preset,
  description,
});
export const list = (description: string) => ({ type: "array", items: { type: "string" }, description });

export const project = string(
  "The project or repository that this is about, by its name or by the path of its folder.",
);
export const paths = list(
  "Only these files and folders, as paths or patterns from the project's root; all when left out.",
);
export const environment = choice("In which environment this happens, and whose settings and data are used for it.", [
  "development",
  "staging",
  "production",
]);
export const branch = string("The branch, tag or commit to look at; the project's default branch when left out.", {
  default: "main",
});
export const format = choice("The form of the result: data for further steps, or a text for people to read.", [
  "json",
  "markdown",
  "html",
]);
export const timeout = integer(
  "Seconds after which the work stops; what was done until then is given back.",
  1,
  7200,
  600,
);
export const baseline = string(
  "The earlier run, build or version to compare with, by its identifier; none by default.",
);
export const severity = choice(
  "The least severity that is reported; what lies below is counted and otherwise left out.",
  ["low", "medium", "high", "critical"],
  "medium",
);
export const days = integer(
  "How many days of earlier runs and records are taken into account, counted from today.",
  1,
  365,
  30,
);
export const limit = integer("How many entries the result holds at most, the most important ones first.", 1, 500, 20);
export const runId = string("The identifier of the test run, as the tool that started it gave it back.");
export const agentId = string("The identifier of the agent, as agent_spawn gave it back or fleet_status lists it.");
export const dryRun = flag(
  "True to say what would be done, with all of its consequences, and to do nothing of it.",
  false,
);
export const notify = list("People or channels that are told when it is finished, by mail address or channel name.");
