/** The core of `quality-engineering`: fleet, tests, memory, quality, tasks. Simulated. */

import {
  type DiscoverCategory,
  discoverCategories,
  discoverCategoryDescription,
  discoverDescription,
  discoverName,
  loadDomainDescription,
  loadDomainName,
  loadDomainParameterDescription,
} from "../../tiers/functions.js";
import { discover } from "../../tiers/guide.js";
import type { TieringParts } from "../../tiers/types.js";
import type { ToolDefinition } from "../../types.js";
import { acts, adds, listOf, numberOf, reads, textOf, times } from "../builtin/simulation.js";
import { workTools } from "./core-work.js";
import {
  agentId,
  baseline,
  choice,
  environment,
  flag,
  format,
  integer,
  limit,
  list,
  notify,
  paths,
  project,
  runId,
  string,
  timeout,
  tool,
} from "./definition.js";

const agentType = choice("What the agent is good at; it decides which tasks the fleet hands to it.", [
  "test-generator",
  "test-executor",
  "coverage-analyzer",
  "quality-gate",
  "security-scanner",
  "performance-tester",
]);
const framework = choice("The test framework that the tests are written for and run with in this project.", [
  "vitest",
  "jest",
  "playwright",
  "pytest",
  "junit",
]);

/** The thirteen tools of the core that work on a project. */
export const coreTools: ToolDefinition[] = [
  tool(
    "fleet_init",
    "Set up the fleet of quality agents for a project: how its agents are arranged, how many may work at the same time, and what they start with. Needed once before agents are spawned or tasks are orchestrated.",
    {
      project,
      topology: choice("How the agents are arranged and who hands work to whom.", [
        "hierarchical",
        "mesh",
        "ring",
        "star",
      ]),
      maxAgents: integer("How many agents may work at the same time; further tasks wait for a free one.", 1, 50, 8),
      agentTypes: list(
        "Kinds of agents that are spawned at once; the others are spawned when a task first needs them.",
      ),
      environment,
    },
    ["project"],
    adds,
    (args, seed) => ({
      fleetId: seed.id("fleet"),
      project: textOf(args, "project"),
      agents: listOf(args, "agentTypes"),
    }),
  ),
  tool(
    "agent_spawn",
    "Start one more quality agent in the fleet, of a given kind and with given skills, and get its identifier. The fleet must have been set up, and must have a free place.",
    {
      type: agentType,
      name: string("A name by which people recognise the agent in reports; made from its kind when left out."),
      capabilities: list("Skills beyond those of its kind, for example a language or a framework that it has to know."),
      memoryLimit: integer("Megabytes of memory that the agent may use before it is restarted.", 64, 8192, 512),
      environment,
    },
    ["type"],
    adds,
    (args, seed) => ({ agentId: seed.id("agent"), type: textOf(args, "type"), status: "idle" }),
  ),
  tool(
    "fleet_status",
    "Tell how the fleet is: which agents there are, which are idle, busy or failed, what each of them works on, and how many tasks wait in the queue.",
    {
      agentId,
      detail: choice("How much is told of each agent: counts only, its state, or its last tasks as well.", [
        "summary",
        "agents",
        "full",
      ]),
      includeMetrics: flag("True to add how long tasks took and how much memory and time each agent used.", false),
      limit,
    },
    [],
    reads,
    (_args, seed) => ({
      idle: seed.number("idle", 0, 4),
      busy: seed.number("busy", 0, 6),
      queued: seed.number("queued", 0, 12),
    }),
  ),
  tool(
    "test_generate_enhanced",
    "Generate tests for source code: unit, integration or end-to-end tests with their edge cases and assertions, in the style of the tests that the project has already. Gives the files back, and writes them when told to.",
    {
      project,
      paths,
      kind: choice("Which tests are generated; it decides what is replaced by doubles and what really runs.", [
        "unit",
        "integration",
        "end-to-end",
      ]),
      framework,
      testFramework: {
        ...framework,
        deprecated: true,
        description: "Deprecated: use framework, which means the same and accepts the same values.",
      },
      maxTests: integer("How many tests are written at most, those that find most first.", 1, 500, 25),
      edgeCases: flag("True to add tests for limits, empty input, wrong types and failing neighbours.", true),
      write: flag("True to write the files into the project, false to only give them back.", false),
    },
    ["project"],
    adds,
    (args, seed) => ({
      framework: textOf(args, "framework", "vitest"),
      files: times(seed.number("files", 1, 4), (index) => ({
        path: `tests/generated/${index}.test.ts`,
        tests: seed.number(`t${index}`, 2, 9),
      })),
    }),
  ),
  tool(
    "test_execute_parallel",
    "Run tests of a project in parallel over several workers and give the outcome of each: passed, failed or skipped, with the message of each failure and the time it took. Gives an identifier of the run for reports and later comparisons.",
    {
      project,
      paths,
      workers: integer(
        "How many workers run tests at the same time; more than the machine has cores is seldom faster.",
        1,
        64,
        4,
      ),
      retries: integer("How often a failed test is run again before it counts as failed.", 0, 5, 0),
      environment,
      bail: flag("True to stop all workers at the first failure instead of running everything.", false),
      timeout,
    },
    ["project"],
    acts,
    (args, seed) => {
      const failed = seed.number("failed", 0, 3);
      return {
        runId: seed.id("run"),
        workers: numberOf(args, "workers", 4),
        passed: seed.number("passed", 40, 400),
        failed,
      };
    },
  ),
  tool(
    "test_report_comprehensive",
    "Write a report about one or several test runs: outcomes, failures with their causes, durations, and what changed since earlier runs. For people who were not there when the tests ran.",
    {
      runId,
      runs: integer("How many of the latest runs are reported on when no single run is named.", 1, 50, 1),
      sections: list("Which parts the report has: summary, failures, durations, trends, owners; all when left out."),
      baseline,
      format,
      notify,
    },
    [],
    adds,
    (args, seed) => ({
      reportId: seed.id("report"),
      format: textOf(args, "format", "json"),
      pages: seed.number("pages", 2, 14),
    }),
  ),
  ...workTools,
];

/**
 * The two tools of the core that are about the catalog itself. In the tiered graph its own functions answer under these
 * names; in other graphs these do, and say what can be called: a call by name loads a tool there.
 */
export function lookAroundTools(tiering: () => TieringParts): ToolDefinition[] {
  return [
    tool(
      discoverName,
      discoverDescription,
      { category: choice(discoverCategoryDescription, [...discoverCategories]) },
      [],
      reads,
      (args) => ({ ...discover(tiering(), textOf(args, "category", "all") as DiscoverCategory, new Set()) }),
    ),
    tool(
      loadDomainName,
      loadDomainDescription,
      { domain: string(loadDomainParameterDescription) },
      ["domain"],
      { ...reads },
      (args) => {
        const { domains } = tiering();
        const domain = domains.find(({ name }) => name === textOf(args, "domain"));
        return domain
          ? { domain: domain.name, tools: domain.tools.map(({ name }) => name), note: "Call them by name." }
          : { domain: textOf(args, "domain"), unknown: true, domains: domains.map(({ name }) => name) };
      },
    ),
  ];
}
