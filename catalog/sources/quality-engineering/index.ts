/** The built-in catalog `quality-engineering`: one server with 96 tools in three tiers. All of them are simulated. */
import type { TieringParts } from "../../tiers/types.js";
import type { ServerDefinition, ToolDefinition } from "../../types.js";
import { coreTools, lookAroundTools } from "./core.js";
import { coverage } from "./coverage.js";
import { placed, type QualityDomain } from "./definition.js";
import { environments, pipelines, reporting, triage } from "./delivery.js";
import { withDeprecatedParameter } from "./deprecated.js";
import { advanced, learning } from "./learning.js";
import { agents, contracts, testData } from "./operations.js";
import { performance } from "./performance.js";
import { quality, requirements } from "./release.js";
import { security } from "./security.js";
import { flaky, visual } from "./stability.js";

/** Calls that carry this before a name are understood too: `mcp__agentic_qe__fleet_init`. */
export const qualityServerName = "agentic_qe";

/** The domains, in the order in which they are shown. One more entry is one more domain. */
export const qualityDomains: readonly QualityDomain[] = [
  ...[security, performance, coverage, quality, flaky, visual, requirements],
  ...[learning, advanced],
  ...[agents, testData, contracts, pipelines, reporting, environments, triage],
];

/** The catalog; with other domains than its own when they are given. */
export function qualityEngineeringServers(domains: readonly QualityDomain[] = qualityDomains): ServerDefinition[] {
  const working = coreTools.map((tool) =>
    tool.name === "test_generate_enhanced" ? withDeprecatedParameter(tool, "testFramework", "framework") : tool,
  );
  const core: ToolDefinition[] = [...working, ...lookAroundTools(() => partsOf(core, domains))];
  return [
    {
      name: qualityServerName,
      description:
        "Quality engineering for software: a fleet of agents that generates and runs tests, measures coverage, speed and quality, and looks for security holes and flaky tests.",
      tools: [
        ...placed(core, "core"),
        ...domains.flatMap(({ name, tier = "domain", tools }) => placed(tools, tier, name)),
      ],
      domains: domains.map(({ tools, ...domain }) => domain),
    },
  ];
}

function partsOf(core: readonly ToolDefinition[], domains: readonly QualityDomain[]): TieringParts {
  const idsOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => ({ server: qualityServerName, name }));
  return {
    core: idsOf(core),
    domains: domains.map(({ tools, tier = "domain", ...rest }) => ({ ...rest, tier, tools: idsOf(tools) })),
    others: [],
  };
}
