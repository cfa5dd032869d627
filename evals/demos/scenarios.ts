/** The stories that `toolgap demo` tells. Each stands in examples/ as code of its own; a test keeps the two in step. */
import type { StrategyName } from "../../graphs/strategy-names.js";

/** One run of a story's turns. */
export interface DemoRun {
  strategy: StrategyName;
  /** Tools in the catalog; the built-in ones when left out, filled up with distractors otherwise. */
  numTools?: number | undefined;
}

export interface Demo {
  name: string;
  /** What it shows, in one line. */
  title: string;
  /** What the user says, one text for each turn. */
  turns: readonly string[];
  runs: readonly DemoRun[];
}

const active: readonly DemoRun[] = [{ strategy: "active" }];

export const demos: readonly Demo[] = [
  {
    name: "github-workflow",
    title: "issues, a file, a new issue and a message: one request can find tools for several steps",
    turns: [
      'List the open issues in octo/website, then read the file README.md of octo/website, then create an issue in octo/website with the title "The README has no install section", and then post the result to #docs on Slack',
    ],
    runs: active,
  },
  {
    name: "data-pipeline",
    title: "query, analyse, chart, email: each step asks for what it lacks, and works on what the step before it found",
    turns: [
      "Query the orders table in the database, then compute statistics of the rows, then draw a bar chart of the statistics, and then send an email with the chart to team@example.com",
    ],
    runs: active,
  },
  {
    name: "devops-automation",
    title: "health, logs, pipeline, deployment, message: a request whose tools are there already costs nothing",
    turns: [
      "Check whether checkout-api is healthy, then get the error logs of checkout-api, then run the pipeline build-and-test, then deploy checkout-api v2.4.1 to staging, and then post the result to #ops on Slack",
    ],
    runs: active,
  },
  {
    name: "multi-turn-discovery",
    title: "three turns of one conversation: what the first loaded, the second still has",
    turns: [
      "Query the users table in the database",
      "Query the orders table in the database, then visualize the rows as a bar chart",
      'Send an email to team@example.com with the subject "Orders" and the body "The chart is ready"',
    ],
    runs: active,
  },
  {
    name: "efficiency-metrics",
    title: "the tokens of one task with active discovery and with all tools, over 35 and over 120 tools",
    turns: [
      "Query the users table in the database, then visualize the rows as a bar chart, and then send an email with the chart to team@example.com",
    ],
    runs: [35, 120].flatMap((numTools) =>
      (["active", "all-tools"] as const).map((strategy) => ({ strategy, numTools })),
    ),
  },
];

/** What `toolgap demo routing` routes where nothing else is asked for. */
export const routingExample = "run a query on a database";
