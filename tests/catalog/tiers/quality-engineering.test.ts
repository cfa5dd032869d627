import { describe, expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { toFunctionTool } from "../../../catalog/schema.js";
import { simulatedTool } from "../../../catalog/sources/builtin/simulation.js";
import { qualityDomains, qualityEngineeringServers } from "../../../catalog/sources/quality-engineering/index.js";
import { renderGuide } from "../../../catalog/tiers/guide.js";
import { tieringOf } from "../../../catalog/tiers/index.js";
import { countSchemaTokens } from "../../../catalog/tokens.js";

const catalog = new ToolCatalog(qualityEngineeringServers());
const tiering = tieringOf(catalog);
const core = (
  "fleet_init agent_spawn fleet_status test_generate_enhanced test_execute_parallel test_report_comprehensive " +
  "memory_store memory_retrieve memory_query quality_analyze quality_gate_execute task_orchestrate task_status " +
  "tools_discover tools_load_domain"
).split(" ");

describe("the catalog quality-engineering", () => {
  it("has 96 tools: 15 in the core, 33 in seven domains, 14 in two specialized ones, 34 in further ones", () => {
    expect(catalog.size).toBe(96);
    expect(catalog.setAside).toEqual([]);
    expect(tiering.core.map(({ name }) => name).sort()).toEqual([...core].sort());
    const sizes = Object.fromEntries(tiering.domains.map(({ name, tools }) => [name, tools.length]));
    expect(sizes).toMatchObject({
      ...{ security: 9, performance: 6, coverage: 4, quality: 6, flaky: 3, visual: 3, requirements: 2 },
      ...{ learning: 9, advanced: 5 },
    });
    const further = tiering.domains.slice(9).reduce((sum, { tools }) => sum + tools.length, 0);
    expect(further).toBe(34);
    expect(tiering.others).toEqual([]);
  });

  it.each([
    ...["qe_security_scan_comprehensive", "qe_security_detect_vulnerabilities", "performance_analyze_bottlenecks"],
    ...["performance_generate_report", "coverage_analyze_stream", "coverage_detect_gaps_ml", "qe_qualitygate_evaluate"],
    ...["qe_qualitygate_assess_risk", "flaky_detect_statistical", "flaky_analyze_patterns", "flaky_stabilize_auto"],
    ...["visual_compare_screenshots", "visual_validate_accessibility", "qe_requirements_validate"],
    ...["qe_requirements_generate_bdd", "learning_store_experience", "learning_store_qvalue", "mutation_test_execute"],
    "api_breaking_changes",
  ])("has the tool %s", (name) => {
    expect(catalog.has({ server: "agentic_qe", name })).toBe(true);
  });

  it("describes the parameters of the core no thinner than those of the others", async () => {
    const perParameter = async (inCore: boolean) => {
      const names = new Set(core);
      const tools = catalog.tools().filter(({ id }) => names.has(id.name) === inCore);
      const functions = tools.map((tool) => toFunctionTool(tool, tool.id.name));
      const properties = functions.map(({ function: { parameters } }) =>
        Object.values(parameters.properties as object),
      );
      return (await countSchemaTokens(properties.flat())) / properties.flat().length;
    };
    expect(await perParameter(true)).toBeGreaterThanOrEqual(await perParameter(false));
  });

  it.each([
    ["security", "security vulnerability scan audit owasp cve"],
    ["performance", "performance benchmark bottleneck profiling latency"],
    ["coverage", "coverage gap uncovered branch"],
    ["quality", "deploy release go/no-go"],
    ["flaky", "flaky unstable intermittent retry"],
    ["visual", "screenshot visual regression accessibility wcag"],
    ["requirements", "requirements bdd gherkin"],
  ])("loads %s for each of its published keywords", (domain, keywords) => {
    for (const keyword of keywords.split(" ")) {
      expect(tiering.match(`Check ${keyword}, please.`).map((match) => match.domain)).toContain(domain);
    }
  });

  it("loads a domain for phrases too", () => {
    const loaded = (message: string) => tiering.match(message).map(({ domain }) => domain);
    expect(loaded("quality gate")).toEqual(["quality"]);
    expect(loaded("line coverage")).toEqual(["coverage"]);
    expect(loaded("acceptance criteria")).toEqual(["requirements"]);
  });

  it("runs every tool with arguments made from its schema, and says that nothing real was done", async () => {
    for (const tool of catalog.tools()) {
      const { properties = {}, required = [] } = tool.inputSchema as {
        properties?: Record<string, { type?: string; enum?: string[]; minimum?: number }>;
        required?: string[];
      };
      const value = (name: string) => {
        const { type, enum: choices, minimum } = properties[name]!;
        if (choices) return choices[0];
        return type === "array" ? ["x"] : type === "integer" || type === "number" ? (minimum ?? 1) : "x";
      };
      const args = Object.fromEntries(required.map((name) => [name, value(name)]));
      const outcome = await catalog.execute(tool.id, args);
      expect([tool.id.name, outcome.isError, outcome.simulated]).toEqual([tool.id.name, false, true]);
    }
  });

  it("takes a deprecated parameter and says so once", async () => {
    const fresh = new ToolCatalog(qualityEngineeringServers());
    const id = { server: "agentic_qe", name: "test_generate_enhanced" };
    const call = async () => (await fresh.execute(id, { project: "shop", testFramework: "jest" })).structured;
    expect(await call()).toMatchObject({ framework: "jest", deprecation: expect.stringContaining("use framework") });
    expect(await call()).toMatchObject({ framework: "jest" });
    expect(await call()).not.toHaveProperty("deprecation");
  });

  it("gains a domain by one entry: tools, guide and keywords follow", () => {
    const entry = {
      ...{ name: "localization", purpose: "check translations", keywords: ["translation"] },
      tools: [
        simulatedTool({
          name: "l10n_check",
          description: "Check",
          parameters: {},
          annotations: {},
          answer: () => ({}),
        }),
      ],
    };
    const grown = new ToolCatalog(qualityEngineeringServers([...qualityDomains, entry]));
    const tiers = tieringOf(grown);
    expect(grown.size).toBe(97);
    expect(renderGuide(tiers)).toContain("- localization (1): check translations | translation");
    expect(tiers.match("Are the translations complete?").map(({ domain }) => domain)).toEqual(["localization"]);
  });
});
